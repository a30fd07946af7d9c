import { line_friend } from '@kushi/db/schema/line'
import type { FriendStatusId } from '@kushi/values/line'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { LineProfile } from '../../../ports/line-login-port.ts'
import { nextFriendStatus } from '../rules/next-friend-status.ts'

type FriendContext = Pick<Context, 'db' | 'clock' | 'shop_id'>

/** The last known friend status of a LINE user; undefined when none is known. */
export async function findFriendStatus(ctx: Pick<Context, 'db' | 'shop_id'>, line_user_id: string) {
  const [row] = await ctx.db
    .select({ friend_status_id: line_friend.friend_status_id })
    .from(line_friend)
    .where(and(eq(line_friend.shop_id, ctx.shop_id), eq(line_friend.line_user_id, line_user_id)))
  return row?.friend_status_id as FriendStatusId | undefined
}

/** Saves what a login reported and returns the resulting status. */
export async function saveFriendStatus(ctx: FriendContext, profile: LineProfile): Promise<FriendStatusId> {
  const { line_user_id, is_friend } = profile
  const friend_status_id = nextFriendStatus(await findFriendStatus(ctx, line_user_id), is_friend)
  const known = { friend_status_id, updated_at: ctx.clock.now(), ...(is_friend ? { is_blocked: false } : {}) }
  await ctx.db
    .insert(line_friend)
    .values({ shop_id: ctx.shop_id, line_user_id, ...known })
    .onConflictDoUpdate({ target: [line_friend.shop_id, line_friend.line_user_id], set: known })
  return friend_status_id
}
