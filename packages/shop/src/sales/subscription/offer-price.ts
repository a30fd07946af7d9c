import type { PriceEffect } from '@kushi/contract/subscription'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { price_offer } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { NoAnswerAction } from '@kushi/values/price'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { and, eq } from 'drizzle-orm'
import { contextInTransaction, type QueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import {
  createPriceOffers,
  findSubscriptionsWithOpenOffer,
  loadSubscriptionsForPriceOffer,
  openPriceOffersCondition,
  type PriceOfferResult,
  priceOfferConflictError,
  priceOfferOpenError,
} from './internal/create-price-offers.ts'
import type { SubscriptionItem, SubscriptionRow } from './internal/load-subscription.ts'
import { notifyPriceChanges } from './internal/notify-prices.ts'
import { subscriptionLockedError } from './internal/plan-change.ts'
import { loadPriceBookFor, priceEffectOf, priceEffectText } from './internal/price-effect.ts'
import { loadNameAndPrice, setAgreedPrices } from './internal/set-price.ts'
import { isPriceChanging, promisedPriceOn } from './rules/price-offer.ts'
import { refusePausedSubscription } from './update-subscription.ts'

interface PriceChange {
  job_id: number
  product_sku_id: number
  price: number
  /** The first delivery day with the new price. */
  from: CalendarDate
  without_answer: NoAnswerAction
}

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
  ctx: QueryContext,
  ids: readonly number[],
  { isTried, ...wanted }: PriceChange & { isTried: boolean },
): Promise<Map<number, PriceOfferResult | ShopError>> {
  const { name, today } = await loadNameAndPrice(tx, ctx.shop_id, wanted.product_sku_id)
  const all = await loadSubscriptionsForPriceOffer(tx, ctx, ids, isTried)
  const asked = await findSubscriptionsWithOpenOffer(tx, ctx, wanted.product_sku_id, all)
  const book = await loadPriceBookFor(contextInTransaction(ctx, tx), all)
  const became = new Map<number, PriceOfferResult | ShopError>()
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
        throw priceOfferConflictError(
          'ERROR_OVER_CATALOGUE',
          `お店の定期便の価格(${formatYen(today)})より高くはできません。先に商品の価格を変えてください。`,
        )
      if (old === wanted.price) throw priceOfferConflictError('ERROR_UNCHANGED', `すでに${formatYen(old)}です。`)
      const isLower = wanted.price < old
      if (!isLower && asked.has(row.id)) throw priceOfferOpenError()
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
  const named = { ...wanted, name }
  const questions = raised.map((one) => ({
    row: one.row,
    product_sku_id: wanted.product_sku_id,
    terms: null,
    old_price: one.old,
    new_price: wanted.price,
    prices: pricesOf(named, one),
    label: `${name}の価格`,
  }))
  for (const [id, offer_id] of await createPriceOffers(tx, ctx, wanted, questions))
    became.set(id, { ...(became.get(id) as PriceOfferResult), offer_id })
  return became
}

/** @throws ShopError 409 with the reason */
function itemOf(
  ctx: QueryContext,
  row: SubscriptionRow,
  items: readonly SubscriptionItem[],
  { product_sku_id }: PriceChange,
): SubscriptionItem {
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) throw subscriptionLockedError('cancelled')
  refusePausedSubscription(row)
  const item = items.find((one) => one.product_sku_id === product_sku_id && one.only_cycle === null)
  if (!item) throw priceOfferConflictError('ERROR_NOT_THERE', '毎回お届けする商品の中に、この商品が入っていません。')
  if (item.lump_sum_payment_flag) throw priceOfferConflictError('ERROR_PAID_AHEAD', '年払いでお支払い済みです。')
  if (isPriceChanging(item, ctx.clock.today()))
    throw priceOfferConflictError(
      'ERROR_PRICE_CHANGING',
      `${formatDateWithWeekday(item.agreed_from!)}から変わることが、すでに決まっています。`,
    )
  return item
}

/** The change, with the item's name. */
type NamedPriceChange = PriceChange & { name: string }

/** The item and its prices as text. */
const pricesOf = ({ name, price, from }: NamedPriceChange, { old, item: { quantity }, effect }: PricedSubscription) =>
  `${name}\n1個 ${formatYen(old)} → ${formatYen(price)}(税込)、${formatDateWithWeekday(from)}以降のお届けから\n1回のお届け(${quantity}個)では ${formatYen(old * quantity)} → ${formatYen(price * quantity)}(税込)\n${priceEffectText(effect)}`

async function lower(
  tx: Tx,
  ctx: QueryContext,
  named: NamedPriceChange,
  all: readonly PricedSubscription[],
): Promise<void> {
  if (all.length === 0) return
  const { shop_id, clock } = ctx
  // Withdraws open offers: an agreement to an earlier question would cancel the lower price.
  const ids = all.map(({ row }) => row.id)
  await tx
    .update(price_offer)
    .set({ state: 'withdrawn', settled_at: clock.now() })
    .where(
      and(openPriceOffersCondition(shop_id, named.product_sku_id), isAnyOfCondition(price_offer.subscription_id, ids)),
    )
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

/** Withdraws these offers. Returns the ids of those that had no answer, which are now withdrawn. */
export async function withdrawPriceOffers(
  tx: Tx,
  { shop_id, clock }: QueryContext,
  ids: readonly number[],
): Promise<Set<number>> {
  const gone = await tx
    .update(price_offer)
    .set({ state: 'withdrawn', settled_at: clock.now() })
    .where(and(eq(price_offer.shop_id, shop_id), isAnyOfCondition(price_offer.id, ids), eq(price_offer.state, 'asked')))
    .returning({ id: price_offer.id })
  return new Set(gone.map(({ id }) => id))
}
