import type { Tx } from '@kushi/db/connect'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { PaymentRefused } from '../../../ports/payment-port.ts'
import type { PaymentRow } from './claim-payment.ts'
import { PaymentStateChangedError } from './record-payment.ts'

/**
 * Sets the card that the payment charges.
 * @throws PaymentStateChangedError when the payment is no longer in the state of `row`, or another process has claimed it since:
 * that one charges its own card
 */
export async function setPaymentCard(
  tx: Tx,
  row: PaymentRow,
  chosen: Pick<PaymentRow, 'card_seq' | 'save_card'>,
): Promise<PaymentRow> {
  const [written] = await tx
    .update(payment)
    .set(chosen)
    .where(and(sameRowCondition(payment, row), eq(payment.state, row.state), eq(payment.claim_no, row.claim_no)))
    .returning()
  if (!written) throw new PaymentStateChangedError(`payment ${row.id} is no longer ${row.state}, or claimed anew`)
  return written
}

/** The charged card was saved for the member. */
export async function recordCardSaved(tx: Tx, row: PaymentRow, card_seq: number): Promise<void> {
  await tx.update(payment).set({ card_seq, save_card: false }).where(sameRowCondition(payment, row))
}

/** The provider refused to save it, and would again: it is not retried. */
export async function recordCardNotSaved(ctx: Context, row: PaymentRow, refused: PaymentRefused): Promise<void> {
  const detail = { refusal: refused.refusal, error: refused.info }
  const event = { shop_id: row.shop_id, payment_id: row.id, event: 'card_not_kept', detail }
  await ctx.db.insert(payment_event).values({ ...event, ...ctx.actor })
  await ctx.db.update(payment).set({ save_card: false }).where(sameRowCondition(payment, row))
}
