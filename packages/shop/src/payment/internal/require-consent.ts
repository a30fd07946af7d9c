import { userMessage } from '@kushi/values/user-message'
import type { Context } from '../../context.ts'
import { invalidFields } from '../../shop-error.ts'

/** Nothing of a customer is handed to whoever sends the bill before they agreed to `consent_text`; null: nothing is. @throws ShopError 422 */
export function requireConsent(consent_text: string | null, isAgreed: boolean): void {
  if (consent_text !== null && !isAgreed)
    throw invalidFields([
      {
        path: 'third_party_consent',
        message_id: 'third_party_consent_required',
        message: userMessage('third_party_consent_required'),
      },
    ])
}

/** Kept beside the words of a consent: an operator heard it from the member, on the phone or in 代理ログイン. */
export const heardBy = ({ actor }: Pick<Context, 'actor'>): { consent_heard_by?: string } =>
  actor.actor_kind === 'operator' ? { consent_heard_by: actor.actor_name } : {}
