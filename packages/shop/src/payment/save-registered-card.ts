import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { arrangeOne } from '../subscription/arrange-one.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { type RegistrationRow, recordRegistration } from './record-registration.ts'
import { saveCard } from './save-card.ts'

/** Keeps the card of a finished CHECK, in the place of the one that it replaces, if any. */
export async function saveRegisteredCard(ctx: Context, row: RegistrationRow): Promise<number> {
  const card_seq = await saveCard(ctx, row)
  const replaced = row.replaces_seq
  if (replaced === null || replaced === card_seq) {
    await recordRegistration(ctx.db, row.id, { card_seq, state: 'saved' })
    return card_seq
  }
  const moved = await ctx.db.transaction(async (tx) => {
    await recordRegistration(tx, row.id, { card_seq, state: 'saved' })
    const paid = and(eq(subscription.customer_id, row.customer_id), eq(subscription.card_seq, replaced))
    const moved = await tx
      .update(subscription)
      .set({ card_seq, version: sql`${subscription.version} + 1` })
      .where(paid)
      .returning({ subscription_id: subscription.id, summary_status: subscription.summary_status })
    const event = { event: 'card_replaced', actor: 'customer', detail: { from: replaced, to: card_seq } }
    if (moved.length > 0)
      await tx
        .insert(subscription_event)
        .values(moved.map(({ subscription_id }) => ({ subscription_id, ...event, created_at: ctx.clock.now() })))
    return moved
  })
  const unpaid = moved.filter((each) => each.summary_status === SUBSCRIPTION_STATUS.settlement_error)
  // Nobody waits for the next run to see whether the new card does it.
  for (const { subscription_id } of unpaid) ctx.afterwards(async () => void (await arrangeOne(ctx, subscription_id)))
  await forget(ctx, row.customer_id, replaced)
  return card_seq
}

/** Nothing needs the old card any more. Where that fails it stays in the list, and the member can delete it. */
async function forget(ctx: Context, customer_id: number, card_seq: number): Promise<void> {
  try {
    await ctx.ports.card.deleteCard({ gmo_id: await ensureGmoMember({ ...ctx, customer_id }), card_seq })
  } catch (error) {
    ctx.log.warn({ err: error, card_seq }, 'replaced card not deleted')
  }
}
