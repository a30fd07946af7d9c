import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { PurchaseDraft } from '../../../state/purchase-draft.ts'

/** Somebody else examines the customer and sends the bill (後払い), so their data is handed over. */
export const needsConsent = ({ payment }: Pick<PurchaseDraft, 'payment'>): boolean =>
  payment === String(PAYMENT_METHOD.deferred) || payment === String(PAYMENT_METHOD.np)
