import { isRemoteIsland } from '../../delivery/index.ts'
import { isRankActive } from '../../setting/index.ts'
import { chooseDelivery, type DeliveryChoice } from '../rules/choose-delivery.ts'
import type { PriceInput } from '../rules/price-state.ts'
import { type AskedItem, loadSkuLines, type PriceContext, type SkuLine } from './load-cart-lines.ts'
import { loadTerms } from './load-terms.ts'

export interface PriceRequest {
  /** What is bought in one purchase. */
  items: readonly Omit<AskedItem, 'subscription'>[]
  is_subscription: boolean
  delivery_id?: number | undefined
  /** null: cash on delivery; left out: not chosen yet, no fee. */
  payment_method_id?: number | null | undefined
  /** Set by the shop on a running subscription, yen. */
  adjustment_amount?: number
  /** Where it goes: seven digits, and 1 to 47. Left out: not known yet. */
  postal_code?: string | undefined
  pref_id?: number | undefined
  /** Left out: a single purchase, or the first delivery of a subscription. */
  turn?: PriceInput['turn']
}

export interface LoadedPrice {
  lines: SkuLine[]
  input: PriceInput
  delivery: DeliveryChoice
  is_remote_island: boolean
}

/**
 * Everything that `priceOrder` needs, in two queries: the lines, and the terms of shop, rank, delivery and payment.
 * A rank counts as it stands today, also for the price of later deliveries.
 */
export async function loadPriceInput(ctx: PriceContext, request: PriceRequest): Promise<LoadedPrice> {
  const subscription = request.is_subscription ? 1 : 0
  const lines = await loadSkuLines(
    ctx,
    request.items.map((item) => ({ ...item, subscription })),
  )
  const is_remote_island = request.postal_code !== undefined && isRemoteIsland(request.postal_code)
  const terms = await loadTerms(ctx, request.payment_method_id, { pref_id: request.pref_id, is_remote_island })
  const sent = lines.filter((line) => line.is_product_sku_valid)
  const delivery = chooseDelivery(terms.deliveries, request.delivery_id, {
    all_light: sent.every((line) => line.light_flag),
    weight_g: sent.reduce((sum, { weight_g, quantity }) => sum + weight_g * quantity, 0),
  })
  if (!delivery) throw new Error(`shop ${ctx.shop_id} has no visible delivery method`)
  const input: PriceInput = {
    lines,
    turn: request.turn ?? 'first',
    rank_discount_rate: isRankActive(terms, ctx.clock.today()) ? (terms.discount_rate ?? 0) : 0,
    delivery,
    delivery_free_amount: terms.delivery_free_amount,
    payment_fees: terms.payment_fees,
    adjustment_amount: request.adjustment_amount ?? 0,
  }
  return { lines, input, delivery, is_remote_island }
}
