import { orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { type PaymentRow, withClaimSoon } from '../payment/claim-payment.ts'
import { PaymentRefused } from '../payment/payment-port.ts'
import { saveCard } from '../payment/save-card.ts'

/**
 * Saves the card of a payment that stands for the member, where that was wanted or a subscription needs it. Claimed, so
 * that two at once don't save it twice, once the request that was paid lets go of it. What fails here is tried again by the repair job; the order stands either way.
 */
export async function keepCard(ctx: Context, paymentId: number): Promise<void> {
  const wanted = and(eq(payment.id, paymentId), eq(payment.save_card, true))
  const [row] = await ctx.db.select({ number: payment.provider_order_id }).from(payment).where(wanted)
  if (!row) return
  await withClaimSoon(ctx, row.number, ['authorised', 'captured'], async (claimed) => {
    if (!claimed.save_card) return
    try {
      await keep(ctx, claimed)
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      // The vault will say the same tomorrow.
      const detail = { refusal: error.refusal, error: error.info }
      const event = { shop_id: claimed.shop_id, payment_id: paymentId, event: 'card_not_kept', detail }
      await ctx.db.insert(payment_event).values({ ...event, ...ctx.actor })
      await ctx.db.update(payment).set({ save_card: false }).where(eq(payment.id, paymentId))
    }
  })
}

async function keep(ctx: Context, { id, order_id, provider_order_id }: PaymentRow): Promise<void> {
  const [order] = await ctx.db
    .select({ customer_id: orders.customer_id, subscription_id: orders.subscription_id })
    .from(orders)
    .where(eq(orders.id, order_id))
  const { customer_id, subscription_id } = order!
  const card_seq = await saveCard(ctx, { customer_id, provider_order_id, is_default: false })
  await ctx.db.transaction(async (tx) => {
    await tx.update(payment).set({ card_seq, save_card: false }).where(eq(payment.id, id))
    if (subscription_id !== null)
      await tx
        .update(subscription)
        .set({ card_seq })
        .where(and(eq(subscription.id, subscription_id), isNull(subscription.card_seq)))
  })
}
