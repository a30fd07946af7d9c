import type { CartProblem } from '@kushi/contract/cart'
import type { Quote } from '@kushi/contract/quote'
import { cartProblems } from '../rules/cart-problems.ts'
import { isBundled } from '../rules/choose-delivery.ts'
import { freeRemaining } from '../rules/free-remaining.ts'
import { priceOrder } from '../rules/price-order.ts'
import type { TotalRefusal } from '../rules/price-state.ts'
import { type PriceContext, type StockedCartLine, withPrices } from './load-cart-lines.ts'
import { loadPriceInput, type PriceRequest } from './load-price-input.ts'

export type QuoteRequest = PriceRequest

export interface Quoted {
  /** In the order asked; ids that the shop does not have are missing. */
  items: StockedCartLine[]
  /** `delivery_id` differs from the one asked for where that can't be had. Yen, tax included. */
  summary: Quote
  /** What stands in the way of buying exactly this; empty: nothing. */
  problems: CartProblem[]
  /** A total that may be shown but not ordered. */
  refusal: TotalRefusal | null
}

/**
 * 見積もり of one purchase: lines, amounts and, for a subscription, the amounts of each delivery after the first.
 * The screens and the order ask the same function.
 */
export async function quote(ctx: PriceContext, request: QuoteRequest): Promise<Quoted> {
  const { lines, input, delivery, is_remote_island } = await loadPriceInput(ctx, request)
  const now = priceOrder(input)
  const following = request.is_subscription ? priceOrder({ ...input, turn: 'following' }) : null
  const subscription = request.is_subscription ? 1 : 0
  const items = withPrices(lines, now.lines)
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
    problems: cartProblems(
      request.items.map((item) => ({ ...item, subscription })),
      items,
    ),
    refusal: now.refusal ?? following?.refusal ?? null,
  }
}
