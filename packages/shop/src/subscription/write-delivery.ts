import type { Tx } from '@kushi/db/connect'
import type { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { eq, sql } from 'drizzle-orm'
import type { Context, MemberContext } from '../context.ts'
import { countOwed } from '../order/check-owed.ts'
import { takeStock } from '../order/take-stock.ts'
import { cashReference } from '../payment/cash-payments.ts'
import type { Quoted } from '../price/quote.ts'
import { ShopError } from '../shop-error.ts'
import { within } from './change-subscription.ts'
import { concludeArranged } from './conclude-arranged.ts'
import { earliestDeliveryTo } from './earliest-delivery.ts'
import { type Loaded, type SubscriptionRow, withParts } from './load-subscription.ts'
import { paymentProblem } from './payment-after-reopening.ts'
import { priceDelivery } from './price-delivery.ts'
import { recordFailure } from './record-failure.ts'
import { isDue } from './rules/due.ts'
import type { Failure } from './rules/failure.ts'
import { repairDates } from './rules/repair-dates.ts'
import { writeCycleOrder } from './write-cycle-order.ts'

export interface Arranged {
  result: /** Not due, or another worker has it. */
    | 'passed'
    /** Written; the provider is asked next. */
    | 'to_charge'
    | 'arranged'
    | 'failed'
    /** The provider did not answer; the next run asks again. */
    | 'open'
  order_no?: string
  provider_order_id?: string
  failure?: string
}

/**
 * The order of the cycle that is due, with its stock and its payment intent, in one transaction. A locked row belongs to
 * another worker and is passed over; the unique (subscription, cycle) holds even against a mistake here.
 */
export function writeDelivery(ctx: Context, id: number): Promise<Arranged> {
  return ctx.db.transaction(async (tx): Promise<Arranged> => {
    const [row] = await tx
      .select()
      .from(subscription)
      .where(eq(subscription.id, id))
      .for('update', { skipLocked: true })
    const today = ctx.clock.today()
    if (!row || !isDue(row, today)) return { result: 'passed' }
    const loaded = (await withParts(tx, [row]))[0]!
    if (loaded.order && loaded.order.status !== 'payment_error') return { result: 'passed' }
    const inside = within({ ...ctx, shop_id: row.shop_id, customer_id: row.customer_id }, tx)
    const dates = repairDates(row, row, await earliestDeliveryTo(inside, row))
    const moved: Loaded = { ...loaded, row: { ...row, ...dates } }
    const quoted = await priceDelivery(inside, moved.row, moved.items)
    const refused = await obstacle(inside, moved.row, quoted)
    if (refused) return fail(tx, inside, row, refused)
    try {
      // A savepoint: without stock nothing of it is left, and the failure is.
      return await tx.transaction((inner) => write(inner, within(inside, inner), moved, quoted))
    } catch (error) {
      if (!(error instanceof ShopError && error.error === 'ERROR_OUT_OF_STOCK')) throw error
      return fail(tx, inside, row, 'out_of_stock')
    }
  })
}

async function fail(tx: Tx, ctx: Context, row: SubscriptionRow, failure: Failure): Promise<Arranged> {
  await recordFailure(tx, ctx, row, failure)
  return { result: 'failed', failure }
}

/** What stands in the way, before anything is taken. */
async function obstacle(ctx: MemberContext, row: SubscriptionRow, quoted: Quoted): Promise<Failure | null> {
  if (quoted.items.length === 0) return 'nothing_to_deliver'
  const errors = quoted.problems.map((problem) => problem.error)
  if (errors.includes('not_sold')) return 'not_sold'
  if (errors.includes('out_of_stock') || errors.includes('over_stock')) return 'out_of_stock'
  if (quoted.refusal) return 'total'
  if (quoted.summary.payment_total === 0) return null
  if (row.payment_method_id === PAYMENT_METHOD.credit_card && row.card_seq === null) return 'no_card'
  if (row.payment_method_id === PAYMENT_METHOD.amazon_pay && row.charge_permission_id === null)
    return 'agreement_closed'
  await countOwed(ctx.db, row)
  const problem = await paymentProblem(ctx, row, quoted.summary.payment_total, quoted.summary.delivery_id)
  return problem === null ? null : 'payment_method'
}

async function write(tx: Tx, ctx: MemberContext, loaded: Loaded, quoted: Quoted): Promise<Arranged> {
  const { row } = loaded
  const isPaid = quoted.summary.payment_total > 0
  const isCharged = isPaid && row.payment_method_id !== PAYMENT_METHOD.cash_on_delivery
  const order = await writeCycleOrder(tx, ctx, loaded, quoted, isCharged ? 'payment_pending' : 'arranged')
  const { next_delivery_date, next_next_delivery_date } = row
  const dates = { next_delivery_date, next_next_delivery_date }
  await tx
    .update(subscription)
    .set({ ...dates, retry_on: null, skipped: null, version: row.version + 1 })
    .where(eq(subscription.id, row.id))
  const provider_order_id = isPaid ? await insertPayment(tx, order, row.card_seq) : undefined
  if (!isCharged) await concludeArranged(tx, ctx, { ...row, version: row.version + 1 }, order)
  await takeStock(tx, quoted.items)
  const { order_no } = order
  return isCharged && provider_order_id
    ? { result: 'to_charge', order_no, provider_order_id }
    : { result: 'arranged', order_no }
}

/** One number an attempt, since the provider takes none twice: `K261121-7QK3M9XA`, then `K261121-7QK3M9XA-2`. */
async function insertPayment(tx: Tx, order: typeof orders.$inferSelect, card_seq: number | null): Promise<string> {
  const { order_no } = order
  const isCash = order.payment_method_id === PAYMENT_METHOD.cash_on_delivery
  const numbered = sql<string>`(select ${order_no}::text || case count(*) when 0 then '' else '-' || count(*) + 1 end
    from payment where order_id = ${order.id})`
  const [row] = await tx
    .insert(payment)
    .values({
      shop_id: order.shop_id,
      order_id: order.id,
      payment_method_id: order.payment_method_id,
      state: isCash ? 'authorised' : 'intent',
      amount: order.payment_total,
      provider_order_id: numbered,
      reference: isCash ? cashReference : {},
      card_seq,
    })
    .returning({ provider_order_id: payment.provider_order_id })
  return row!.provider_order_id
}
