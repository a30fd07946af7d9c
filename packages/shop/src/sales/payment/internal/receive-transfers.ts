import type { Tx } from '@kushi/db/connect'
import { payment, payment_event, payment_transfer } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { ReceivedTransfer } from '../../../ports/payment-port.ts'
import { isPaymentGivenUp, isPaymentOpen } from '../rules/payment-state.ts'
import type { PaymentRow } from './claim-payment.ts'
import { recordLatePrepayment } from './record-payment.ts'

type Recording = Pick<Context, 'actor' | 'clock'>

/**
 * 入金した振込: writes the new transfers of a locked payment, each once, and adds them to its captured amount. Its state
 * stays. Returns the updated payment, and the yen received now.
 */
export async function receiveTransfers(
  tx: Tx,
  { actor, clock }: Recording,
  row: PaymentRow,
  transfers: readonly ReceivedTransfer[],
): Promise<{ row: PaymentRow; received: Yen }> {
  if (transfers.length === 0) return { row, received: 0 }
  const { shop_id, id: payment_id, order_id } = row
  const created_at = clock.now()
  const fresh = await tx
    .insert(payment_transfer)
    .values(transfers.map((one) => ({ shop_id, payment_id, order_id, ...one, created_at })))
    .onConflictDoNothing()
    .returning({ amount: payment_transfer.amount })
  const received = sum(fresh.map(({ amount }) => amount))
  if (received === 0) return { row, received }
  const [now] = await tx
    .update(payment)
    .set({
      captured_amount: sql`${payment.captured_amount} + ${received}`,
      captured_at: sql`coalesce(${payment.captured_at}, ${created_at}::timestamptz)`,
      updated_at: sql`now()`,
    })
    .where(sameRowCondition(payment, row))
    .returning()
  const { captured_amount, refunded_amount } = now!
  const detail = { amount: received, captured_amount, refunded_amount }
  await tx.insert(payment_event).values({ shop_id, payment_id, event: 'transferred', detail, ...actor })
  return { row: now!, received }
}

/**
 * Records transfers of a decided payment: money that came late, too much or twice is owed to the customer. Leaves an
 * open payment to the process that decides it. Returns the updated payment.
 */
export const receiveLateTransfers = (
  ctx: Recording & Pick<Context, 'db'>,
  found: PaymentRow,
  transfers: readonly ReceivedTransfer[],
): Promise<PaymentRow> =>
  ctx.db.transaction(async (tx) => {
    const [current] = await tx.select().from(payment).where(sameRowCondition(payment, found)).for('update')
    if (isPaymentOpen(current!.state)) return current!
    const { row } = await receiveTransfers(tx, ctx, current!, transfers)
    return isPaymentGivenUp(row.state) && row.captured_amount > 0 ? recordLatePrepayment(tx, ctx, row) : row
  })
