import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { ad_letter, ad_optout, cart_tracking } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, isNull } from 'drizzle-orm'
import { asMember } from '../actor.ts'
import type { Context, Verb } from '../context.ts'
import { recordConsent } from '../customer/index.ts'
import { takeLimit } from '../limit/index.ts'
import { hashToken } from '../session/index.ts'
import { notFound } from '../shop-error.ts'

/**
 * 配信停止: stops advertising to this address over this channel, for a member or a guest, without login. The token alone
 * identifies the recipient, whichever shop receives the call. It never expires, and repeating the call is harmless.
 * @throws notFound for a link that never existed
 */
export const unsubscribe: Verb<'POST /v1/cart-abandonments/unsubscribe'> = async (ctx, { token }) => {
  await takeLimit(ctx, 'reminder_link', { address: ctx.ip })
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(ad_letter)
      .where(eq(ad_letter.unsubscribe_hash, hashToken(token)))
    if (!found) throw notFound()
    const { shop_id, channel, address, customer_id } = found
    const now = ctx.clock.now()
    await tx.insert(ad_optout).values({ shop_id, channel, address, created_at: now }).onConflictDoNothing()
    const isTheirs =
      customer_id === null
        ? and(isNull(cart_tracking.customer_id), eq(cart_tracking.email, address))
        : eq(cart_tracking.customer_id, customer_id)
    await tx
      .update(cart_tracking)
      .set({ ended_at: now, end_reason: 'opted_out', tracking_hash: null })
      .where(and(eq(cart_tracking.shop_id, shop_id), isTheirs, isNull(cart_tracking.ended_at)))
    if (customer_id !== null) await withdraw(tx, ctx, { shop_id, id: customer_id }, channel)
    return { channel }
  })
}

/** Updates the member's own setting too, so that 会員情報 shows the current state. */
async function withdraw(
  tx: Tx,
  ctx: Context,
  member: { shop_id: number; id: number },
  channel: 'mail' | 'line',
): Promise<void> {
  const [before] = await tx.select().from(customer).where(isRow(customer, member)).for('no key update')
  if (!before) return
  const flags = { mail_magazine_flag: before.mail_magazine_flag, line_magazine_flag: before.line_magazine_flag }
  const after = { ...flags, [`${channel}_magazine_flag`]: false }
  const consented = await recordConsent(tx, asMember(ctx, member.id), member, before, after)
  await tx
    .update(customer)
    .set({ ...after, ...consented })
    .where(isRow(customer, member))
}
