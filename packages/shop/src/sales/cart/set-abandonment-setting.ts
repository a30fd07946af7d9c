import { cart_tracking } from '@kushi/db/schema/abandonment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Context, Handler, Input, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { canSeePrices } from '../../people/customer/index.ts'
import { hashToken } from '../../people/session/index.ts'
import { loadAbandonmentSetting } from './load-setting.ts'
import { reminderHours } from './rules/reminder-plan.ts'

type AbandonmentInput = Input<'POST /v1/cart-abandonments/set_abandonment_setting'>

const open = isNull(cart_tracking.ended_at)

/**
 * Saves the e-mail address and the cart of a guest who consented, or deletes both when they withdraw consent. A
 * member's cart is tracked already, so only its advert codes are updated. The response is the same whether or not the
 * address belongs to a member.
 */
export const setAbandonmentSetting: Handler<'POST /v1/cart-abandonments/set_abandonment_setting'> = async (
  ctx,
  given,
) => {
  if (ctx.customer_id !== null) return rememberAdvert(ctx as MemberContext, given)
  const mine = and(
    open,
    eq(cart_tracking.shop_id, ctx.shop_id),
    eq(cart_tracking.tracking_hash, hashToken(given.tracking_id)),
  )!
  const { email, is_consented, items } = given
  if (!is_consented || email === null || items.length === 0) return forget(ctx, mine)
  // A reminder states prices, which this shop shows only to approved accounts.
  if (!(await canSeePrices(ctx))) return { is_tracked: false }
  const setting = await loadAbandonmentSetting(ctx.db, ctx.shop_id)
  if (!setting.cart_abandoned_flag || !setting.guest_target_flag) return { is_tracked: false }
  await keep(ctx, mine, given, normalizeEmail(email), reminderHours(setting, true)[0] ?? 1)
  return { is_tracked: true }
}

async function keep(ctx: Context, mine: SQL, given: AbandonmentInput, email: string, hours: number): Promise<void> {
  const now = ctx.clock.now()
  const { adcd, abmtcd, ad_user_id, cart_type_id, items } = given
  const cart = {
    email,
    items,
    cart_type_id,
    adcd,
    abmtcd,
    ad_user_id,
    tracking_start_date: now,
    consented_at: now,
    tracking_hash: hashToken(given.tracking_id),
    next_at: new Date(now.getTime() + hours * 3_600_000),
  }
  const isOfEmail = and(open, isNull(cart_tracking.customer_id), eq(cart_tracking.shop_id, ctx.shop_id))
  const there = or(mine, and(isOfEmail, eq(cart_tracking.email, email)))
  const renew = async () => {
    // Another browser may already track the same address. One person has one cart: the one changed last.
    const [found] = await ctx.db
      .select({ shop_id: cart_tracking.shop_id, id: cart_tracking.id })
      .from(cart_tracking)
      .where(there)
      .limit(1)
    if (found)
      await ctx.db
        .update(cart_tracking)
        .set(cart)
        .where(and(open, sameRowCondition(cart_tracking, found)))
    return found !== undefined
  }
  if (await renew()) return
  await consumeLimit(ctx, 'reminder_consent', { account: email, address: ctx.ip })
  const row = { ...cart, shop_id: ctx.shop_id, created_at: now }
  const [added] = await ctx.db.insert(cart_tracking).values(row).onConflictDoNothing().returning()
  if (!added) await renew()
}

/** Withdraws consent: no more reminders are sent, and the address is deleted. */
async function forget(ctx: Context, mine: SQL): Promise<{ is_tracked: boolean }> {
  const ended = { ended_at: ctx.clock.now(), end_reason: 'not_wanted', email: null, consented_at: null, items: [] }
  await ctx.db
    .update(cart_tracking)
    .set({ ...ended, tracking_hash: null })
    .where(mine)
  return { is_tracked: false }
}

async function rememberAdvert(
  { db, shop_id, customer_id }: MemberContext,
  { adcd, abmtcd, ad_user_id }: AbandonmentInput,
) {
  const own = and(open, eq(cart_tracking.shop_id, shop_id), eq(cart_tracking.customer_id, customer_id))
  const codes = { adcd, abmtcd, ad_user_id }
  const found = await db.update(cart_tracking).set(codes).where(own).returning({ id: cart_tracking.id })
  return { is_tracked: found.length > 0 }
}
