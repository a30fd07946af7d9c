import type { Queryable, Tx } from '@kushi/db/connect'
import { bank_refund } from '@kushi/db/schema/bank-refund'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { hook } from '../../../hook.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashOnDelivery } from './cash-on-delivery.ts'
import type { PaymentRow } from './claim-payment.ts'
import { recordPayment } from './record-payment.ts'

/**
 * Records that `amount` yen of the sale were credited (negative: a correction). `row`: the locked payment of the
 * order. `is_uncollected`: no label states the amount of a 代金引換 yet, so the amount to collect falls instead.
 */
export async function creditPayment(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  row: PaymentRow,
  amount: number,
  { is_uncollected = false } = {},
): Promise<void> {
  if (is_uncollected && cashOnDelivery.isOpen(row)) {
    await recordPayment(tx, ctx, row, 'authorised', { amount: row.amount - amount })
    return
  }
  await tx
    .update(payment)
    .set({ credited_amount: sql`${payment.credited_amount} + ${amount}` })
    .where(sameRowCondition(payment, row))
}

/**
 * Credits a whole paid sale that was called off: its full amount is owed to the customer. A job refunds at the provider
 * at once if the money was captured on charge.
 */
export async function creditWholePayment(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  row: PaymentRow,
): Promise<void> {
  await creditPayment(tx, ctx, row, row.amount - row.credited_amount)
  if (!row.captured_on_charge) return
  await tx.update(payment).set({ refund_due_at: ctx.clock.now() }).where(sameRowCondition(payment, row))
}

/** Hours within which the provider's refund is awaited, before another way is offered. */
export const REFUND_DUE_HOURS = 1

/** A job has the provider give it back now. */
export const isRefundDue = ({ refund_due_at }: Pick<PaymentRow, 'refund_due_at'>, now: Date): boolean =>
  refund_due_at !== null && now.getTime() - refund_due_at.getTime() < REFUND_DUE_HOURS * 3_600_000

/**
 * Clears the mark of a due refund, which the provider has made or refused. A refused refund stays owed, for an
 * operator.
 */
export const clearDueRefund = (db: Queryable, row: Pick<PaymentRow, 'shop_id' | 'id'>) =>
  db.update(payment).set({ refund_due_at: null }).where(sameRowCondition(payment, row))

/** The shop refunded money itself, or such a refund was reversed. Runs in the transaction that records it. */
export const manualRefundRecorded =
  hook<(tx: Tx, ctx: Pick<Context, 'clock' | 'shop_id' | 'cache'>, order_ids: readonly number[]) => Promise<void>>(
    'money was given back by hand',
  )

/**
 * 返金済み by the shop's own hand (bank transfer, cash): records it; no provider is called. `row`: locked.
 * @throws ShopError 409 for more than is owed, or beside a refund that the provider has not answered
 */
export async function recordManualRefund(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock' | 'cache'>,
  row: PaymentRow,
  { amount, note }: { amount: number; note: string },
): Promise<void> {
  refuseUnansweredRefund(row)
  const owed = unrefundedAmount(row)
  if (amount > owed)
    throw new ShopError(
      409,
      'ERROR_CHANGED_MEANWHILE',
      `未返金は${formatYen(owed)}です。画面を読み込み直してください。`,
    )
  const { shop_id, id: payment_id, order_id } = row
  const refund = { shop_id, payment_id, order_id, way: 'hand', amount, note, ...ctx.actor } as const
  await tx.insert(payment_refund).values({ ...refund, created_at: ctx.clock.now() })
  await tx
    .update(payment)
    .set({ repaid_amount: sql`${payment.repaid_amount} + ${amount}` })
    .where(sameRowCondition(payment, row))
  await manualRefundRecorded(tx, { ...ctx, shop_id }, [order_id])
}

/**
 * 組戻し: reverses a manual refund of the same `amount` that did not reach the customer, so that it is owed again. `row`:
 * locked.
 * @throws ShopError 409 if there is none
 */
export async function revertManualRefund(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock' | 'cache'>,
  { shop_id, id: payment_id, order_id }: PaymentRow,
  { amount, note }: { amount: number; note: string },
): Promise<void> {
  const mine = and(eq(payment_refund.shop_id, shop_id), eq(payment_refund.payment_id, payment_id))
  const [repaid] = await tx
    .select({ id: payment_refund.id })
    .from(payment_refund)
    .where(and(mine, eq(payment_refund.way, 'hand'), eq(payment_refund.amount, amount)))
    .orderBy(desc(payment_refund.id))
    .limit(1)
  if (!repaid) throw new ShopError(409, 'ERROR_CHANGED_MEANWHILE', '画面を読み込み直して、ご確認ください。')
  const back = { shop_id, payment_id, order_id, way: 'hand', amount: -amount, corrects_id: repaid.id, note } as const
  await tx.insert(payment_refund).values({ ...back, ...ctx.actor, created_at: ctx.clock.now() })
  await tx
    .update(payment)
    .set({ repaid_amount: sql`${payment.repaid_amount} - ${amount}` })
    .where(sameRowCondition(payment, { shop_id, id: payment_id }))
  await manualRefundRecorded(tx, { ...ctx, shop_id }, [order_id])
}

/** Whether a refund was requested from the provider and its result is unknown. */
export const isRefundUnanswered = ({ refund_asked, refunded_amount }: PaymentRow): boolean =>
  refund_asked !== null && refund_asked > refunded_amount

/**
 * Refuses another refund while it is unknown whether the provider made the last one; it could refund twice.
 * @throws ShopError 409
 */
export function refuseUnansweredRefund(row: PaymentRow): void {
  if (!isRefundUnanswered(row)) return
  throw new ShopError(
    409,
    'ERROR_REFUND_UNANSWERED',
    `返金の合計${formatYen(row.refund_asked!)}への手続きの結果がまだわかりません。先に同じ金額で、もう一度返金をお試しください。`,
  )
}

/** Refuses a refund while a bank transfer file contains one for this order. @throws ShopError 409 */
export async function refuseRefundInTransfer(
  db: Queryable,
  { shop_id, id }: { shop_id: number; id: number },
): Promise<void> {
  const filed = and(eq(bank_refund.shop_id, shop_id), eq(bank_refund.order_id, id), eq(bank_refund.state, 'filed'))
  if ((await db.$count(bank_refund, filed)) === 0) return
  throw new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    '返金が振込ファイルに入っています。先に「振込での返金」で、振込済みにするか取りやめてください。',
  )
}
