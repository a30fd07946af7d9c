import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { cashOnDeliveryReference } from '../cash-payments.ts'
import { isUnclaimedCondition, type PaymentRow, paymentBusyError } from './claim-payment.ts'
import { advancePayments, ignorePaymentStateChanged, recordPayment } from './record-payment.ts'

/** Whether money is still expected for this 代金引換 payment. */
const isOpen = (row: PaymentRow | null): row is PaymentRow =>
  row?.state === 'authorised' && isCashOnDelivery(row.payment_method_id)

/**
 * Refuses a refund while money of a 代金引換 is still expected. Until then only a 返品 returns the money received.
 * @throws ShopError 409
 */
function refuseOpen(row: PaymentRow | null): void {
  if (isOpen(row))
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
async function recordCollected(tx: Tx, ctx: QueryContext, paid: readonly (PaymentRow | null)[]): Promise<void> {
  const all = paid.filter(isOpen).map((row) => ({ row, reference: collected, captured_amount: row.amount }))
  await advancePayments(tx, ctx, all, 'captured')
}

/**
 * Records `received` yen, at most the open amount, for a locked 代金引換 payment that no parcel collected. The payment
 * stays `authorised` until the whole amount is received.
 */
async function recordReceived(tx: Tx, ctx: QueryContext, row: PaymentRow, received: number): Promise<void> {
  const captured_amount = row.captured_amount + received
  const isWhole = captured_amount === row.amount
  const reference = isWhole ? collected : row.reference
  await advancePayments(tx, ctx, [{ row, reference, captured_amount }], isWhole ? 'captured' : 'authorised')
}

/**
 * Reopens a 代金引換 payment that was booked as collected, because its parcel came back unpaid. Does nothing for other
 * payments. `row`: locked by the caller.
 * @throws ShopError 409 if a part was refunded, or is being refunded now
 */
async function reopen(tx: Tx, ctx: QueryContext, row: PaymentRow): Promise<void> {
  if (row.state !== 'captured' || !isCashOnDelivery(row.payment_method_id)) return
  const nothingGiven = and(eq(payment.refunded_amount, 0), eq(payment.repaid_amount, 0), isUnclaimedCondition())
  const set = { captured_amount: 0, reference: cashOnDeliveryReference }
  const opened = await recordPayment(tx, ctx, row, 'authorised', set, { only: nothingGiven }).catch(
    ignorePaymentStateChanged,
  )
  if (!opened) throw new ShopError(409, 'ERROR_ORDER_STATUS', '返金を記録したご注文です。返品・返金をお使いください。')
}

/**
 * Stops expecting the rest of a partly received 代金引換 payment, so that the received part can be refunded. Returns the
 * updated row. Other payments stay as they are.
 * @throws ShopError 409 if more was received meanwhile
 */
async function close(ctx: Context, row: PaymentRow): Promise<PaymentRow> {
  if (!isOpen(row) || row.captured_amount === 0) return row
  const closed = await recordPayment(ctx.db, ctx, row, 'captured', { reference: collected }).catch(
    ignorePaymentStateChanged,
  )
  if (closed?.captured_amount !== row.captured_amount) throw paymentBusyError()
  return closed
}

/** 代金引換: what happens to the cash that is expected at the door. */
export const cashOnDelivery = { isOpen, refuseOpen, recordCollected, recordReceived, reopen, close }
