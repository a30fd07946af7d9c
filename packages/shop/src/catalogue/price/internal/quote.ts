import type { CartProblem } from '@kushi/contract/cart'
import type { Quote } from '@kushi/contract/quote'
import type { Yen } from '@kushi/values/yen'
import { cartProblems } from '../rules/cart-problems.ts'
import { isBundled, type Misfit, misfitOf } from '../rules/choose-delivery.ts'
import { freeRemaining, priceOrder } from '../rules/price-order.ts'
import type { TotalRefusal } from '../rules/price-state.ts'
import { type PriceContext, type StockedItem, withPrices } from './load-cart-items.ts'
import { type LoadedPrice, loadPriceInput, type PriceRequest, priceInputFrom } from './load-price-input.ts'
import type { PriceBook } from './price-book.ts'

export type QuoteRequest = PriceRequest

export interface Quoted {
  /** In the order of the request; ids that the shop does not have are missing. */
  items: StockedItem[]
  /** `delivery_id` differs from the requested one if that is not available. Yen, tax included. */
  summary: Quote
  /** `summary.delivery_id` is メール便. */
  mail_delivery_flag: boolean
  /** Reasons against buying exactly this; empty: none. */
  problems: CartProblem[]
  /** Set if the total may be shown but not ordered. */
  refusal: TotalRefusal | null
}

/**
 * 見積もり of one purchase: items, amounts and, for a subscription, the amounts of each delivery after the first. Screens
 * and orders use this same function.
 */
export const quote = async (ctx: PriceContext, request: QuoteRequest): Promise<Quoted> =>
  quoted(request, await loadPriceInput(ctx, request))

/**
 * The same from a loaded price book, for many purchases without a query for each. `customer_id`: the buyer; null: a
 * guest.
 */
export const quoteFrom = (book: PriceBook, customer_id: number | null, request: QuoteRequest): Quoted =>
  quoted(request, priceInputFrom(book, customer_id, request))

function quoted(request: QuoteRequest, { items: loaded, input, delivery, is_remote_island }: LoadedPrice): Quoted {
  const now = priceOrder(input)
  const following = request.is_subscription ? priceOrder({ ...input, turn: 'following' }) : null
  const subscription = request.is_subscription ? 1 : 0
  const items = withPrices(loaded, now.items)
  const hasLight = items.some((item) => item.light_flag && item.is_product_sku_valid)
  return {
    items,
    summary: {
      ...now.amounts,
      delivery_id: delivery.id,
      delivery_free_amount: input.delivery_free_amount,
      free_remaining: freeRemaining(now.amounts, input.delivery_free_amount, items.length > 0),
      bundled_flag: isBundled(delivery, is_remote_island, hasLight),
      is_remote_island,
      following: following?.amounts ?? null,
    },
    mail_delivery_flag: delivery.mail_delivery_flag,
    problems: cartProblems(
      request.items.map((item) => ({ ...item, subscription })),
      items,
    ),
    refusal: now.refusal ?? following?.refusal ?? null,
  }
}

interface QuotedDelivery {
  id: number
  /** Yen, tax included, for this purchase by this method; 0 where delivery is free. */
  delivery_fee: Yen
  misfit: Misfit | null
}

/**
 * Returns the shop's visible methods in their order, each priced for this purchase. `delivery_id`: the method that the
 * request results in.
 */
export async function quoteDeliveries(
  ctx: PriceContext,
  request: PriceRequest,
): Promise<{ delivery_id: number; deliveries: QuotedDelivery[] }> {
  const { input, delivery, deliveries, parcel } = await loadPriceInput(ctx, request)
  return {
    delivery_id: delivery.id,
    deliveries: deliveries.map((one) => ({
      id: one.id,
      delivery_fee: priceOrder({ ...input, delivery: one }).amounts.delivery_fee,
      misfit: misfitOf(one, parcel),
    })),
  }
}
