import { updateRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { AgreedTerms } from '@kushi/values/price-terms'
import { itemName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import type { QueryContext } from '../../../context.ts'
import { notFound } from '../../../shop-error.ts'
import { promisedPriceOn, withPriceFrom } from '../rules/price-offer.ts'
import type { SubscriptionItem, SubscriptionRow } from './load-subscription.ts'
import { withFeesFrom } from './price-effect.ts'
import { recordEvent, recordEvents } from './record-event.ts'
import { saveSubscription, saveSubscriptions } from './save-subscription.ts'

/** Returns an item's name and the shop's price today. */
export async function loadNameAndPrice(tx: Tx, shop_id: number, sku_id: number) {
  const [found] = await tx
    .select({
      product_name: product.product_name,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
      price: product_sku.price,
      subscription_price: product_sku.subscription_price,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(sameRowCondition(product_sku, { shop_id, id: sku_id }))
  if (!found) throw notFound()
  return { name: itemName(found), today: found.subscription_price ?? found.price }
}

interface NewPrice {
  row: SubscriptionRow
  item: SubscriptionItem
  name: string
  price: number
  from: CalendarDate
}

/** Sets prices of items from a day on, in the order of the items. The caller has locked their subscriptions. */
export async function setAgreedPrices(
  tx: Tx,
  ctx: QueryContext,
  shop_id: number,
  all: readonly NewPrice[],
  event: 'price_lowered' | 'price_agreed',
) {
  const items = all.map(({ item, price, from }) => ({
    ...item,
    ...withPriceFrom(item, price, from, ctx.clock.today()),
  }))
  const set = ['following_price', 'agreed_price', 'agreed_from'] as const
  await updateRows(tx, subscription_order_item, shop_id, items, { key: ['id'], set })
  const saved = await saveSubscriptions(
    tx,
    shop_id,
    all.map(({ row }) => ({ row, action: null, content: {} })),
  )
  const done = all.map(({ item, name, price, from }, n) => ({
    saved: saved[n]!,
    changes: [
      { name: 'price', label: `${name}の価格`, ...priceChangeDetail(promisedPriceOn(item, from), price, from) },
    ],
  }))
  const events = done.map(({ saved: row, changes }) => ({ row, event, detail: { changes, version: row.version } }))
  await recordEvents(tx, ctx, shop_id, events)
  return done
}

/** Sets 送料・手数料 to which a member agreed, from a day on; the caller has locked the subscription. */
export async function setAgreedFees(
  tx: Tx,
  ctx: QueryContext,
  row: SubscriptionRow,
  { terms, old_price, new_price, from_date }: NewFees,
) {
  const saved = await saveSubscription(tx, row, null, { agreed_terms: withFeesFrom(row, terms, from_date) })
  const changes = [{ name: 'price', label: '1回のお支払い合計', ...priceChangeDetail(old_price, new_price, from_date) }]
  await recordEvent(tx, ctx, row, 'fees_agreed', { changes, version: saved.version })
  return { saved, changes }
}

interface NewFees {
  terms: AgreedTerms
  /** The total of one delivery (yen). */
  old_price: number
  new_price: number
  from_date: CalendarDate
}

/** Builds the event detail of a price change: the old price, the new one, and the day from which it applies. */
export const priceChangeDetail = (old: number, price: number, from: CalendarDate) => ({
  before: formatYen(old),
  after: `${formatYen(price)}(${formatDateWithWeekday(from)}以降のお届けから)`,
})
