import { isCash } from '@kushi/values/payment-method'
import { cashReference } from '../cash-payments.ts'

interface Billed {
  shop_id: number
  id: number
  payment_method_id: number | null
  /** Yen, tax included. */
  payment_total: number
}

/** Returns the payment row of an order before the provider is called. Cash needs no authorisation. */
export function paymentIntent(order: Billed, provider_order_id: string, created_at: Date) {
  const isDueAtDoor = isCash(order.payment_method_id)
  return {
    shop_id: order.shop_id,
    order_id: order.id,
    payment_method_id: order.payment_method_id,
    state: isDueAtDoor ? ('authorised' as const) : ('intent' as const),
    amount: order.payment_total,
    provider_order_id,
    reference: isDueAtDoor ? cashReference : {},
    created_at,
  }
}
