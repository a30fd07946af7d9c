import type { PromotionTerms } from '@kushi/values/promotion'
import { giftSkuIds } from '@kushi/values/promotion/kinds'
import type { Yen } from '@kushi/values/yen'
import {
  type PriceBook,
  type PriceContext,
  type PriceQuote,
  type QuoteRequest,
  quoteDeliveryMethods,
  quoteFromBook,
  quotePurchase,
  requiredSkuIds,
} from '../../../catalogue/price/index.ts'
import { reservedGiftPieces } from '../../../catalogue/promotion/index.ts'
import { benefitAfterDelivery } from '../rules/benefit.ts'
import { deliveredItems, goodsLeftOut, regularItems, restoreLeftOutItems } from '../rules/left-out.ts'
import { promisedPriceOn } from '../rules/price-offer.ts'
import type { LoadedSubscription } from './load-subscription.ts'

/**
 * Prices the next delivery. Detail, confirmation, notice and charge all use this function, so that the amount shown is
 * the amount charged. Items, delivery, payment and rank cost at most what was promised (`agreed_terms`); prepaid
 * deliveries cost nothing. If the sum rises for another reason after the member was notified of it, the difference is
 * deducted as an adjustment (調整額).
 */
export async function priceDelivery(ctx: PriceContext, delivery: DeliveryToPrice): Promise<PriceQuote> {
  const { shop_id, customer_id } = delivery.row
  const owner = { ...ctx, shop_id, customer_id }
  const quoted = await quotePurchase(owner, requestOf(delivery))
  const kept = asPromised(delivery, quoted)
  return kept ? quotePurchase(owner, kept) : quoted
}

/**
 * Returns the delivery with a promised total, so that it costs no more by another way of payment. The total is the
 * announced one, else that of the present way.
 */
export async function withPromisedTotal<D extends DeliveryToPrice>(ctx: PriceContext, delivery: D): Promise<D> {
  const promised_total = delivery.notes.promised_total ?? (await priceDelivery(ctx, delivery)).summary.payment_total
  return { ...delivery, notes: { ...delivery.notes, promised_total } }
}

/** Yen, tax included, of a delivery after the next one, without 今回のみ. */
export async function priceLaterDelivery(ctx: PriceContext, delivery: DeliveryToPrice, cycle: number): Promise<Yen> {
  const { summary } = await priceDelivery(ctx, {
    row: { ...delivery.row, cycle },
    items: regularItems(delivery.items),
    benefits: await promotionsAfterDelivery(ctx, delivery),
    kept: delivery.kept,
    notes: { ...delivery.notes, promised_total: null },
  })
  return summary.payment_total
}

/**
 * Returns the contract's promotions as they are after the next delivery. An item that is left out of it does not use
 * them up.
 */
export async function promotionsAfterDelivery(ctx: PriceContext, delivery: DeliveryToPrice): Promise<PromotionTerms[]> {
  const { row, items, benefits } = delivery
  const { items: whole } = restoreLeftOutItems(items, row)
  if (!whole || benefits.length === 0) return benefits
  const quoted = await priceDelivery(ctx, { ...delivery, items: whole })
  const goods = goodsLeftOut(quoted.items, items, row)
  return benefits.map((terms) => benefitAfterDelivery(terms, goods, row.cycle))
}

/** Prices the next delivery from a loaded price book, by the same rules and promises as a single delivery. */
export function priceDeliveryFromBook(book: PriceBook, delivery: DeliveryToPrice): PriceQuote {
  const { customer_id } = delivery.row
  const quoted = quoteFromBook(book, customer_id, requestOf(delivery))
  const kept = asPromised(delivery, quoted)
  return kept ? quoteFromBook(book, customer_id, kept) : quoted
}

/** Prices the next delivery by each of the shop's methods. */
export const priceByDeliveryMethod = (ctx: PriceContext, delivery: DeliveryToPrice) =>
  quoteDeliveryMethods(
    { ...ctx, shop_id: delivery.row.shop_id, customer_id: delivery.row.customer_id },
    requestOf(delivery),
  )

type DeliveryToPrice = Pick<LoadedSubscription, 'row' | 'items' | 'notes' | 'benefits' | 'kept'>

/** The SKUs that the price of a delivery depends on: its items, and the gifts that it was promised. */
export const pricedSkuIds = ({ items, benefits }: Pick<DeliveryToPrice, 'items' | 'benefits'>): number[] => [
  ...requiredSkuIds(items.map((item) => ({ ...item, promised: item }))),
  ...giftSkuIds(benefits),
]

/** Whether both deliveries have the same price request, so that one quote serves both. */
export const hasSamePriceRequest = (one: DeliveryToPrice, other: DeliveryToPrice): boolean =>
  askedOf(one) === askedOf(other)

const askedOf = (delivery: DeliveryToPrice) =>
  JSON.stringify([delivery.row.customer_id, requestOf(delivery), delivery.notes.promised_total])

function requestOf({ row, items, benefits, kept }: DeliveryToPrice): QuoteRequest {
  return {
    is_subscription: true,
    // A contract from another system may be at its first delivery here.
    cycle: Math.max(2, row.cycle),
    promised_promotions: benefits,
    set_aside: reservedGiftPieces(kept),
    items: deliveredItems(items, row).map((item) => ({
      product_sku_id: item.product_sku_id,
      quantity: item.quantity,
      promised: { ...item, following_price: promisedPriceOn(item, row.next_delivery_date) },
    })),
    delivery_id: row.delivery_id,
    payment_method_id: row.payment_method_id,
    agreed: row.agreed_terms,
    ...(row.agreed_terms?.next && { delivery_date: row.next_delivery_date }),
    adjustment_amount: row.adjustment_amount,
    postal_code: row.postal_code01 + row.postal_code02,
    pref_id: row.pref_id,
  }
}

/** Returns the request to use if it costs more than the member was notified of; null: it does not. */
function asPromised(delivery: DeliveryToPrice, { summary }: PriceQuote): QuoteRequest | null {
  const { promised_total } = delivery.notes
  const rise = promised_total === null ? 0 : summary.payment_total - promised_total
  return rise > 0 ? { ...requestOf(delivery), adjustment_amount: delivery.row.adjustment_amount - rise } : null
}
