import { ad_letter, cart_tracking } from '@kushi/db/schema/abandonment'
import { and, eq, isNull } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { optOutOfAdverts } from '../../people/customer/index.ts'
import { hashToken } from '../../people/session/index.ts'
import { notFound } from '../../shop-error.ts'

/**
 * 配信停止: stops advertising to this address over this channel, for a member or a guest, without login. The token alone
 * identifies the recipient, whichever shop receives the call. It never expires, and repeating the call is harmless.
 * @throws notFound for a link that never existed
 */
export const unsubscribe: Handler<'POST /v1/cart-abandonments/unsubscribe'> = async (ctx, { token }) => {
  await consumeLimit(ctx, 'reminder_link', { address: ctx.ip })
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(ad_letter)
      .where(eq(ad_letter.unsubscribe_hash, hashToken(token)))
    if (!found) throw notFound()
    const { shop_id, channel, address, customer_id } = found
    const now = ctx.clock.now()
    await optOutOfAdverts(tx, ctx, { shop_id, channel, address, customer_id })
    const isTheirs =
      customer_id === null
        ? and(isNull(cart_tracking.customer_id), eq(cart_tracking.email, address))
        : eq(cart_tracking.customer_id, customer_id)
    await tx
      .update(cart_tracking)
      .set({ ended_at: now, end_reason: 'opted_out', tracking_hash: null })
      .where(and(eq(cart_tracking.shop_id, shop_id), isTheirs, isNull(cart_tracking.ended_at)))
    return { channel }
  })
}
