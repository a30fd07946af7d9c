import type { PriceEffect } from '@kushi/contract/subscription'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { price_offer, subscription } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { type Context, inTransaction } from '../../context.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import { hashToken, newToken } from '../../people/session/index.ts'
import { ShopError } from '../../shop-error.ts'
import {
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  type SubscriptionItem,
  type SubscriptionRow,
} from './internal/load-subscription.ts'
import { notifyPriceChanges } from './internal/notify-prices.ts'
import { subscriptionLockedError } from './internal/plan-change.ts'
import { loadPriceBookFor, priceEffectOf, priceEffectText } from './internal/price-effect.ts'
import { recordEvents } from './internal/record-event.ts'
import { loadNameAndPrice, priceChangeDetail, setAgreedPrices } from './internal/set-price.ts'
import { isPriceChanging, priceAnswerDeadline, promisedPriceOn } from './rules/price-offer.ts'
import { refusePausedSubscription } from './update-subscription.ts'

interface PriceChange {
  job_id: number
  product_sku_id: number
  price: number
  /** The first delivery day with the new price. */
  from: CalendarDate
  without_answer: 'keep' | 'pause'
}

/** The result for one subscription: a description, and the offer that was made. */
interface OfferResult {
  detail: string
  offer_id: number | null
}

const refuse = (error: string, message: string) => new ShopError(409, error, message)

interface PricedSubscription {
  row: SubscriptionRow
  item: SubscriptionItem
  old: number
  effect: PriceEffect
}

/**
 * 価格変更 by the shop of one item in each of these subscriptions. A lower price applies from its day on, and the member is
 * notified. For a higher price the member is asked, and nothing changes without agreement. A refused change leaves only
 * its reason. Rows that another process has locked, or that do not exist, are left out; a single one is waited for.
 * `isTried`: locks and writes nothing.
 * @throws ShopError 404 for an unknown SKU
 */
export async function offerPriceChanges(
  tx: Tx,
  ctx: Context,
  ids: readonly number[],
  { isTried, ...wanted }: PriceChange & { isTried: boolean },
): Promise<Map<number, OfferResult | ShopError>> {
  const { name, today } = await loadNameAndPrice(tx, ctx.shop_id, wanted.product_sku_id)
  const all = await subscriptionsOf(tx, ctx, ids, isTried)
  const asked = await askedAlready(tx, ctx, wanted, all)
  const book = await loadPriceBookFor(inTransaction(ctx, tx), all)
  const became = new Map<number, OfferResult | ShopError>()
  const lowered: PricedSubscription[] = []
  const raised: PricedSubscription[] = []
  for (const loaded of all) {
    const { row, items } = loaded
    try {
      const item = itemOf(ctx, row, items, wanted)
      // If the catalogue's price is lower, the member pays that already.
      const old = Math.min(promisedPriceOn(item, wanted.from), today)
      const text = `${formatYen(old)} → ${formatYen(wanted.price)}`
      if (wanted.price > today)
        throw refuse(
          'ERROR_OVER_CATALOGUE',
          `お店の定期便の価格(${formatYen(today)})より高くはできません。先に商品の価格を変えてください。`,
        )
      if (old === wanted.price) throw refuse('ERROR_UNCHANGED', `すでに${formatYen(old)}です。`)
      const isLower = wanted.price < old
      if (!isLower && asked.has(row.id))
        throw refuse('ERROR_ASKED_ALREADY', 'すでにお伺いしていて、お返事を待っています。')
      const list = isLower ? lowered : raised
      const effect = priceEffectOf(book, loaded, { ...wanted, item }, ctx.clock.today())
      list.push({ row, item, old, effect })
      became.set(row.id, { detail: isLower ? `${text} に下げます` : `${text} への同意をお願いします`, offer_id: null })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      became.set(row.id, error)
    }
  }
  if (isTried) return became
  await lower(tx, ctx, { ...wanted, name }, lowered)
  for (const [id, offer_id] of await ask(tx, ctx, { ...wanted, name }, raised))
    became.set(id, { ...(became.get(id) as OfferResult), offer_id })
  return became
}

async function subscriptionsOf(tx: Tx, ctx: Context, ids: readonly number[], isTried: boolean) {
  const { id, summary_status } = subscription
  const found = tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, ctx.shop_id), isAnyOfCondition(id, ids), gt(summary_status, 0)))
    .orderBy(asc(id))
  return loadSubscriptionsWithDetails(
    { ...ctx, db: tx },
    await (isTried ? found : found.for('update', ids.length > 1 ? { skipLocked: true } : {})),
  )
}

/** Returns the subscriptions whose members have an open offer for the item. */
async function askedAlready(
  tx: Tx,
  { shop_id }: Context,
  { product_sku_id }: PriceChange,
  all: readonly LoadedSubscription[],
) {
  const ids = all.map(({ row }) => row.id)
  const { subscription_id } = price_offer
  const rows = await tx
    .select({ subscription_id })
    .from(price_offer)
    .where(and(isOpen(shop_id, product_sku_id), isAnyOfCondition(subscription_id, ids)))
  return new Set(rows.map((one) => one.subscription_id))
}

const isOpen = (shop_id: number, product_sku_id: number) =>
  and(eq(price_offer.shop_id, shop_id), eq(price_offer.product_sku_id, product_sku_id), isNull(price_offer.settled_at))

/** @throws ShopError 409 with the reason */
function itemOf(
  ctx: Context,
  row: SubscriptionRow,
  items: readonly SubscriptionItem[],
  { product_sku_id }: PriceChange,
): SubscriptionItem {
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) throw subscriptionLockedError('cancelled')
  refusePausedSubscription(row)
  const item = items.find((one) => one.product_sku_id === product_sku_id && one.only_cycle === null)
  if (!item) throw refuse('ERROR_NOT_THERE', '毎回お届けする商品の中に、この商品が入っていません。')
  if (item.lump_sum_payment_flag) throw refuse('ERROR_PAID_AHEAD', '年払いでお支払い済みです。')
  if (isPriceChanging(item, ctx.clock.today()))
    throw refuse(
      'ERROR_PRICE_CHANGING',
      `${formatDateWithWeekday(item.agreed_from!)}から変わることが、すでに決まっています。`,
    )
  return item
}

const otherwise = {
  keep: 'ご同意がない場合は、これまでの価格のままお届けします。',
  pause: 'ご同意がない場合は、定期便を休止し、お届けもご請求もいたしません。マイページから再開いただけます。',
}

/** The change, with the item's name. */
type NamedPriceChange = PriceChange & { name: string }

/** The item and its prices as text. */
const pricesOf = ({ name, price, from }: NamedPriceChange, { old, item: { quantity }, effect }: PricedSubscription) =>
  `${name}\n1個 ${formatYen(old)} → ${formatYen(price)}(税込)、${formatDateWithWeekday(from)}以降のお届けから\n1回のお届け(${quantity}個)では ${formatYen(old * quantity)} → ${formatYen(price * quantity)}(税込)\n${priceEffectText(effect)}`

async function lower(tx: Tx, ctx: Context, named: NamedPriceChange, all: readonly PricedSubscription[]): Promise<void> {
  if (all.length === 0) return
  const { shop_id, clock } = ctx
  // Withdraws open offers: an agreement to an earlier question would cancel the lower price.
  const ids = all.map(({ row }) => row.id)
  await tx
    .update(price_offer)
    .set({ state: 'withdrawn', settled_at: clock.now() })
    .where(and(isOpen(shop_id, named.product_sku_id), isAnyOfCondition(price_offer.subscription_id, ids)))
  const { name, price, from } = named
  const news = all.map(({ row, item }) => ({ row, item, name, price, from }))
  const done = await setAgreedPrices(tx, ctx, shop_id, news, 'price_lowered')
  if (ctx.is_quiet) return
  const offers = all.map((one, n) => {
    const dedupe_key = `price-lowered:${one.row.id}:${done[n]!.saved.version}`
    return { row: one.row, dedupe_key, prices: pricesOf(named, one) }
  })
  await notifyPriceChanges(tx, ctx, offers)
}

/** Returns the ids of the new offers by subscription. */
async function ask(
  tx: Tx,
  ctx: Context,
  named: NamedPriceChange,
  all: readonly PricedSubscription[],
): Promise<Map<number, number>> {
  if (all.length === 0) return new Map()
  const { shop_id } = ctx
  const { job_id, product_sku_id, price: new_price, from: from_date, without_answer, name } = named
  const answer_by = priceAnswerDeadline(from_date)
  const tokens = all.map(() => newToken())
  const questions = all.map(({ row, old: old_price }, n) => ({
    shop_id,
    job_id,
    subscription_id: row.id,
    product_sku_id,
    old_price,
    new_price,
    from_date,
    answer_by,
    without_answer,
    state: 'asked' as const,
    token_hash: hashToken(tokens[n]!),
    created_at: ctx.clock.now(),
  }))
  const { id, subscription_id } = price_offer
  const added = await tx.insert(price_offer).values(questions).returning({ id, subscription_id })
  const ids = new Map(added.map((one) => [one.subscription_id, one.id]))
  if (ctx.is_quiet) return ids
  const asking = { until: formatDateWithWeekday(answer_by), otherwise: otherwise[without_answer] }
  const offers = all.map((one, n) => {
    const url = `${shopUrl(ctx.settings, shop_id)}/sh/price-change?token=${tokens[n]}`
    const dedupe_key = `price-offer:${ids.get(one.row.id)}`
    return { row: one.row, dedupe_key, prices: pricesOf(named, one), asking: { ...asking, url } }
  })
  await notifyPriceChanges(tx, ctx, offers)
  const events = all.map(({ row, old }) => {
    const changes = [{ name: 'price', label: `${name}の価格`, ...priceChangeDetail(old, new_price, from_date) }]
    return { row, event: 'price_asked' as const, detail: { changes } }
  })
  await recordEvents(tx, ctx, shop_id, events)
  return ids
}

/** Withdraws these offers. Returns the ids of those that had no answer, which are now withdrawn. */
export async function withdrawPriceOffers(
  tx: Tx,
  { shop_id, clock }: Context,
  ids: readonly number[],
): Promise<Set<number>> {
  const gone = await tx
    .update(price_offer)
    .set({ state: 'withdrawn', settled_at: clock.now() })
    .where(and(eq(price_offer.shop_id, shop_id), isAnyOfCondition(price_offer.id, ids), eq(price_offer.state, 'asked')))
    .returning({ id: price_offer.id })
  return new Set(gone.map(({ id }) => id))
}
