import type { PromotionInput } from '@kushi/contract/admin/promotion'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { customer } from '@kushi/db/schema/customer'
import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion_member } from '@kushi/db/schema/promotion'
import { addDays } from '@kushi/values/calendar-date'
import { groupBoughtRows } from '@kushi/values/product-set'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'
import { and, asc, desc, eq, gte, inArray, isNull, notInArray } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { destinationText } from '../../../people/person/index.ts'
import { isBirthMonth } from '../internal/audiences/birthday-month.ts'
import { applyPromotions, type GiftSku, isPromotionForCycle, type PromotedItem } from '../rules/apply-promotions.ts'
import { loadPromotionGoods, promotionMemberListCondition, promotionSentenceWithGoods } from './promotions.ts'

const DAYS = 30
/** The newest orders of a large shop; its screen says so. */
const MOST = 20_000
const AT_ONCE = 2_000

/**
 * Simulates a promotion on the orders of the last 30 days. Returns how many orders it would have applied to, and its
 * cost on top of their discounts. Its minimum, goods, deliveries, audience and limits count; its period does not.
 */
export const simulatePromotionPrices: AdminHandler<'POST /admin/v1/promotions/trial'> = async (
  ctx,
  { id, ...input },
) => {
  const names = await loadPromotionGoods(ctx, [input])
  const terms = { ...input, promotion_id: 0 }
  const trial = { orders: 0, yen: 0, looked_at: 0 }
  // No order says who would have left.
  if (input.trigger === 'cancel_offer')
    return { ...trial, is_cut: false, sentence: promotionSentenceWithGoods(input as PromotionInput, names) }
  const gifts = await giftsOf(ctx, input)
  const had = new Set<number | string>()
  const isLeft = () =>
    (input.max_uses === null || trial.orders < input.max_uses) &&
    (input.budget_yen === null || trial.yen < input.budget_yen)
  for await (const { order, items, is_meant } of recentOrders(ctx, input.member_scope, id ?? 0)) {
    trial.looked_at += 1
    if (!is_meant || !isPromotionForCycle(terms, order.cycle ?? 1) || !isLeft()) continue
    const key = input.audience === 'once_address' ? destinationText(order) : order.customer_id
    // The simulation covers 30 days, in which a buyer may use such a promotion once.
    const isOnce = input.audience !== 'everybody' && input.audience !== 'new'
    if (isOnce && had.has(key)) continue
    if (input.audience === 'new' && order.is_repeat) continue
    const { results } = applyPromotions(items, [terms], order.cycle ?? 1, {
      feesAfter: () => order,
      goods: gifts,
    })
    const given = results[0]?.worth ?? 0
    if (given === 0) continue
    had.add(key)
    trial.orders += 1
    trial.yen += given
  }
  return {
    ...trial,
    is_cut: trial.looked_at === MOST,
    sentence: promotionSentenceWithGoods(input as PromotionInput, names),
  }
}

/** The gift of the promotion, with the stock that it needs. */
async function giftsOf({ db, shop_id }: OperatorContext, input: PromotionInput): Promise<GiftSku[]> {
  const gift = giftOfPromotion(input)
  if (!gift) return []
  const skus = await db
    .select({ product_sku_id: product_sku.id, price: product_sku.price })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, gift.product_sku_id)))
  return skus.map((sku) => ({ ...sku, stock: Number.POSITIVE_INFINITY, fits: true }))
}

interface Tried {
  order: typeof orders.$inferSelect
  items: PromotedItem[]
  /** The buyer belongs to the promotion's audience. */
  is_meant: boolean
}

/** Orders that count, the newest first. */
async function* recentOrders(
  ctx: OperatorContext,
  scope: PromotionInput['member_scope'],
  promotion_id: number,
): AsyncGenerator<Tried> {
  const { db, shop_id, clock } = ctx
  const since = new Date(`${addDays(clock.today(), -DAYS)}T00:00:00+09:00`)
  for (let offset = 0; offset < MOST; offset += AT_ONCE) {
    const page = await db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.shop_id, shop_id),
          gte(orders.created_at, since),
          notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled', 'returned']),
          isNull(orders.replaces_order_id),
        ),
      )
      .orderBy(desc(orders.created_at), desc(orders.id))
      .limit(AT_ONCE)
      .offset(offset)
    const ids = page.map(({ id }) => id)
    const items = await db
      .select()
      .from(order_item)
      .where(and(eq(order_item.shop_id, shop_id), inArray(order_item.order_id, ids)))
      .orderBy(asc(order_item.id))
    const set_ids = items.flatMap(({ set_sku_id }) => set_sku_id ?? [])
    const sets = await db
      .select({ id: product_sku.id, product_id: product_sku.product_id })
      .from(product_sku)
      .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, set_ids)))
    const set_products = new Map(sets.map(({ id, product_id }) => [id, product_id]))
    const of = Map.groupBy(items, ({ order_id }) => order_id)
    const isMeant = await meantOf(ctx, scope, promotion_id, page)
    for (const order of page) {
      const subscription = order.subscription_id === null ? 0 : 1
      yield {
        order,
        is_meant: isMeant(order),
        items: groupBoughtRows(of.get(order.id) ?? []).map(({ item, set }) => {
          const { product_id, price, subtotal, discount_amount } = item ?? {
            ...set,
            product_id: set_products.get(set.set_sku_id) ?? 0,
            discount_amount: set.parts.reduce((sum, part) => sum + part.discount_amount, 0),
          }
          return {
            product_id,
            subscription,
            pieces: price > 0 ? Math.round(subtotal / price) : 0,
            subtotal,
            discount_amount,
          }
        }),
      }
    }
    if (page.length < AT_ONCE) return
  }
}

/** Returns the orders whose member belonged to the promotion's audience on the day of the order. */
async function meantOf(
  ctx: OperatorContext,
  scope: PromotionInput['member_scope'],
  promotion_id: number,
  page: readonly Tried['order'][],
): Promise<(order: Tried['order']) => boolean> {
  if (scope === 'anybody') return () => true
  const { db, shop_id } = ctx
  const buyers = page.map(({ customer_id }) => customer_id)
  if (scope === 'listed') {
    const rows = await db
      .select({ customer_id: promotion_member.customer_id })
      .from(promotion_member)
      .where(
        and(promotionMemberListCondition(ctx, promotion_id), isAnyOfCondition(promotion_member.customer_id, buyers)),
      )
    const listed = new Set(rows.map(({ customer_id }) => customer_id))
    return ({ customer_id }) => listed.has(customer_id)
  }
  const rows = await db
    .select({ id: customer.id, birthday: customer.birthday })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), isAnyOfCondition(customer.id, buyers)))
  const birthdays = new Map(rows.map(({ id, birthday }) => [id, birthday]))
  return ({ customer_id, created_at }) => isBirthMonth(birthdays.get(customer_id) ?? null, created_at)
}
