import { ad_tracking } from '@kushi/db/schema/advertisement'
import { line_friend } from '@kushi/db/schema/line'
import { and, eq, gte, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { greet } from './greet.ts'

/**
 * Whether this visit has won a new friend: a follow that LINE reported after the visit began and that was not an
 * unblock.
 */
export async function countFriend(ctx: Context, ad_user_id: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ tracking: ad_tracking, is_unblocked: line_friend.is_unblocked, at: line_friend.last_event_at })
    .from(ad_tracking)
    .innerJoin(
      line_friend,
      and(eq(line_friend.shop_id, ad_tracking.shop_id), eq(line_friend.line_user_id, ad_tracking.line_user_id)),
    )
    .where(
      and(
        eq(ad_tracking.shop_id, ctx.shop_id),
        eq(ad_tracking.ad_user_id, ad_user_id),
        eq(line_friend.is_blocked, false),
        gte(line_friend.updated_at, ad_tracking.created_at),
      ),
    )
  if (!found) return false
  if (found.tracking.was_friend !== null) return !found.tracking.was_friend
  // Known from a login only: already a friend, or LINE has not reported the follow yet.
  if (found.at === null || found.at < found.tracking.created_at) return false
  const { is_unblocked: was_friend } = found
  const told = was_friend ? { was_friend } : { was_friend, friend_added_at: ctx.clock.now() }
  const mine = and(
    eq(ad_tracking.shop_id, ctx.shop_id),
    eq(ad_tracking.ad_user_id, ad_user_id),
    isNull(ad_tracking.was_friend),
  )
  await ctx.db.transaction(async (tx) => {
    await tx.update(ad_tracking).set(told).where(mine)
    if (!was_friend) await greet(tx, { shop_id: ctx.shop_id, ad_user_id })
  })
  return !was_friend
}
