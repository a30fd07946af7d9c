import { isRow } from '@kushi/db/in-shop'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type PaymentRow, saveCard, withClaimSoon } from '../../payment/index.ts'
import { PaymentRefused } from '../../payment/payment-port.ts'

/**
 * Saves the card of an authorised payment for the member, if the customer chose so or a subscription needs it. Waits
 * until the paying request releases the payment and claims it, so that concurrent calls don't save the card twice. On
 * failure the repair job tries again; the order is valid either way.
 */
export async function keepCard(ctx: Context, key: Pick<PaymentRow, 'shop_id' | 'id'>): Promise<void> {
  const wanted = and(isRow(payment, key), eq(payment.save_card, true))
  const [row] = await ctx.db.select().from(payment).where(wanted)
  if (!row) return
  await withClaimSoon(ctx, row, ['authorised', 'captured'], async (claimed) => {
    if (!claimed.save_card) return
    try {
      await keep({ ...ctx, shop_id: key.shop_id }, claimed)
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      // The provider would refuse again, so it is not retried.
      const detail = { refusal: error.refusal, error: error.info }
      const event = { shop_id: claimed.shop_id, payment_id: key.id, event: 'card_not_kept', detail }
      await ctx.db.insert(payment_event).values({ ...event, ...ctx.actor })
      await ctx.db.update(payment).set({ save_card: false }).where(isRow(payment, key))
    }
  })
}

async function keep(ctx: Context, claimed: PaymentRow): Promise<void> {
  const { shop_id, order_id, provider_order_id } = claimed
  const [order] = await ctx.db
    .select({ customer_id: orders.customer_id, subscription_id: orders.subscription_id })
    .from(orders)
    .where(isRow(orders, { shop_id, id: order_id }))
  const { customer_id, subscription_id } = order!
  const card_seq = await saveCard(ctx, { customer_id, provider_order_id, is_default: false })
  await ctx.db.transaction(async (tx) => {
    await tx.update(payment).set({ card_seq, save_card: false }).where(isRow(payment, claimed))
    if (subscription_id !== null)
      await tx
        .update(subscription)
        .set({ card_seq })
        .where(and(isRow(subscription, { shop_id, id: subscription_id }), isNull(subscription.card_seq)))
  })
}
