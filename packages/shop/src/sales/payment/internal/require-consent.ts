import { userMessage } from '@kushi/values/user-message'
import type { Context } from '../../../context.ts'
import { invalidFields } from '../../../shop-error.ts'

/**
 * Customer data goes to the invoice provider only after the customer agreed to `consent_text`; null: no data is handed
 * over.
 * @throws ShopError 422
 */
export function requireConsent(consent_text: string | null, isAgreed: boolean, path = 'third_party_consent'): void {
  if (consent_text !== null && !isAgreed)
    throw invalidFields([
      {
        path,
        message_id: 'third_party_consent_required',
        message: userMessage('third_party_consent_required'),
      },
    ])
}

/**
 * Returns the operator who heard a consent from the member, on the phone or in 代理ログイン. The name is stored with the text
 * of the consent.
 */
export const consentWitness = ({ actor }: Pick<Context, 'actor'>): { consent_heard_by?: string } =>
  actor.actor_kind === 'operator' ? { consent_heard_by: actor.actor_name } : {}
