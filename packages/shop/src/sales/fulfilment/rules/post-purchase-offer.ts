import type { OrderStatus } from '@kushi/values/order-status'
import { type PaymentState, paymentMethod } from '@kushi/values/payment-method'

/** Facts about an order, from which follows whether its member may still add goods. */
export interface PlacedOrderFacts {
  status: OrderStatus
  is_subscription: boolean
  is_replacement: boolean
  /** ギフト包装・のし・カード */
  is_wrapped: boolean
  /** It goes to the member's own address. */
  is_own_address: boolean
  /** Its member pressed the button, not an operator or a job. */
  is_placed_by_member: boolean
  payment_method_id: number | null
  /** State of its last payment; null: there is nothing to pay. */
  payment_state: PaymentState | null
  /** The shop's payments are on hold. */
  is_on_hold: boolean
  /** The desk has begun to pack it. */
  is_packed: boolean
  /** The desk has something to decide before it may leave: a check, a hold, a request of its member. */
  is_held: boolean
}

/**
 * Whether goods can be added without entering anything again, in the same parcel: an order that was just received, whose payment takes
 * a higher amount, and that nobody works on yet.
 */
export const canAddGoodsAfterOrder = (order: PlacedOrderFacts): boolean =>
  order.status === 'received' &&
  !order.is_subscription &&
  !order.is_replacement &&
  !order.is_wrapped &&
  order.is_own_address &&
  order.is_placed_by_member &&
  paymentMethod(order.payment_method_id).can_be_raised === true &&
  order.payment_state === 'authorised' &&
  !order.is_on_hold &&
  !order.is_packed &&
  !order.is_held
