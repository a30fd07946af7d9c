import {
  type PriceBook,
  type PriceContext,
  type Quoted,
  type QuoteRequest,
  quote,
  quoteDeliveries,
  quoteFrom,
} from '../../price/index.ts'
import { promisedOn } from '../rules/promised-price.ts'
import type { Loaded } from './load-subscription.ts'

/**
 * What the next delivery costs. The detail, the confirmation, the notice and the charge all ask here, so that what was
 * shown is what is charged. Goods cost what was promised when they were added, or less; a yearly payment costs nothing any
 * more. Should fees rise after the member was told an amount, the difference is taken off as an adjustment (調整額).
 */
export async function priceDelivery(ctx: PriceContext, delivery: Priced): Promise<Quoted> {
  const { shop_id, customer_id } = delivery.row
  const owner = { ...ctx, shop_id, customer_id }
  const quoted = await quote(owner, requestOf(delivery))
  const kept = asPromised(delivery, quoted)
  return kept ? quote(owner, kept) : quoted
}

/** The same from what is loaded of many. */
export function priceDeliveryFrom(book: PriceBook, delivery: Priced): Quoted {
  const { customer_id } = delivery.row
  const quoted = quoteFrom(book, customer_id, requestOf(delivery))
  const kept = asPromised(delivery, quoted)
  return kept ? quoteFrom(book, customer_id, kept) : quoted
}

/** The shop's methods as the next delivery would go by each, at the same prices. */
export const priceMethods = (ctx: PriceContext, delivery: Priced) =>
  quoteDeliveries({ ...ctx, shop_id: delivery.row.shop_id, customer_id: delivery.row.customer_id }, requestOf(delivery))

type Priced = Pick<Loaded, 'row' | 'items' | 'notes'>

/** Whether the same is asked of the same prices, so that one answer does for both. */
export const isPricedAlike = (one: Priced, other: Priced): boolean => askedOf(one) === askedOf(other)

const askedOf = (delivery: Priced) =>
  JSON.stringify([delivery.row.customer_id, requestOf(delivery), delivery.notes.promised_total])

function requestOf({ row, items }: Priced): QuoteRequest {
  return {
    is_subscription: true,
    turn: 'following',
    items: items.map((item) => ({
      ...{ product_sku_id: item.product_sku_id, quantity: item.quantity },
      promised: { ...item, following_price: promisedOn(item, row.next_delivery_date) },
    })),
    delivery_id: row.delivery_id,
    payment_method_id: row.payment_method_id,
    adjustment_amount: row.adjustment_amount,
    postal_code: row.postal_code01 + row.postal_code02,
    pref_id: row.pref_id,
  }
}

/** What to ask where it costs more than the member was told; null: it does not. */
function asPromised(delivery: Priced, { summary }: Quoted): QuoteRequest | null {
  const { promised_total } = delivery.notes
  const rise = promised_total === null ? 0 : summary.payment_total - promised_total
  return rise > 0 ? { ...requestOf(delivery), adjustment_amount: delivery.row.adjustment_amount - rise } : null
}
