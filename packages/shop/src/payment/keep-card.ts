import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'

/**
 * Saves the card of an authorised payment for the member, where that was wanted or a subscription needs it. What fails
 * here is tried again by the repair job; the order stands either way.
 */
export async function keepCard(ctx: Context, paymentId: number): Promise<void> {
  const wanted = and(eq(payment.id, paymentId), eq(payment.save_card, true), eq(payment.state, 'authorised'))
  const [row] = await ctx.db
    .select({
      provider_order_id: payment.provider_order_id,
      customer_id: orders.customer_id,
      subscription_id: orders.subscription_id,
    })
    .from(payment)
    .innerJoin(orders, eq(orders.id, payment.order_id))
    .where(wanted)
  if (!row) return
  const gmoId = await ensureGmoMember({ ...ctx, customer_id: row.customer_id })
  const hasCards = (await ctx.ports.card.listCards(gmoId)).length > 0
  const { card_seq } = await ctx.ports.card.saveCardOfTrade({
    provider_order_id: row.provider_order_id,
    gmo_id: gmoId,
    is_default: !hasCards,
  })
  await ctx.db.transaction(async (tx) => {
    await tx.update(payment).set({ card_seq, save_card: false }).where(eq(payment.id, paymentId))
    if (row.subscription_id !== null)
      await tx
        .update(subscription)
        .set({ card_seq })
        .where(and(eq(subscription.id, row.subscription_id), isNull(subscription.card_seq)))
  })
}
