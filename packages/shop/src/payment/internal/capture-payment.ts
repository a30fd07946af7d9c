import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { payment } from '@kushi/db/schema/payment'
import { isCash } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import type { Parcel, PaymentOrder } from '../payment-port.ts'
import { paymentPort } from '../payment-ports.ts'
import { type PaymentRow, paymentBusy, withClaim, withClaimSoon } from './claim-payment.ts'
import { PaymentMoved, recordPassed, recordPayment } from './record-payment.ts'

/** As long as the card of a new order takes to be saved. */
const shortly = 3_000

/**
 * 売上確定: takes authorised money when the parcel leaves, once. Claimed, and as the row stands then, so that a change of the
 * amount comes before it or not at all. Cash is taken at the door (`collectCash`).
 * @throws ShopError 409 while another process changes it; PaymentUnavailable, PaymentRefused
 */
export async function capturePayment(ctx: Context, row: PaymentRow, parcel: Parcel): Promise<void> {
  if (row.state !== 'authorised' || isCash(row.payment_method_id)) return
  const done = await withClaimSoon(
    ctx,
    row,
    ['authorised'],
    async (claimed) => {
      const reference = await paymentPort(ctx, claimed).capture(claimed, parcel)
      await recordPayment(ctx.db, ctx, claimed, 'captured', { reference, captured_amount: claimed.amount }).catch(
        ignoreMoved,
      )
    },
    shortly,
  )
  if (done) return
  const [now] = await ctx.db.select({ state: payment.state }).from(payment).where(isRow(payment, row))
  if (now?.state === 'authorised') throw paymentBusy()
}

/** 代金引換 that the carrier has collected, of these last payments of one shop, which are locked; inside the transaction that makes their orders `delivered`. */
export async function collectCash(tx: Tx, ctx: Context, paid: readonly (PaymentRow | null)[]): Promise<void> {
  const cash = paid.filter((row) => row?.state === 'authorised' && isCash(row.payment_method_id)) as PaymentRow[]
  const reference = { state: 'captured' }
  const collected = cash.map((row) => ({ row, reference, captured_amount: row.amount }))
  await recordPassed(tx, ctx, collected, 'captured')
}

interface Change<T> {
  /** Yen, tax included. */
  amount: number
  /** What the provider is told. @throws what stands in the way, before it is told */
  bill(claimed: PaymentRow): Promise<PaymentOrder>
  /** `record` writes the payment; what is paid for is locked before it, and written with it. */
  write(tx: Tx, record: () => Promise<PaymentRow>): Promise<T>
}

/**
 * 金額変更 of authorised money. The provider first; run again after a crash it goes on where it was.
 * @throws ShopError 409 while another process captures or changes it; PaymentRefused, PaymentUnavailable
 */
export async function changePayment<T>(ctx: Context, row: PaymentRow, { amount, ...change }: Change<T>): Promise<T> {
  const done = await withClaimSoon(
    ctx,
    row,
    ['authorised'],
    async (claimed) => {
      const bill = await change.bill(claimed)
      const reference = await paymentPort(ctx, claimed).change(claimed, amount, bill)
      return ctx.db.transaction((tx) =>
        change.write(tx, () => recordPayment(tx, ctx, claimed, 'authorised', { amount, reference })),
      )
    },
    shortly,
  )
  if (!done) throw paymentBusy()
  return done.result
}

interface Refund {
  /** What had been given back as the caller saw it; left out: whatever it was. */
  given?: number | undefined
  /** Written with what was given back. */
  also?: (tx: Tx) => Promise<void>
}

/**
 * 返金 of captured money until `total` yen in all are given back: run again, it gives nothing twice. Claimed, since a provider
 * is told a step, and of two at the same moment each would make its own.
 * @throws ShopError 422 for more than was taken, 409 while another is at work or has given something back since; PaymentUnavailable,
 *   PaymentRefused
 */
export async function refundPayment(
  ctx: Context,
  row: PaymentRow,
  total = row.captured_amount,
  { given, also }: Refund = {},
): Promise<void> {
  if (total > row.captured_amount)
    throw new ShopError(422, 'ERROR_AMOUNT', `返金できるのは${formatYen(row.captured_amount)}までです。`)
  refuseOvertaken(row, total, given)
  if (row.state !== 'captured' || total <= row.refunded_amount) return
  const done = await withClaim(ctx, row, ['captured'], async (claimed) => {
    refuseOvertaken(claimed, total, given)
    if (total <= claimed.refunded_amount) return
    const reference = await paymentPort(ctx, claimed).refund(claimed, total)
    // Held up for longer than its claim: another one may have given back more in the meantime.
    const refunded_amount = sql<number>`greatest(${payment.refunded_amount}, ${total})`
    const state = total === claimed.captured_amount ? 'refunded' : 'captured'
    const write = async (tx: Tx) => {
      await recordPayment(tx, ctx, claimed, state, { reference, refunded_amount })
      await also?.(tx)
    }
    await ctx.db.transaction(write).catch(ignoreMoved)
  })
  if (!done) throw paymentBusy()
}

/** Neither as it was seen nor as it is to become: somebody else was faster. */
function refuseOvertaken({ refunded_amount }: PaymentRow, total: number, given = refunded_amount): void {
  if (refunded_amount !== given && refunded_amount !== total)
    throw new ShopError(
      409,
      'ERROR_CHANGED_MEANWHILE',
      `ほかの担当者が先に返金しました(返金の合計 ${formatYen(refunded_amount)})。画面を読み込み直して、ご確認ください。`,
    )
}

/** Gives back what was authorised for something that was given up; claimed by the caller. */
export async function voidPayment(ctx: Context, row: PaymentRow): Promise<true> {
  const port = paymentPort(ctx, row)
  const trade = await port.find(row)
  const found = { ...row, reference: trade?.reference ?? row.reference }
  if (trade?.state === 'captured') await port.refund(found, row.amount)
  else if (trade?.state === 'authorised' || trade?.state === 'held') await port.void(found)
  await recordPayment(ctx.db, ctx, row, 'voided')
  return true
}

/** Another process did the same. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof PaymentMoved)) throw error
}
