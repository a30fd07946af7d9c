import type { Tx } from '@kushi/db/connect'
import { ad_tracking } from '@kushi/db/schema/advertisement'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { greet } from './greet.ts'

const DAY_MS = 86_400_000

/**
 * Assigns a follow to the campaign through which the same person logged in within the last 24 hours; the latest one if
 * there are several. An unblock was a friend before, so it counts for no campaign.
 */
export async function noteNewFriend(tx: Tx, ctx: Context, line_user_id: string, was_friend: boolean): Promise<void> {
  const now = ctx.clock.now()
  const [latest] = await tx
    .select({ ad_user_id: ad_tracking.ad_user_id })
    .from(ad_tracking)
    .where(
      and(
        eq(ad_tracking.shop_id, ctx.shop_id),
        eq(ad_tracking.line_user_id, line_user_id),
        isNull(ad_tracking.friend_added_at),
        isNull(ad_tracking.was_friend),
        gt(ad_tracking.created_at, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .orderBy(desc(ad_tracking.created_at))
    .limit(1)
  if (!latest) return
  const told = was_friend ? { was_friend } : { was_friend, friend_added_at: now }
  await tx
    .update(ad_tracking)
    .set(told)
    .where(and(eq(ad_tracking.shop_id, ctx.shop_id), eq(ad_tracking.ad_user_id, latest.ad_user_id)))
  if (!was_friend) await greet(tx, { shop_id: ctx.shop_id, ...latest })
}
