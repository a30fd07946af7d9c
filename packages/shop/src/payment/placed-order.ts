import type { OrderStatus } from '@kushi/values/order-status'
import type { Answer } from '../context.ts'
import { heldMessage, refusalMessage } from './rules/refusal-message.ts'

export type Placed = Answer<'POST /v1/order/public/new'>

/** Where an order stands, as the browser that placed it is told. `state`: that of its last payment. */
export function placedOrder(order: {
  order_no: string
  status: OrderStatus
  state?: string | null
  redirect_url?: string | null
  refusal?: string | null
  created_at?: Date | undefined
}): Placed {
  const is_held = order.state === 'held'
  return {
    order_no: order.order_no,
    status: order.status,
    redirect_url: order.state === 'redirected' ? (order.redirect_url ?? null) : null,
    is_held,
    payment_message: is_held ? heldMessage(order.created_at) : refusalMessage(order.refusal ?? null),
  }
}
