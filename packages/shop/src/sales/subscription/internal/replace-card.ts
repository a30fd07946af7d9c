import type { Tx } from '@kushi/db/connect'
import { subscription } from '@kushi/db/schema/subscription'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { systemActor } from '../../../actor.ts'
import type { TransactionContext } from '../../../context.ts'
import { createRenewalOrder } from './create-renewal-order.ts'
import { recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'

/**
 * Moves the subscriptions that pay by a card to the card that replaces it; `from` null: those whose card was refused, to
 * the one that their member uses now. A subscription whose payment was refused is
 * charged at once, so that its member need not wait for the next run to see whether the new card works.
 */
export async function moveSubscriptionsToCard(
  tx: Tx,
  ctx: TransactionContext,
  { shop_id, customer_id, from, to }: { shop_id: number; customer_id: number; from: number | null; to: number },
): Promise<void> {
  const paid = and(
    eq(subscription.shop_id, shop_id),
    eq(subscription.customer_id, customer_id),
    from === null
      ? and(
          eq(subscription.payment_method_id, PAYMENT_METHOD.credit_card),
          eq(subscription.summary_status, SUBSCRIPTION_STATUS.settlement_error),
          or(isNull(subscription.card_seq), ne(subscription.card_seq, to)),
        )
      : or(eq(subscription.card_seq, from), sql`${subscription.second_way} ->> 'card_seq' = ${String(from)}`),
  )
  const rows = await tx.select().from(subscription).where(paid).orderBy(asc(subscription.id)).for('update')
  for (const row of rows) {
    const isSecond = from !== null && row.second_way?.card_seq === from
    const second_way = isSecond ? { ...row.second_way!, card_seq: to } : row.second_way
    const card_seq = from === null || row.card_seq === from ? to : row.card_seq
    const { version } = await saveSubscription(tx, row, null, { card_seq, second_way })
    const before = row.card_seq === null ? {} : { from: row.card_seq }
    await recordEvent(tx, ctx, row, from === null ? 'usual_card_taken' : 'card_replaced', { ...before, to, version })
  }
  const unpaid = rows.filter(
    (row) => row.summary_status === SUBSCRIPTION_STATUS.settlement_error && (from === null || row.card_seq === from),
  )
  const actor = systemActor('subscription')
  for (const { id } of unpaid)
    ctx.afterCommit(async (after) => void (await createRenewalOrder({ ...after, actor }, id)))
}
