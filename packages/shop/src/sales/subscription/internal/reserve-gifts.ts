import { isAnyOfCondition, updateRows } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_benefit } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { sum } from '@kushi/values/sum'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { PriceQuote } from '../../../catalogue/price/index.ts'
import { remainingGiftQuantity } from '../../../catalogue/promotion/index.ts'
import type { Context } from '../../../context.ts'
import { returnStock } from '../../order/index.ts'
import type { LoadedSubscription } from './load-subscription.ts'

// 取り置き: what is promised has stock behind it. The gifts of later deliveries leave `product_sku.stock` when they are
// promised, and stand in `subscription_benefit.set_aside` until a delivery takes them or the promise ends. The
// subscription is locked by whoever writes here.

const benefit = subscription_benefit

interface Kept {
  shop_id: number
  subscription_id: number
  promotion_id: number
  terms: PromotionTerms
  set_aside: number
}

const skuOf = ({ terms }: Pick<Kept, 'terms'>) => giftOfPromotion(terms)!.product_sku_id

/** The pieces back to stock, SKU by SKU once. */
const putBack = (tx: Tx, shop_id: number, all: readonly (Pick<Kept, 'terms'> & { pieces: number })[]) =>
  returnStock(
    tx,
    [...Map.groupBy(all, skuOf)].map(([product_sku_id, same]) => ({
      shop_id,
      product_sku_id,
      quantity: sum(same.map(({ pieces }) => pieces)),
    })),
  )

type Gift = PriceQuote['summary']['gifts'][number]

/**
 * Hands the reserved gifts to the deliveries that are being written. `missing`: the gifts that still have to come from
 * stock. `giveBack` returns reserved pieces to stock that no later delivery needs.
 */
export async function consumeReservedGifts(
  tx: Tx,
  shop_id: number,
  all: readonly { loaded: LoadedSubscription; quoted: PriceQuote }[],
): Promise<{ missing: Gift[]; giveBack(): Promise<void> }> {
  const used = all.flatMap(({ loaded: { row, kept }, quoted: { summary } }) =>
    kept.map((one) => {
      const given = summary.gifts.find(({ gift_promotion_id }) => gift_promotion_id === one.promotion_id)?.quantity ?? 0
      const taken = Math.min(given, one.set_aside)
      const set_aside = Math.min(one.set_aside - taken, remainingGiftQuantity(one.terms, row.cycle + 1))
      return { ...one, set_aside, taken, pieces: one.set_aside - taken - set_aside }
    }),
  )
  const changed = used.filter(({ taken, pieces }) => taken + pieces > 0)
  await updateRows(tx, benefit, shop_id, changed, { key: ['subscription_id', 'promotion_id'], set: ['set_aside'] })
  const missing = all.flatMap(({ loaded: { row }, quoted: { summary } }) =>
    summary.gifts.map((gift) => {
      const own = used.find((one) => one.subscription_id === row.id && one.promotion_id === gift.gift_promotion_id)
      return { ...gift, quantity: gift.quantity - (own?.taken ?? 0) }
    }),
  )
  return {
    missing: missing.filter(({ quantity }) => quantity > 0),
    giveBack: () =>
      putBack(
        tx,
        shop_id,
        used.filter(({ pieces }) => pieces > 0),
      ),
  }
}

/**
 * Returns the reserved gifts of these contracts to stock, because their promises end. `promotion_ids`: only the gifts
 * of these promotions.
 */
export async function releaseReservedGifts(
  tx: Tx,
  shop_id: number,
  subscription_ids: readonly number[],
  promotion_ids?: readonly number[],
): Promise<void> {
  if (subscription_ids.length === 0) return
  const these = and(
    eq(benefit.shop_id, shop_id),
    isAnyOfCondition(benefit.subscription_id, subscription_ids),
    gt(benefit.set_aside, 0),
    promotion_ids && isAnyOfCondition(benefit.promotion_id, promotion_ids),
  )
  const kept = await tx.select().from(benefit).where(these)
  if (kept.length === 0) return
  await tx.update(benefit).set({ set_aside: 0 }).where(these)
  await putBack(
    tx,
    shop_id,
    kept.map((one) => ({ ...one, pieces: one.set_aside })),
  )
}

/** Returns the reserved gifts of ended contracts to stock. Contracts that still get a last delivery keep theirs. */
export async function releaseGiftsOfEnded(tx: Tx, shop_id: number, subscription_ids: readonly number[]): Promise<void> {
  if (subscription_ids.length === 0) return
  const over = await tx
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.shop_id, shop_id),
        isAnyOfCondition(subscription.id, subscription_ids),
        isNull(subscription.final_cycle),
      ),
    )
  await releaseReservedGifts(
    tx,
    shop_id,
    over.map(({ id }) => id),
  )
}

/** A gift that a running contract was promised and that is not set aside whole. */
export interface GiftShortage extends Kept {
  missing: number
}

/**
 * The promised gifts of running contracts that are not fully reserved, by the date of the next delivery. Leaves out
 * 年払い, whose later deliveries get no promotion.
 */
export async function underReservedGifts(
  db: Queryable,
  shop_id: number,
  subscription_ids?: readonly number[],
): Promise<GiftShortage[]> {
  const { terms } = benefit
  const to = sql`(${terms} ->> 'to_cycle')::int`
  const isWritten = sql<boolean>`exists (
    select from orders o where o.shop_id = ${subscription.shop_id} and o.subscription_id = ${subscription.id}
      and o.cycle = ${subscription.cycle} and o.status <> 'payment_error')`
  const isYearly = sql`exists (
    select from subscription_order_item i where i.shop_id = ${subscription.shop_id}
      and i.subscription_id = ${subscription.id} and i.lump_sum_payment_flag)`
  const rows = await db
    .select({
      shop_id: benefit.shop_id,
      subscription_id: benefit.subscription_id,
      promotion_id: benefit.promotion_id,
      terms,
      set_aside: benefit.set_aside,
      cycle: subscription.cycle,
      is_written: isWritten,
    })
    .from(benefit)
    .innerJoin(
      subscription,
      and(eq(subscription.shop_id, benefit.shop_id), eq(subscription.id, benefit.subscription_id)),
    )
    .where(
      and(
        eq(benefit.shop_id, shop_id),
        subscription_ids && isAnyOfCondition(benefit.subscription_id, subscription_ids),
        sql`${terms} -> 'effect' ->> 'kind' = 'gift'`,
        sql`(${to} is null or ${to} >= ${subscription.cycle})`,
        sql`${benefit.set_aside} < (${terms} -> 'effect' ->> 'pieces')::int
          * coalesce(${to} - greatest((${terms} ->> 'from_cycle')::int, ${subscription.cycle}) + 1, 1)`,
        gt(subscription.summary_status, 0),
        sql`${subscription.summary_status} <> ${SUBSCRIPTION_STATUS.cancel}`,
        isNull(subscription.final_cycle),
        sql`not ${isYearly}`,
      ),
    )
    .orderBy(asc(subscription.next_delivery_date), asc(benefit.created_at), asc(subscription.id))
  return rows.flatMap(({ cycle, is_written, ...one }) => {
    const missing = remainingGiftQuantity(one.terms, is_written ? cycle + 1 : cycle) - one.set_aside
    return missing > 0 ? [{ ...one, missing }] : []
  })
}

/**
 * Reserves the promised gifts of these contracts, for as many deliveries as the stock allows. The caller has locked
 * the contracts.
 */
export async function reserveGifts(tx: Tx, shop_id: number, subscription_ids: readonly number[]): Promise<void> {
  const short = subscription_ids.length === 0 ? [] : await underReservedGifts(tx, shop_id, subscription_ids)
  if (short.length === 0) return
  const skus = await tx
    .select({ id: product_sku.id, stock: product_sku.stock })
    .from(product_sku)
    .where(
      and(
        eq(product_sku.shop_id, shop_id),
        isAnyOfCondition(product_sku.id, short.map(skuOf)),
        gt(product_sku.stock, 0),
      ),
    )
    .orderBy(asc(product_sku.id))
    .for('no key update')
  const left = new Map(skus.map(({ id, stock }) => [id, stock]))
  const found = short.flatMap((one) => {
    const { product_sku_id, pieces } = giftOfPromotion(one.terms)!
    const stock = left.get(product_sku_id) ?? 0
    const taken = Math.floor(Math.min(one.missing, stock) / pieces) * pieces
    if (taken === 0) return []
    left.set(product_sku_id, stock - taken)
    return [{ ...one, set_aside: one.set_aside + taken }]
  })
  await updateRows(tx, benefit, shop_id, found, { key: ['subscription_id', 'promotion_id'], set: ['set_aside'] })
  const now = skus.flatMap(({ id, stock }) => (left.get(id) === stock ? [] : [{ id, stock: left.get(id)! }]))
  await updateRows(tx, product_sku, shop_id, now, { key: ['id'], set: ['stock'] })
}

/** Whether the stock covers the gifts of all deliveries of a promotion that a contract is about to accept. */
export async function hasGiftsInStock(
  db: Queryable,
  { shop_id, cycle }: { shop_id: number; cycle: number },
  terms: PromotionTerms,
): Promise<boolean> {
  const gift = giftOfPromotion(terms)
  if (!gift) return true
  const [sku] = await db
    .select({ stock: product_sku.stock })
    .from(product_sku)
    .where(sameRowCondition(product_sku, { shop_id, id: gift.product_sku_id }))
  return (sku?.stock ?? 0) >= remainingGiftQuantity(terms, cycle)
}

/** Contracts in one transaction. */
const AT_ONCE = 200

/**
 * Job: reserves the promised gifts that running contracts lack, before others buy them. A gift is lacking for the next
 * delivery of an endless promise, or because it was out of stock when it was promised.
 */
export async function reservePromisedGifts(ctx: Pick<Context, 'db' | 'shop_id'>): Promise<void> {
  const { shop_id } = ctx
  const short = await underReservedGifts(ctx.db, shop_id)
  const ids = [...new Set(short.map(({ subscription_id }) => subscription_id))]
  for (let n = 0; n < ids.length; n += AT_ONCE)
    await ctx.db.transaction(async (tx) => {
      const locked = await tx
        .select({ id: subscription.id })
        .from(subscription)
        .where(and(eq(subscription.shop_id, shop_id), isAnyOfCondition(subscription.id, ids.slice(n, n + AT_ONCE))))
        .orderBy(asc(subscription.id))
        .for('update', { skipLocked: true })
      await reserveGifts(
        tx,
        shop_id,
        locked.map(({ id }) => id),
      )
    })
}
