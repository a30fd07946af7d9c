import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq } from 'drizzle-orm'
import { loadPriceBook, type PriceQuote } from '../../../catalogue/price/index.ts'
import { type Context, contextInTransaction, type QueryContext } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { loadMessageText } from '../../../messaging/message/index.ts'
import type { PaymentSource } from '../../../ports/payment-port.ts'
import { canBeginPayment } from '../../../ports/payment-ports.ts'
import { ShopError } from '../../../shop-error.ts'
import { providerBill } from '../../order/index.ts'
import { linkedAccount, paymentRefusal, paymentTermColumns } from '../../payment/index.ts'
import { reachableDeliveryDates } from '../rules/delivery-dates.ts'
import { isArrangementDue } from '../rules/due.ts'
import { type DeliveryToCharge, paymentSourceOf } from './charge-delivery.ts'
import { billRecipientFailures } from './check-payment-of.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails, type SubscriptionRow } from './load-subscription.ts'
import { priceDeliveryFromBook, pricedSkuIds } from './price-delivery.ts'
import { mailOfEvent } from './subscription-mail.ts'
import { writeDeliveries } from './write-delivery.ts'

interface Block {
  /** To be charged now, each by its own number. */
  written: DeliveryToCharge[]
  /** How many are arranged already, because they are paid on delivery. */
  arranged: number
  /** Ids of subscriptions that are not ordinary: to be arranged one by one. */
  others: number[]
}

/**
 * Writes the ordinary deliveries of a block, which have no obstacle and no order yet, in one transaction. It loads
 * once for all what a single delivery checks for itself, and leaves any other delivery to be arranged one by one. It
 * skips rows that another worker has locked. On any error nothing is written, and all are arranged one by one.
 */
export async function writeDeliveryBatch(ctx: Context, ids: readonly number[]): Promise<Block> {
  try {
    return await ctx.db.transaction((tx) => write(tx, contextInTransaction(ctx, tx), ids))
  } catch (error) {
    const isSoldOut =
      error instanceof ShopError && ['ERROR_OUT_OF_STOCK', 'ERROR_PROMOTION_ENDED'].includes(error.error)
    if (!isSoldOut) ctx.log.warn({ err: error }, 'deliveries could not be written together')
    return { written: [], arranged: 0, others: [...ids] }
  }
}

interface Ordinary {
  loaded: LoadedSubscription
  quoted: PriceQuote
  source: PaymentSource
  buyer: typeof customer.$inferSelect
}

async function write(tx: Tx, ctx: QueryContext, ids: readonly number[]): Promise<Block> {
  const rows = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, ctx.shop_id), isAnyOfCondition(subscription.id, ids)))
    .orderBy(asc(subscription.id))
    .for('update', { skipLocked: true })
  const due = (await loadSubscriptionsWithDetails(ctx, rows)).filter((one) => isArrangementDue(one, ctx.clock.today()))
  const judge = await makeJudge(tx, ctx, due)
  const ordinary = due.flatMap((loaded) => judge(loaded) ?? [])
  const taken = new Set(ordinary.map(({ loaded }) => loaded.row.id))
  const others = due.map(({ row }) => row.id).filter((id) => !taken.has(id))
  return { ...(ordinary.length === 0 ? { written: [], arranged: 0 } : await insertAll(tx, ctx, ordinary)), others }
}

/**
 * Loads the data to judge all of them. Returns a function that returns an ordinary delivery as it is to be written, or
 * null.
 */
async function makeJudge(
  tx: Tx,
  ctx: QueryContext,
  due: readonly LoadedSubscription[],
): Promise<(one: LoadedSubscription) => Ordinary | null> {
  const rows = due.map(({ row }) => row)
  const customer_ids = rows.map((row) => row.customer_id)
  const sku_ids = due.flatMap(pricedSkuIds)
  const book = await loadPriceBook({ ...ctx, customer_id: null }, { sku_ids, customer_ids })
  const buyers = await tx
    .select()
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), isAnyOfCondition(customer.id, customer_ids)))
  const buyerOf = new Map(buyers.map((buyer) => [buyer.id, buyer]))
  const methods = await tx
    .select(paymentTermColumns({ ...ctx, customer_id: null }))
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.visible, true)))
  const isPayable = (row: SubscriptionRow, { summary }: PriceQuote): boolean => {
    const { payment_method_id, delivery_notes } = row
    const method = methods.find((one) => one.payment_method_id === payment_method_id)
    const mail_delivery_flag = book.terms.deliveries.some(
      (one) => one.id === summary.delivery_id && one.mail_delivery_flag,
    )
    const occasion = { payment_method_id, is_subscription: true, amount: summary.payment_total, mail_delivery_flag }
    const isOffered = method && method.cumulative_limit === null && canBeginPayment(ctx, payment_method_id)
    if (!isOffered || paymentRefusal(method, { ...occasion, delivery_notes }) !== null) return false
    return billRecipientFailures(row).length === 0
  }
  const linkNumberOf = await linkedAccount.loadNumbers(tx, ctx.shop_id, rows)
  return (before) => {
    const { row } = before
    if (before.order || before.yearly_total !== null) return null
    const loaded = { ...before, row: { ...row, ...reachableDeliveryDates(before, ctx.clock.today()) } }
    const quoted = priceDeliveryFromBook(book, loaded)
    const { items, problems, refusal, summary } = quoted
    if (items.length === 0 || problems.length > 0 || refusal || summary.payment_total === 0) return null
    const buyer = buyerOf.get(row.customer_id)!
    const source = paymentSourceOf({ ...row, gmo_id: buyer.gmo_id, user_authorization_id: linkNumberOf(row) })
    return source && isPayable(row, quoted) ? { loaded, quoted, source, buyer } : null
  }
}

async function insertAll(tx: Tx, ctx: QueryContext, ordinary: readonly Ordinary[]): Promise<Omit<Block, 'others'>> {
  const seller = await loadShop(ctx)
  const text = await loadMessageText(tx, ctx.shop_id, mailOfEvent('arranged'))
  const all = ordinary.map((one) => ({ ...one, mail: { ...one.buyer, seller, text, leads: one.loaded.leads } }))
  const written = await writeDeliveries(tx, ctx, all)
  const charged = written.flatMap(({ order, quoted, buyer, source, mail, ...one }) =>
    one.isCharged
      ? {
          subscription_id: one.loaded.row.id,
          order_id: order.id,
          provider_order_id: one.provider_order_id!,
          source,
          payment_method_id: order.payment_method_id,
          bill: providerBill(order, buyer, quoted.items),
          mail,
        }
      : [],
  )
  return { written: charged, arranged: written.length - charged.length }
}
