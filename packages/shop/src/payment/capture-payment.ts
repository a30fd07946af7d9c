import type { Context } from '../context.ts'
import { CardUnavailable } from './card-port.ts'
import type { PaymentRow } from './claim-payment.ts'
import { PaymentMoved, recordPayment } from './record-payment.ts'

/**
 * 売上確定: takes authorised money, once. An answer that was lost is found in the provider's own record.
 * @throws CardUnavailable
 */
export async function capturePayment(ctx: Context, row: PaymentRow): Promise<void> {
  if (row.state !== 'authorised') return
  const access = { access_id: row.access_id!, access_pass: row.access_pass! }
  try {
    await ctx.ports.card.capture({ ...access, amount: row.amount })
  } catch (error) {
    if (!(error instanceof CardUnavailable)) throw error
    const trade = await ctx.ports.card.search(row.provider_order_id)
    if (trade?.status !== 'SALES') throw error
  }
  await recordPayment(ctx.db, row, 'captured').catch(ignoreMoved)
}

/** 返金: gives captured money back, once. */
export async function refundPayment(ctx: Context, row: PaymentRow): Promise<void> {
  if (row.state !== 'captured') return
  const trade = await ctx.ports.card.search(row.provider_order_id)
  const isBack = trade?.status === 'RETURN' || trade?.status === 'RETURNX' || trade?.status === 'VOID'
  const access = { access_id: row.access_id!, access_pass: row.access_pass! }
  if (!isBack) await ctx.ports.card.cancel({ ...access, job: 'RETURN', amount: row.amount })
  await recordPayment(ctx.db, row, 'refunded').catch(ignoreMoved)
}

/** Another process did the same. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof PaymentMoved)) throw error
}
