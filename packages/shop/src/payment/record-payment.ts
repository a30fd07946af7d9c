import type { Queryable } from '@kushi/db/connect'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { eq, sql } from 'drizzle-orm'
import type { PaymentRow } from './claim-payment.ts'
import { canPass, type PaymentState } from './rules/payment-state.ts'

/** Moves a payment to its next state and keeps what happened. A step that the table does not know is a fault of ours. */
export async function recordPayment(
  db: Queryable,
  row: Pick<PaymentRow, 'id' | 'state'>,
  state: PaymentState,
  set: Partial<PaymentRow> = {},
): Promise<void> {
  if (!canPass(row.state as PaymentState, state))
    throw new Error(`payment ${row.id}: ${row.state} can't become ${state}`)
  await db
    .update(payment)
    .set({ ...set, state, updated_at: sql`now()` })
    .where(eq(payment.id, row.id))
  const { refusal, error, tran_id } = set
  await db.insert(payment_event).values({ payment_id: row.id, event: state, detail: { refusal, error, tran_id } })
}
