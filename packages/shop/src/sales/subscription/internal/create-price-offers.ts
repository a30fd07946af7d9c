import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { price_offer, subscription } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { NoAnswerAction } from '@kushi/values/price'
import type { AgreedTerms } from '@kushi/values/price-terms'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { contextInTransaction, type QueryContext } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { hashToken, newToken } from '../../../people/session/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { priceAnswerDeadline } from '../rules/price-offer.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import { notifyPriceChanges } from './notify-prices.ts'
import { recordEvents } from './record-event.ts'
import { priceChangeDetail } from './set-price.ts'

/** The result for one subscription: a description, and the offer that was made. */
export interface PriceOfferResult {
  detail: string
  offer_id: number | null
}

export const priceOfferConflictError = (error: string, message: string) => new ShopError(409, error, message)

/** The subscriptions of a block, locked unless it is only tried; a single one is waited for, others are left out. */
export async function loadSubscriptionsForPriceOffer(
  tx: Tx,
  ctx: QueryContext,
  ids: readonly number[],
  isTried: boolean,
) {
  const { id, summary_status } = subscription
  const found = tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, ctx.shop_id), isAnyOfCondition(id, ids), gt(summary_status, 0)))
    .orderBy(asc(id))
  return loadSubscriptionsWithDetails(
    contextInTransaction(ctx, tx),
    await (isTried ? found : found.for('update', ids.length > 1 ? { skipLocked: true } : {})),
  )
}

/** Open offers for an item; null: for 送料・手数料. */
export const openPriceOffersCondition = (shop_id: number, product_sku_id: number | null) =>
  and(
    eq(price_offer.shop_id, shop_id),
    product_sku_id === null ? isNull(price_offer.product_sku_id) : eq(price_offer.product_sku_id, product_sku_id),
    isNull(price_offer.settled_at),
  )

/** Returns the subscriptions whose members have an open offer for the item; null: for 送料・手数料. */
export async function findSubscriptionsWithOpenOffer(
  tx: Tx,
  { shop_id }: QueryContext,
  product_sku_id: number | null,
  all: readonly LoadedSubscription[],
): Promise<Set<number>> {
  const ids = all.map(({ row }) => row.id)
  const { subscription_id } = price_offer
  const rows = await tx
    .select({ subscription_id })
    .from(price_offer)
    .where(and(openPriceOffersCondition(shop_id, product_sku_id), isAnyOfCondition(subscription_id, ids)))
  return new Set(rows.map((one) => one.subscription_id))
}

export const priceOfferOpenError = () =>
  priceOfferConflictError('ERROR_ASKED_ALREADY', 'すでにお伺いしていて、お返事を待っています。')

interface Asking {
  job_id: number
  /** The first delivery day with the new price. */
  from: CalendarDate
  without_answer: NoAnswerAction
}

/** A member who is asked for a higher price of an item, or for higher 送料・手数料 (`terms`). */
interface Question {
  row: SubscriptionRow
  product_sku_id: number | null
  terms: AgreedTerms | null
  old_price: number
  new_price: number
  /** The change as text, and its subject. */
  prices: string
  label: string
}

const otherwise = {
  keep: 'ご同意がない場合は、これまでの価格のままお届けします。',
  pause: 'ご同意がない場合は、定期便を休止し、お届けもご請求もいたしません。マイページから再開いただけます。',
}
const otherwiseOfFees = { ...otherwise, keep: 'ご同意がない場合は、これまでの送料・手数料のままお届けします。' }

/** Asks each member by mail and LINE, and records it. Returns the ids of the new offers by subscription. */
export async function createPriceOffers(
  tx: Tx,
  ctx: QueryContext,
  { job_id, from: from_date, without_answer }: Asking,
  all: readonly Question[],
): Promise<Map<number, number>> {
  if (all.length === 0) return new Map()
  const { shop_id } = ctx
  const answer_by = priceAnswerDeadline(from_date)
  const tokens = all.map(() => newToken())
  const questions = all.map(({ row, product_sku_id, terms, old_price, new_price }, n) => ({
    ...{ shop_id, job_id, product_sku_id, terms, old_price, new_price, from_date, answer_by, without_answer },
    subscription_id: row.id,
    state: 'asked' as const,
    token_hash: hashToken(tokens[n]!),
    created_at: ctx.clock.now(),
  }))
  const { id, subscription_id } = price_offer
  const added = await tx.insert(price_offer).values(questions).returning({ id, subscription_id })
  const ids = new Map(added.map((one) => [one.subscription_id, one.id]))
  if (ctx.is_quiet) return ids
  const until = formatDateWithWeekday(answer_by)
  const offers = all.map(({ row, terms, prices }, n) => {
    const url = `${shopUrl(ctx.settings, shop_id)}/sh/price-change?token=${tokens[n]}`
    const asking = { until, url, otherwise: (terms ? otherwiseOfFees : otherwise)[without_answer] }
    return { row, dedupe_key: `price-offer:${ids.get(row.id)}`, prices, asking, is_fees: terms !== null }
  })
  await notifyPriceChanges(tx, ctx, offers)
  const events = all.map(({ row, terms, label, old_price, new_price }) => {
    const changes = [{ name: 'price', label, ...priceChangeDetail(old_price, new_price, from_date) }]
    return { row, event: terms ? ('fees_asked' as const) : ('price_asked' as const), detail: { changes } }
  })
  await recordEvents(tx, ctx, shop_id, events)
  return ids
}
