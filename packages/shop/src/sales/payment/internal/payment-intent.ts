import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import type { QueryContext } from '../../../context.ts'
import { cashOnDeliveryReference } from '../cash-payments.ts'

interface OrderToCharge {
  shop_id: number
  id: number
  payment_method_id: number | null
  /** Yen, tax included. */
  payment_total: number
}

/** Returns the payment row of an order before the provider is called. Cash needs no authorisation. */
export function paymentIntentRow(
  { ports }: Pick<QueryContext, 'ports'>,
  order: OrderToCharge,
  provider_order_id: string,
  created_at: Date,
) {
  const isDueAtDoor = isCashOnDelivery(order.payment_method_id)
  return {
    shop_id: order.shop_id,
    order_id: order.id,
    payment_method_id: order.payment_method_id,
    account: ports.payment.get(order.payment_method_id)?.account ?? null,
    state: isDueAtDoor ? ('authorised' as const) : ('intent' as const),
    amount: order.payment_total,
    provider_order_id,
    reference: isDueAtDoor ? cashOnDeliveryReference : {},
    created_at,
  }
}

type Intent = ReturnType<typeof paymentIntentRow> & { card_seq: number | null; save_card?: boolean }

/** Writes the payments of new orders of one shop. */
export async function writePaymentIntents(tx: Tx, rows: readonly Intent[]): Promise<void> {
  await insertRows(tx, payment, rows)
}
