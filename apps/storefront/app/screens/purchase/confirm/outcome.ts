import type { ApiError } from '@kushi/contract/client'
import type { FieldFailure } from '@kushi/contract/failure'
import type { PlacedOrder } from '@kushi/contract/order'

/** The result of a click on 「注文を確定する」. */
export type Outcome =
  /** The browser leaves for the card company. */
  | { kind: 'redirect'; url: string; order_no: string }
  /** The order exists; the complete screen shows its state. */
  | { kind: 'placed'; order_no: string }
  | { kind: 'declined'; message: string }
  | Refusal

export type Refusal =
  /** It is unknown whether the order was placed. A retry uses the same key. */
  | { kind: 'unanswered'; message: string }
  | { kind: 'changed'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'key_reused'; message: string }
  | { kind: 'invalid'; message: string; fields: FieldFailure[] }
  | { kind: 'wait'; message: string }

export function outcomeOf({ order_no, status, redirect_url, payment_message }: PlacedOrder): Outcome {
  if (redirect_url) return { kind: 'redirect', url: redirect_url, order_no }
  if (status === 'payment_error')
    return { kind: 'declined', message: payment_message ?? 'お支払いができませんでした。' }
  return { kind: 'placed', order_no }
}

const OUTCOME_UNKNOWN_TEXT =
  '通信が途切れ、ご注文を確認できませんでした。もう一度「注文を確定する」を押してください。二重に注文・請求されることはありません。'

export function refusalOf(error: ApiError): Refusal {
  const { status, message, fields } = error
  if (error.error === 'ERROR_AMOUNT_CHANGED' || error.error === 'ERROR_PROMOTION_ENDED')
    return { kind: 'changed', message }
  if (error.error === 'ERROR_IDEMPOTENCY_KEY_REUSED') return { kind: 'key_reused', message }
  if (status === 409) return { kind: 'refused', message }
  if (status === 422) return { kind: 'invalid', message, fields }
  if (status === 0 || status >= 500)
    return { kind: 'unanswered', message: error.error === 'ERROR_PAYMENT_UNAVAILABLE' ? message : OUTCOME_UNKNOWN_TEXT }
  return { kind: 'wait', message }
}
