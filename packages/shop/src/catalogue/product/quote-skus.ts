import { customer } from '@kushi/db/schema/customer'
import { subscription, subscription_benefit } from '@kushi/db/schema/subscription'
import { prefecturesOfPostcode } from '@kushi/values/postcode-prefecture'
import { DEFAULT_PREFECTURE_ID } from '@kushi/values/prefecture'
import { and, eq } from 'drizzle-orm'
import type { Context, Handler, Input } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { loadTowns } from '../../foundation/postcode/index.ts'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { requirePriceAccess } from '../../people/customer/index.ts'
import { notFound } from '../../shop-error.ts'
import { type QuoteRequest, quotePurchase } from '../price/index.ts'
import { limitCodeGuessing, reservedGiftPieces } from '../promotion/index.ts'

/**
 * 見積もり. `id:quantity` of each item; quantities of the same id are added up, a quantity of 0 is ignored. With
 * `subscription_id` prices the next delivery of that subscription: its delivery method and adjustment, and the
 * following price from the second delivery on. Without an address, a member's own decides the delivery fee.
 * @throws ShopError 404 when the shop has none of the items, or the subscription is not the member's; 403 where prices
 * are not shown to the caller.
 */
export const quoteSkus: Handler<'GET /v1/product/sku/list'> = async (ctx, input) => {
  await requirePriceAccess(ctx)
  const running = input.subscription_id === undefined ? null : await ofSubscription(ctx, input.subscription_id)
  const request = { ...(await quoteRequest(ctx, input, { isRunning: running !== null })), ...running }
  const { items, summary } = await limitCodeGuessing(ctx, input.coupon_codes ?? [], (coupon_codes) =>
    quotePurchase(ctx, { ...request, coupon_codes }),
  )
  if (request.items.length > 0 && items.length === 0) throw notFound()
  return { items, summary }
}

type Asked = Input<'GET /v1/order/offers'>

/** The purchase that a query asks the price of, without its codes. */
export async function quoteRequest(ctx: Context, input: Asked, { isRunning = false } = {}): Promise<QuoteRequest> {
  const isNowhere = input.postal_code === undefined && input.pref_id === undefined
  const home = isNowhere && !isRunning ? await homeOf(ctx) : null
  return {
    is_subscription: input.is_subscription,
    payment_method_id: paymentMethodId(input.payment_method_id),
    following_payment_method_id: paymentMethodId(input.following_payment_method_id),
    ...(home ?? {
      postal_code: input.postal_code,
      pref_id: input.pref_id ?? (await prefectureOf(ctx, input.postal_code)),
    }),
    delivery_id: input.delivery_method_id,
    chosen_fees: isRunning ? {} : { gift_fee: await giftFeeOf(ctx, input) },
    items: input.product_sku_ids.map(parseItem).filter((item) => item.quantity > 0),
    points: input.points,
    landing_slug: input.landing_slug,
  }
}

/** The fee (yen) of the wrapping with this name, if these goods are offered it; 0 for a 定期便. */
async function giftFeeOf(ctx: Context, input: Asked): Promise<number> {
  const { gift_wrap, gift_noshi, gift_card, is_subscription } = input
  if (!(gift_wrap || gift_noshi || gift_card) || is_subscription) return 0
  const { wraps, noshi, card_fee } = (await loadCachedShop(ctx)).wrapping_offer
  const feeOf = (all: readonly { wrapping_name: string; wrapping_fee: number }[], name: string | undefined) =>
    all.find(({ wrapping_name }) => wrapping_name === name)?.wrapping_fee ?? 0
  return feeOf(wraps, gift_wrap) + feeOf(noshi, gift_noshi) + (gift_card ? (card_fee ?? 0) : 0)
}

/** Where the member lives: the delivery fee of before the address is asked for is theirs. null: a guest, or not known. */
async function homeOf({ db, shop_id, customer_id }: Context) {
  if (customer_id === null) return null
  const { postal_code01, postal_code02, pref_id } = customer
  const [found] = await db
    .select({ postal_code01, postal_code02, pref_id })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id)))
  const postal_code = found && found.postal_code01 + found.postal_code02
  return postal_code ? { postal_code, pref_id: found.pref_id } : null
}

/**
 * The prefecture of a postcode; 東京都 without one. Where a post office delivers across a border, the towns decide, or
 * the first of its prefectures while the postcode service does not answer.
 */
async function prefectureOf(ctx: Context, postal_code: string | undefined): Promise<number> {
  if (postal_code === undefined) return DEFAULT_PREFECTURE_ID
  const possible = prefecturesOfPostcode(postal_code)
  if (possible.length === 1) return possible[0]!
  const mayAsk = () => consumeLimit(ctx, 'postcode', { address: ctx.ip, user_agent: ctx.user_agent })
  const [town] = await loadTowns(ctx, postal_code, mayAsk).catch(() => [])
  return town?.pref_id ?? possible[0]!
}

function parseItem(text: string): QuoteRequest['items'][number] {
  const [product_sku_id, quantity] = text.split(':').map(Number)
  return { product_sku_id: product_sku_id!, quantity: quantity! }
}

type Wire = Asked['payment_method_id']
const paymentMethodId = (wire: Wire) => (wire === undefined ? undefined : wire === 'null' ? null : Number(wire))

async function ofSubscription(ctx: Context, id: number): Promise<Partial<QuoteRequest>> {
  if (ctx.customer_id === null) throw notFound()
  const [row] = await ctx.db
    .select({
      delivery_id: subscription.delivery_id,
      adjustment_amount: subscription.adjustment_amount,
      cycle: subscription.cycle,
      payment_method_id: subscription.payment_method_id,
      postal_code01: subscription.postal_code01,
      postal_code02: subscription.postal_code02,
      pref_id: subscription.pref_id,
    })
    .from(subscription)
    .where(
      and(
        eq(subscription.id, id),
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
      ),
    )
  if (!row) throw notFound()
  const benefits = await ctx.db
    .select({ terms: subscription_benefit.terms, set_aside: subscription_benefit.set_aside })
    .from(subscription_benefit)
    .where(and(eq(subscription_benefit.shop_id, ctx.shop_id), eq(subscription_benefit.subscription_id, id)))
  return {
    promised_promotions: benefits.map(({ terms }) => terms),
    set_aside: reservedGiftPieces(benefits),
    is_subscription: true,
    delivery_id: row.delivery_id,
    adjustment_amount: row.adjustment_amount,
    cycle: row.cycle,
    payment_method_id: row.payment_method_id,
    postal_code: row.postal_code01 + row.postal_code02,
    pref_id: row.pref_id,
  }
}
