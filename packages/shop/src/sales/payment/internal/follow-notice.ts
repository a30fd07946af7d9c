import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { Context } from '../../../context.ts'
import type { Authorisation, ProviderPaymentRecord } from '../../../ports/payment-port.ts'
import { paymentPort } from '../../../ports/payment-ports.ts'
import { moneyColumnsOfRecord, paymentRecoveryAction, transferredAmount } from '../rules/after-finding.ts'
import { isPaymentOpen, isUnrecordedMoney } from '../rules/payment-state.ts'
import { type PaymentSubject, recordPaymentAnswer } from './charge.ts'
import { type PaymentRow, paymentBusyError, withPaymentClaims } from './claim-payment.ts'
import { comparePaymentWithProvider } from './compare-payment.ts'
import { receiveLateTransfers } from './receive-transfers.ts'

/**
 * Asks the provider what a notice told of a payment, and records the answer. `isLater`: it pays a later delivery, whose own job
 * finds an open payment. Returns false if the notice came before what it tells, and may be sent again with the same words.
 * @throws PaymentUnavailable; ShopError 409 while another process works on the payment
 */
export async function followPaymentNotice<S>(
  ctx: Context,
  subject: PaymentSubject<S>,
  row: PaymentRow,
  { isLater }: { isLater: boolean },
): Promise<boolean> {
  const trade = await paymentPort(ctx, row).find(row)
  const isPartHere = transferredAmount(trade) > 0
  const stands = trade !== null && (trade.state === 'authorised' || trade.state === 'captured' || isPartHere)
  if (stands && isUnrecordedMoney(row)) {
    if (!(isLater && isPaymentOpen(row.state))) await settle(ctx, subject, row, trade)
  } else if (!isPaymentOpen(row.state) && row.state !== 'void_pending') {
    const now = trade?.transfers ? await receiveLateTransfers(ctx, row, trade.transfers) : row
    await comparePaymentWithProvider(ctx, now, trade)
  }
  return trade?.state !== 'waiting'
}

/** Records a payment that we did not know of. */
async function settle<S>(
  ctx: Context,
  subject: PaymentSubject<S>,
  row: PaymentRow,
  trade: ProviderPaymentRecord,
): Promise<void> {
  const { awaited } = trade
  const money = moneyColumnsOfRecord(trade)
  const answer: Authorisation =
    awaited && paymentRecoveryAction(row.state, trade) === 'await'
      ? { kind: 'awaiting', awaited, ...money }
      : { kind: 'authorised', ...money }
  const done = await withPaymentClaims(ctx, [row.provider_order_id], [row.state], async ([claimed]) =>
    claimed ? recordPaymentAnswer(ctx, subject, claimed, false, answer) : null,
  )
  if (done) return
  // The process that holds it may have asked before, or be dead: the provider sends the notice again.
  const { state, payment_method_id } = payment
  const [now] = await ctx.db.select({ state, payment_method_id }).from(payment).where(sameRowCondition(payment, row))
  if (now && isUnrecordedMoney(now)) throw paymentBusyError()
}
