import type { Tx } from '@kushi/db/connect'
import { insertRows, isAmong } from '@kushi/db/in-sets'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { isCash, isInvoice } from '@kushi/values/payment-method'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { within } from '../../context.ts'
import { earliestDeliveries } from '../../delivery/index.ts'
import { loadText } from '../../message/index.ts'
import { billOf, paymentTerms, statusEvent, takeStock } from '../../order/index.ts'
import { paymentRefusal } from '../../payment/index.ts'
import type { PaymentSource } from '../../payment/payment-port.ts'
import { loadPriceBook, type Quoted } from '../../price/index.ts'
import { loadShop } from '../../setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { isDue } from '../rules/due.ts'
import { repairDates } from '../rules/repair-dates.ts'
import { attemptOf, providerOrderId } from './billing-attempt.ts'
import { sourceFrom, type Written } from './charge-delivery.ts'
import { type Loaded, type SubscriptionRow, withParts } from './load-subscription.ts'
import { priceDeliveryFrom } from './price-delivery.ts'
import { saveSubscriptions } from './save-subscription.ts'
import { kindOf } from './subscription-mail.ts'
import { itemsOf, newOrderOf } from './write-cycle-order.ts'
import { paymentOf } from './write-delivery.ts'

interface Block {
  /** To be charged now, each by itself. */
  written: Written[]
  /** Ids of those that are no ordinary delivery: to be arranged one by one. */
  others: number[]
}

/**
 * What `writeDelivery` does, of a block at once: the ordinary deliveries, which nothing stands in the way of and which a provider
 * is asked to pay for, are loaded, priced and written in sets, in one transaction. Rows that another worker has locked are passed
 * over. Where anything goes wrong nothing is written, and all are left to be arranged one by one.
 */
export async function writeBlock(ctx: Context, ids: readonly number[]): Promise<Block> {
  try {
    return await ctx.db.transaction((tx) => write(tx, within(ctx, tx), ids))
  } catch (error) {
    const isSoldOut = error instanceof ShopError && error.error === 'ERROR_OUT_OF_STOCK'
    if (!isSoldOut) ctx.log.warn({ err: error }, 'deliveries could not be written together')
    return { written: [], others: [...ids] }
  }
}

interface Ordinary {
  loaded: Loaded
  quoted: Quoted
  source: PaymentSource
  buyer: typeof customer.$inferSelect
}

async function write(tx: Tx, ctx: Context, ids: readonly number[]): Promise<Block> {
  const rows = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, ctx.shop_id), isAmong(subscription.id, ids)))
    .orderBy(asc(subscription.id))
    .for('update', { skipLocked: true })
  const due = (await withParts(tx, rows)).filter((one) => isDue(one, ctx.clock.today()))
  const judge = await makeJudge(tx, ctx, due)
  const ordinary = due.flatMap((loaded) => judge(loaded) ?? [])
  const taken = new Set(ordinary.map(({ loaded }) => loaded.row.id))
  const others = due.map(({ row }) => row.id).filter((id) => !taken.has(id))
  return { written: ordinary.length === 0 ? [] : await insertAll(tx, ctx, ordinary), others }
}

/** Loads what decides about all of them; what it gives back says which are ordinary, as they are to be written. */
async function makeJudge(tx: Tx, ctx: Context, due: readonly Loaded[]): Promise<(one: Loaded) => Ordinary | null> {
  const rows = due.map(({ row }) => row)
  const earliestTo = await earliestDeliveries(ctx, rows)
  const customer_ids = rows.map((row) => row.customer_id)
  const sku_ids = due.flatMap(({ items }) => items.map((item) => item.product_sku_id))
  const book = await loadPriceBook({ ...ctx, customer_id: null }, { sku_ids, customer_ids })
  const buyers = await tx
    .select()
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), isAmong(customer.id, customer_ids)))
  const buyerOf = new Map(buyers.map((buyer) => [buyer.id, buyer]))
  const methods = await tx
    .select(paymentTerms({ ...ctx, customer_id: null }))
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.visible, true)))
  const isPayable = ({ payment_method_id, delivery_notes }: SubscriptionRow, { summary }: Quoted): boolean => {
    const method = methods.find((one) => one.payment_method_id === payment_method_id)
    const mail_delivery_flag = book.terms.deliveries.some(
      (one) => one.id === summary.delivery_id && one.mail_delivery_flag,
    )
    const occasion = { payment_method_id, is_subscription: true, amount: summary.payment_total, mail_delivery_flag }
    const isOffered = method && method.cumulative_limit === null && ctx.ports.payment.has(payment_method_id)
    return !!isOffered && paymentRefusal(method, { ...occasion, delivery_notes }) === null
  }
  return (before) => {
    const { row } = before
    if (before.order || before.attempts.length > 0 || before.notes.skipped || isCash(row.payment_method_id)) return null
    if (isInvoice(row.payment_method_id)) return null
    const loaded = { ...before, row: { ...row, ...repairDates(row, row, earliestTo(row)) } }
    const quoted = priceDeliveryFrom(book, loaded)
    const { items, problems, refusal, summary } = quoted
    if (items.length === 0 || problems.length > 0 || refusal || summary.payment_total === 0) return null
    const buyer = buyerOf.get(row.customer_id)!
    const source = sourceFrom({ ...row, gmo_id: buyer.gmo_id })
    return source && isPayable(row, quoted) ? { loaded, quoted, source, buyer } : null
  }
}

async function insertAll(tx: Tx, ctx: Context, ordinary: readonly Ordinary[]): Promise<Written[]> {
  const seller = await loadShop(ctx)
  const text = await loadText(tx, ctx.shop_id, kindOf('arranged'))
  const values = ordinary.map(({ loaded, quoted }) => newOrderOf(ctx, loaded.row, quoted, 'payment_pending'))
  const ids = await insertRows(tx, orders, values, ['id', 'subscription_id'])
  const idOf = new Map(ids.map(({ id, subscription_id }) => [subscription_id, id]))
  const all = ordinary.map((one, index) => {
    const order = { ...values[index]!, id: idOf.get(one.loaded.row.id)! }
    return { ...one, order, provider_order_id: providerOrderId(one.loaded) }
  })
  await insertRows(
    tx,
    order_status_event,
    all.map(({ order }) => statusEvent(ctx, order)),
  )
  await insertRows(
    tx,
    order_item,
    all.flatMap(({ order, quoted }) => itemsOf(order, quoted)),
  )
  await saveSubscriptions(
    tx,
    ctx.shop_id,
    all.map(({ loaded: { row } }) => {
      const { next_delivery_date, next_next_delivery_date } = row
      return { row, action: null, content: { next_delivery_date, next_next_delivery_date } }
    }),
  )
  await insertRows(
    tx,
    payment,
    all.map(({ order, loaded, provider_order_id }) => paymentOf(order, provider_order_id, loaded.row.card_seq)),
  )
  await insertRows(
    tx,
    billing_attempt,
    all.map(({ loaded, provider_order_id }) => attemptOf(ctx, loaded, { outcome: 'open', provider_order_id })),
  )
  await takeStock(tx, ctx.shop_id, together(ordinary.flatMap(({ quoted }) => quoted.items)))
  return all.map(({ order, quoted, source, buyer, provider_order_id }) => ({
    ...{ provider_order_id, source, payment_method_id: order.payment_method_id },
    bill: billOf(order, buyer, quoted.items),
    mail: { ...buyer, seller, text },
  }))
}

/** Each SKU once. */
const together = (items: readonly Quoted['items'][number][]) =>
  [...Map.groupBy(items, ({ id }) => id).values()].map((same) => ({
    ...same[0]!,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
