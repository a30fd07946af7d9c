import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import { isRow, refersTo } from '@kushi/db/in-shop'
import { product, product_sku } from '@kushi/db/schema/product'
import { price_offer, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { itemName } from '@kushi/values/variant'
import { formatYen } from '@kushi/values/yen'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { enqueueMail } from '../outbox/index.ts'
import { hashToken, newToken } from '../session/index.ts'
import { shopUrl } from '../setting/index.ts'
import { notFound, ShopError } from '../shop-error.ts'
import { type SubscriptionItem, type SubscriptionRow, withParts } from './internal/load-subscription.ts'
import { locked } from './internal/plan-change.ts'
import { priceMail } from './internal/price-mail.ts'
import { recordEvent } from './internal/record-event.ts'
import { saveSubscription } from './internal/save-subscription.ts'
import { answerBy } from './rules/price-offer.ts'
import { isPriceChanging, promisedOn, withPrice } from './rules/promised-price.ts'
import { paused } from './update-subscription.ts'

interface Wanted {
  id: number
  job_id: number
  product_sku_id: number
  price: number
  /** The first day of delivery with it. */
  from: CalendarDate
  without_answer: 'keep' | 'pause'
}

const refuse = (error: string, message: string) => new ShopError(409, error, message)

/**
 * 価格変更 of one item by the shop: a lower price holds from its day on and the member is told; for a higher one they are asked, and
 * nothing changes before they say yes. `is_quiet`: it is only tried.
 * @throws ShopError 404; 409 with the reason
 */
export async function offerPrice(tx: Tx, ctx: Context, wanted: Wanted) {
  const { row, item } = await itemOf(tx, ctx, wanted)
  const { name, today } = await skuOf(tx, row.shop_id, wanted.product_sku_id)
  // A lower price of the catalogue is the member's already.
  const old = Math.min(promisedOn(item, wanted.from), today)
  const since = `${formatWithWeekday(wanted.from)}以降のお届けから`
  const prices = `${name}\n1個 ${formatYen(old)} → ${formatYen(wanted.price)}(税込)、${since}`
  const text = `${formatYen(old)} → ${formatYen(wanted.price)}`
  if (wanted.price > today)
    throw refuse(
      'ERROR_OVER_CATALOGUE',
      `お店の定期便の価格(${formatYen(today)})より高くはできません。先に商品の価格を変えてください。`,
    )
  if (old === wanted.price) throw refuse('ERROR_UNCHANGED', `すでに${formatYen(old)}です。`)
  if (wanted.price < old) {
    await withdrawQuestion(tx, ctx, wanted)
    const { saved } = await setPrice(
      tx,
      ctx,
      { row, item, name, price: wanted.price, from: wanted.from },
      'price_lowered',
    )
    if (!ctx.is_quiet)
      await enqueueMail(
        tx,
        row.shop_id,
        `price-lowered:${row.id}:${saved.version}`,
        await priceMail(tx, ctx, row, prices),
        about(row),
      )
    return { detail: `${text} に下げます`, offer_id: null }
  }
  return {
    detail: `${text} への同意をお願いします`,
    offer_id: await ask(tx, ctx, row, { ...wanted, old, name, prices }),
  }
}

const about = ({ customer_id, id }: SubscriptionRow) => ({ customer_id, subscription_id: id })

async function itemOf(tx: Tx, ctx: Context, { id, product_sku_id }: Wanted) {
  const mine = isRow(subscription, { shop_id: ctx.shop_id, id })
  const [row] = await tx.select().from(subscription).where(mine).for('update')
  if (!row || row.summary_status === 0) throw notFound()
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) throw locked('cancelled')
  if (row.summary_status === SUBSCRIPTION_STATUS.pause) throw paused()
  const [loaded] = await withParts(tx, [row])
  const item = loaded!.items.find((one) => one.product_sku_id === product_sku_id && one.only_cycle === null)
  if (!item) throw refuse('ERROR_NOT_THERE', '毎回お届けする商品の中に、この商品が入っていません。')
  if (item.lump_sum_payment_flag) throw refuse('ERROR_PAID_AHEAD', '年払いでお支払い済みです。')
  if (isPriceChanging(item, ctx.clock.today()))
    throw refuse(
      'ERROR_PRICE_CHANGING',
      `${formatWithWeekday(item.agreed_from!)}から変わることが、すでに決まっています。`,
    )
  return { row, item }
}

/** What an item is called, and what the shop takes for it today. */
export async function skuOf(tx: Tx, shop_id: number, sku_id: number) {
  const [found] = await tx
    .select({
      product_name: product.product_name,
      ...{ set_item_name1: product_sku.set_item_name1, set_item_name2: product_sku.set_item_name2 },
      ...{ price: product_sku.price, subscription_price: product_sku.subscription_price },
    })
    .from(product_sku)
    .innerJoin(product, refersTo(product_sku.product_id, product))
    .where(isRow(product_sku, { shop_id, id: sku_id }))
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

/** From its day on the item costs so much. The caller has locked the row. */
export async function setPrice(
  tx: Tx,
  ctx: Context,
  { row, item, name, price, from }: NewPrice,
  event: 'price_lowered' | 'price_agreed',
): Promise<{ saved: SubscriptionRow; changes: SubscriptionChange[] }> {
  const changes = [{ name: 'price', label: `${name}の価格`, ...sayChange(promisedOn(item, from), price, from) }]
  await tx
    .update(subscription_order_item)
    .set(withPrice(item, price, from, ctx.clock.today()))
    .where(isRow(subscription_order_item, { shop_id: row.shop_id, id: item.id }))
  const saved = await saveSubscription(tx, row, null)
  await recordEvent(tx, ctx, row, event, { changes, version: saved.version })
  return { saved, changes }
}

const sayChange = (old: number, price: number, from: CalendarDate) => ({
  before: formatYen(old),
  after: `${formatYen(price)}(${formatWithWeekday(from)}以降のお届けから)`,
})

const otherwise = {
  keep: 'ご同意がない場合は、これまでの価格のままお届けします。',
  pause: 'ご同意がない場合は、定期便を休止し、お届けもご請求もいたしません。マイページからいつでも再開いただけます。',
}

interface Question extends Wanted {
  old: number
  name: string
  /** The item and its prices, in words. */
  prices: string
}

async function ask(tx: Tx, ctx: Context, row: SubscriptionRow, question: Question): Promise<number> {
  const { job_id, product_sku_id, price: new_price, from: from_date, without_answer } = question
  const { old: old_price, name, prices } = question
  const token = newToken()
  const answer_by = answerBy(from_date)
  const [added] = await tx
    .insert(price_offer)
    .values({
      ...{ shop_id: row.shop_id, job_id, subscription_id: row.id, product_sku_id, old_price, new_price, from_date },
      ...{ answer_by, without_answer, state: 'asked', token_hash: hashToken(token), created_at: ctx.clock.now() },
    })
    .onConflictDoNothing()
    .returning({ id: price_offer.id })
  if (!added) throw refuse('ERROR_ASKED_ALREADY', 'すでにお伺いしていて、お返事を待っています。')
  if (ctx.is_quiet) return added.id
  const url = `${shopUrl(ctx.settings, row.shop_id)}/sh/price-change?token=${token}`
  const mail = await priceMail(tx, ctx, row, prices, {
    ...{ url, until: formatWithWeekday(answer_by), otherwise: otherwise[without_answer] },
  })
  await enqueueMail(tx, row.shop_id, `price-offer:${added.id}`, mail, about(row))
  const changes = [{ name: 'price', label: `${name}の価格`, ...sayChange(old_price, new_price, from_date) }]
  await recordEvent(tx, ctx, row, 'price_asked', { changes })
  return added.id
}

/** A lower price is promised: a yes to what was asked before would take it away again. */
async function withdrawQuestion(tx: Tx, { shop_id, clock }: Context, { id, product_sku_id }: Wanted): Promise<void> {
  const { subscription_id, settled_at } = price_offer
  const same = and(
    ...[eq(price_offer.shop_id, shop_id), eq(subscription_id, id), eq(price_offer.product_sku_id, product_sku_id)],
    isNull(settled_at),
  )
  await tx.update(price_offer).set({ state: 'withdrawn', settled_at: clock.now() }).where(same)
}

/** Takes the question back, as long as nobody has answered it. @throws ShopError 409 */
export async function withdrawOffer(tx: Tx, { shop_id, clock }: Context, id: number): Promise<void> {
  const [gone] = await tx
    .update(price_offer)
    .set({ state: 'withdrawn', settled_at: clock.now() })
    .where(and(isRow(price_offer, { shop_id, id }), eq(price_offer.state, 'asked')))
    .returning({ id: price_offer.id })
  if (!gone) throw refuse('ERROR_CHANGED_MEANWHILE', 'お返事があったか、期限が過ぎたため、取り消しませんでした。')
}
