import { userMessage } from '@kushi/values/user-message'
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
