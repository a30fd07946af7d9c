import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { PaymentRefused } from '../../../ports/payment-port.ts'
import { lockOrderRow } from '../../order/index.ts'
import {
  type PaymentRow,
  recordCardNotSaved,
  recordCardSaved,
  saveCard,
  withPaymentClaimWhenFree,
} from '../../payment/index.ts'
import { orderCardSaved } from '../hooks.ts'

/**
 * Saves the card of an authorised payment for the member, if the customer chose so or a subscription needs it. Waits
 * until the paying request releases the payment and claims it, so that concurrent calls don't save the card twice. On
 * failure the repair job tries again; the order is valid either way.
 */
export async function saveOrderCard(ctx: Context, key: Pick<PaymentRow, 'shop_id' | 'id'>): Promise<void> {
  const wanted = and(sameRowCondition(payment, key), eq(payment.save_card, true))
  const [row] = await ctx.db.select().from(payment).where(wanted)
  if (!row) return
  await withPaymentClaimWhenFree(ctx, row, ['authorised', 'captured'], async (claimed) => {
    if (!claimed.save_card) return
    try {
      await keep({ ...ctx, shop_id: key.shop_id }, claimed)
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      await recordCardNotSaved(ctx, claimed, error)
    }
  })
}

async function keep(ctx: Context, claimed: PaymentRow): Promise<void> {
  const { shop_id, order_id, provider_order_id } = claimed
  const key = { shop_id, id: order_id }
  const [bought] = await ctx.db
    .select({ customer_id: orders.customer_id })
    .from(orders)
    .where(sameRowCondition(orders, key))
  const { card_seq } = await saveCard(ctx, { ...bought!, provider_order_id, is_default: false })
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrderRow(tx, key)
    await recordCardSaved(tx, claimed, card_seq)
    await orderCardSaved(tx, ctx, order, card_seq)
  })
}
