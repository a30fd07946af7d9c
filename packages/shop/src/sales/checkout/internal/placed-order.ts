import type { OrderStatus } from '@kushi/values/order-status'
import type { Answer } from '../../../context.ts'
import { awaitingPaymentText, paymentRefusalText, underReviewText } from '../../payment/index.ts'

export type PlacementResult = Answer<'POST /v1/order/public/new'>

const pendingMessage =
  'お支払いの結果を確認しています。1分ほどたってから、もう一度お試しいただくか、ご注文履歴をご確認ください。二重に請求されることはありません。'

/** The state of an order for the browser that placed it. `state`: that of its last payment. */
export function placementResult(order: {
  order_no: string
  status: OrderStatus
  payment_method_id: number | null
  state?: string | null
  redirect_url?: string | null
  refusal?: string | null
  created_at?: Date | undefined
  pay_until?: Date | null | undefined
}): PlacementResult {
  const is_held = order.state === 'held'
  const redirect_url = order.state === 'redirected' ? (order.redirect_url ?? null) : null
  const isWaiting = order.status === 'payment_pending' && redirect_url === null
  const payment_message = is_held
    ? underReviewText(order.created_at)
    : order.state === 'awaiting'
      ? awaitingPaymentText(order.pay_until!)
      : isWaiting
        ? pendingMessage
        : paymentRefusalText(order.refusal ?? null, order.payment_method_id)
  return { order_no: order.order_no, status: order.status, redirect_url, is_held, payment_message }
}
