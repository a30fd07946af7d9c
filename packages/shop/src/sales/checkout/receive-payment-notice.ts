import { createHash } from 'node:crypto'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_notice } from '@kushi/db/schema/payment'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { and, count, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import type { Authorisation, ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { paymentPort } from '../../ports/payment-ports.ts'
import {
  comparePaymentWithProvider,
  isPaymentOpen,
  isUnrecordedMoney,
  moneyColumnsOfRecord,
  type PaymentRow,
  paymentBusyError,
  paymentRecoveryAction,
  receiveLateTransfers,
  recordPaymentAnswer,
  transferredAmount,
  withPaymentClaims,
} from '../payment/index.ts'
import { orderPaymentSubject } from './pay-order.ts'
import { storeUnusedApproval } from './release-approvals.ts'

/** More than a provider ever sends for one payment; further notices are ignored. */
const maxNotices = 30

interface Notice {
  provider_order_id: string
  /** Provider and text as received, to recognise a repeated notice. */
  text: string
  /** The approval that the notice reports, with its payment method. Absent: the notice reports no approval. */
  approved?: { payment_method_id: number; approval_id: string }
}

/**
 * 結果通知: handles a provider's notice that one of our payments changed. Its contents are not trusted: the server asks the
 * provider, and acts on that answer. So the order of notices does not matter. A repeated notice, and one with an
 * unknown number, change nothing. The provider has to send the notice again after an error.
 * @throws PaymentUnavailable when the provider can't be asked now; ShopError 429 after ten tries in ten minutes, 409
 * while another process works on the payment
 */
export async function receivePaymentNotice(ctx: Context, { provider_order_id, text, approved }: Notice): Promise<void> {
  if (approved) await storeUnusedApproval(ctx, { ...approved, provider_order_id })
  const [found] = await ctx.db
    .select({ row: payment, cycle: orders.cycle })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.provider_order_id, provider_order_id)))
  if (!found) return
  const { shop_id } = found.row
  const mine = and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.provider_order_id, provider_order_id))
  const [received] = await ctx.db.select({ times: count() }).from(payment_notice).where(mine)
  if (received!.times >= maxNotices) return
  const key = createHash('sha256').update(text).digest('base64url')
  const isKnown = and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.key, key))
  if ((await ctx.db.$count(payment_notice, isKnown)) > 0) return
  // A notice is kept only once it was followed, so this bounds those that find no answer.
  await consumeLimit(ctx, 'payment_notice', { account: provider_order_id })
  if (!(await follow({ ...ctx, shop_id }, found.row, found.cycle))) return
  // The notice is recorded only now: after a crash the provider sends it again. Two notices at once ask the provider
  // twice, which changes nothing.
  const notice = { shop_id, key, provider_order_id, created_at: ctx.clock.now() }
  await ctx.db.insert(payment_notice).values(notice).onConflictDoNothing()
}

/**
 * Returns whether the payment now has the state that the notice reports. False: the notice came too early, and may be
 * sent again.
 */
async function follow(ctx: Context, row: PaymentRow, cycle: number | null): Promise<boolean> {
  const trade = await paymentPort(ctx, row).find(row)
  const isPartHere = transferredAmount(trade) > 0
  const stands = trade !== null && (trade.state === 'authorised' || trade.state === 'captured' || isPartHere)
  if (stands && isUnrecordedMoney(row)) await settle(ctx, row, cycle, trade)
  else if (!isPaymentOpen(row.state) && row.state !== 'void_pending') {
    const now = trade?.transfers ? await receiveLateTransfers(ctx, row, trade.transfers) : row
    await comparePaymentWithProvider(ctx, now, trade)
  }
  return trade?.state !== 'waiting'
}

/** Records a payment that we did not know of. Skips an open later delivery, whose own job finds it within minutes. */
async function settle(
  ctx: Context,
  row: PaymentRow,
  cycle: number | null,
  trade: ProviderPaymentRecord,
): Promise<void> {
  if (cycle !== null && cycle > 1 && isPaymentOpen(row.state)) return
  const { awaited } = trade
  const money = moneyColumnsOfRecord(trade)
  const answer: Authorisation =
    awaited && paymentRecoveryAction(row.state, trade) === 'await'
      ? { kind: 'awaiting', awaited, ...money }
      : { kind: 'authorised', ...money }
  const done = await withPaymentClaims(ctx, [row.provider_order_id], [row.state], async ([claimed]) =>
    claimed ? recordPaymentAnswer(ctx, orderPaymentSubject, claimed, false, answer) : null,
  )
  if (done) return
  // The process that holds it may have asked before, or be dead: the provider sends the notice again.
  const { state, payment_method_id } = payment
  const [now] = await ctx.db.select({ state, payment_method_id }).from(payment).where(sameRowCondition(payment, row))
  if (now && isUnrecordedMoney(now)) throw paymentBusyError()
}
