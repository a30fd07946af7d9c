import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { isCash } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashReference } from '../cash-payments.ts'
import { isUnclaimed, type PaymentRow, paymentBusy } from './claim-payment.ts'
import { ignoreMoved, recordPayment, recordPaymentsPassed } from './record-payment.ts'

/** Whether money is still expected for this 代金引換 payment. */
export const isOpenCash = (row: PaymentRow | null): row is PaymentRow =>
  row?.state === 'authorised' && isCash(row.payment_method_id)

/** @throws ShopError 409 while money is still expected: what is here is given back with a 返品 only */
export function refuseOpenCash(row: PaymentRow | null): void {
  if (isOpenCash(row))
    throw new ShopError(
      409,
      'ERROR_ORDER_STATUS',
      '代金引換の代金がまだ残っています。受け取った分を返金できるのは、返品のときだけです。',
    )
}

/** The reference of cash that is no longer expected. */
const collected = { state: 'captured' }

/**
 * Records the 代金引換 payments among `paid` as collected by the carrier, in the transaction that sets the orders to
 * `delivered`. `paid`: the locked last payments of one shop's orders.
 */
export async function collectCash(tx: Tx, ctx: Context, paid: readonly (PaymentRow | null)[]): Promise<void> {
  const all = paid.filter(isOpenCash).map((row) => ({ row, reference: collected, captured_amount: row.amount }))
  await recordPaymentsPassed(tx, ctx, all, 'captured')
}

/**
 * Adds `received` yen, at most what is open, to a locked 代金引換 payment that no parcel collected. It stays `authorised`
 * until it is whole.
 */
export async function receiveCash(tx: Tx, ctx: Context, row: PaymentRow, received: number): Promise<void> {
  const captured_amount = row.captured_amount + received
  const isWhole = captured_amount === row.amount
  const reference = isWhole ? collected : row.reference
  await recordPaymentsPassed(tx, ctx, [{ row, reference, captured_amount }], isWhole ? 'captured' : 'authorised')
}

/**
 * A parcel that counted as received came back unpaid: a 代金引換 payment that was booked as collected with it is open again.
 * `row`: locked by the caller.
 * @throws ShopError 409 if some of it was refunded, or is being refunded now
 */
export async function uncollectCash(tx: Tx, ctx: Context, row: PaymentRow): Promise<void> {
  if (row.state !== 'captured' || !isCash(row.payment_method_id)) return
  const nothingGiven = and(eq(payment.refunded_amount, 0), eq(payment.repaid_amount, 0), isUnclaimed())
  const set = { captured_amount: 0, reference: cashReference }
  const opened = await recordPayment(tx, ctx, row, 'authorised', set, { only: nothingGiven }).catch(ignoreMoved)
  if (!opened) throw new ShopError(409, 'ERROR_ORDER_STATUS', '返金を記録したご注文です。返品・返金をお使いください。')
}

/**
 * The rest of a 代金引換 payment that was received in part is no longer expected, so that the part can be refunded. Returns
 * the row as it is then; other payments as they are.
 * @throws ShopError 409 if more was received meanwhile
 */
export async function closeCash(ctx: Context, row: PaymentRow): Promise<PaymentRow> {
  if (!isOpenCash(row) || row.captured_amount === 0) return row
  const closed = await recordPayment(ctx.db, ctx, row, 'captured', { reference: collected }).catch(ignoreMoved)
  if (closed?.captured_amount !== row.captured_amount) throw paymentBusy()
  return closed
}
