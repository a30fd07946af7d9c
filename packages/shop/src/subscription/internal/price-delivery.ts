import { type PriceContext, type Quoted, quote } from '../../price/index.ts'
import type { Loaded } from './load-subscription.ts'

/**
 * What the next delivery costs. The detail, the confirmation, the notice and the charge all ask here, so that what was
 * shown is what is charged. Goods cost what was promised when they were added, or less; a yearly payment costs nothing any
 * more. Should fees rise after the member was told an amount, the difference is taken off as an adjustment (調整額).
 */
export async function priceDelivery(
  ctx: PriceContext,
  { row, items, notes }: Pick<Loaded, 'row' | 'items' | 'notes'>,
): Promise<Quoted> {
  const owner = { ...ctx, shop_id: row.shop_id, customer_id: row.customer_id }
  const request = {
    is_subscription: true,
    turn: 'following',
    items: items.map((item) => ({ product_sku_id: item.product_sku_id, quantity: item.quantity, promised: item })),
    delivery_id: row.delivery_id,
    payment_method_id: row.payment_method_id,
    adjustment_amount: row.adjustment_amount,
    postal_code: row.postal_code01 + row.postal_code02,
    pref_id: row.pref_id,
  } as const
  const quoted = await quote(owner, request)
  const rise = notes.promised_total === null ? 0 : quoted.summary.payment_total - notes.promised_total
  return rise > 0 ? quote(owner, { ...request, adjustment_amount: row.adjustment_amount - rise }) : quoted
}
