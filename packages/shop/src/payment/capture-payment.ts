import type { Queryable } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { claimPayment, type PaymentRow, releasePayment } from './claim-payment.ts'
import type { Parcel } from './payment-port.ts'
import { paymentPort } from './payment-ports.ts'
import { PaymentMoved, recordPayment } from './record-payment.ts'

/**
 * 売上確定: takes authorised money when the parcel leaves, once. Cash is taken at the door (`collectCash`).
 * @throws PaymentUnavailable, PaymentRefused
 */
export async function capturePayment(ctx: Context, row: PaymentRow, parcel: Parcel): Promise<void> {
  if (row.state !== 'authorised' || row.payment_method_id === PAYMENT_METHOD.cash_on_delivery) return
  const reference = await paymentPort(ctx, row).capture(row, parcel)
  await recordPayment(ctx.db, row, 'captured', { reference, captured_amount: row.amount }).catch(ignoreMoved)
}

/** 代金引換 that the carrier has collected; inside the transaction that makes the order `delivered`. */
export async function collectCash(db: Queryable, row: PaymentRow | null): Promise<void> {
  if (row?.state !== 'authorised' || row.payment_method_id !== PAYMENT_METHOD.cash_on_delivery) return
  await recordPayment(db, row, 'captured', { reference: { state: 'captured' }, captured_amount: row.amount })
}

/**
 * 返金 of captured money until `total` yen in all are given back: run again, it gives nothing twice. Claimed, since a provider
 * is told a step, and of two at the same moment each would make its own.
 * @throws ShopError 422 for more than was taken, 409 while another is at work; PaymentUnavailable, PaymentRefused
 */
export async function refundPayment(ctx: Context, row: PaymentRow, total = row.captured_amount): Promise<void> {
  if (total > row.captured_amount)
    throw new ShopError(422, 'ERROR_AMOUNT', `返金できるのは${formatYen(row.captured_amount)}までです。`)
  if (row.state !== 'captured' || total <= row.refunded_amount) return
  const claimed = await claimPayment(ctx.db, row.provider_order_id, ['captured'])
  if (!claimed)
    throw new ShopError(409, 'ERROR_PAYMENT_BUSY', '返金の手続き中です。少し待って、もう一度お試しください。')
  try {
    if (total <= claimed.refunded_amount) return
    const reference = await paymentPort(ctx, claimed).refund(claimed, total)
    // Held up for longer than its claim: somebody else may have given back more in the meantime.
    const refunded_amount = sql<number>`greatest(${payment.refunded_amount}, ${total})`
    const state = total === claimed.captured_amount ? 'refunded' : 'captured'
    await recordPayment(ctx.db, claimed, state, { reference, refunded_amount }).catch(ignoreMoved)
  } finally {
    await releasePayment(ctx.db, claimed.id)
  }
}

/** Another process did the same. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof PaymentMoved)) throw error
}
