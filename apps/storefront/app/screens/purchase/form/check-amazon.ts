import { ApiError } from '@kushi/contract/client'
import type { OrderDraft } from '@kushi/contract/order'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { quietApi } from '../../../api.ts'
import { readAmazon, writeAmazon } from '../../../state/amazon-payment.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'

/** Before the confirmation: what was chosen at Amazon still stands, and knows the rhythm. Answers what is wrong, or null. */
export async function checkAmazon(kind: PurchaseKind, draft: OrderDraft): Promise<string | null> {
  if (draft.payment_method_id !== PAYMENT_METHOD.amazon_pay) return null
  const storage = browserStorage()
  const chosen = readAmazon(storage, kind)
  if (!chosen) return 'Amazon Payのボタンを押して、Amazonのお支払い方法をお選びください。'
  try {
    await quietApi('PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update', {
      params: { id: chosen.checkout_session_id },
      body: { delivery_pattern: draft.delivery_pattern },
    })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.error === 'BuyerSessionExpired') writeAmazon(storage, kind, null)
    return error.message
  }
}
