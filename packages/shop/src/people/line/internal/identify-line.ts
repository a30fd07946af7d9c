import type { LineAccount } from '@kushi/contract/line'
import { isFriend } from '@kushi/values/line'
import type { Context } from '../../../context.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { lineNotFriendError, lineTokenRefusedError, lineUnavailableError } from './line-errors.ts'
import { loadLineRequirement } from './load-requirement.ts'
import { saveFriendStatus } from './remember-friend.ts'

/**
 * The owner of a LINE access token, verified with LINE, and their friendship.
 * @throws ShopError ERROR_LINE_NOT_USED, ERROR_LINE_TOKEN, ERROR_LINE_UNAVAILABLE, ERROR_TOO_MANY_REQUESTS
 */
export async function identifyLineAccount(ctx: Context, line_access_token: string): Promise<LineAccount> {
  await loadLineRequirement(ctx)
  await consumeLimit(ctx, 'line_account', { address: ctx.ip })
  const profile = await ctx.ports.line_login.profile(line_access_token).catch((err: unknown) => {
    ctx.log.warn({ err }, 'LINE did not say whose token it is')
    throw lineUnavailableError()
  })
  if (!profile) throw lineTokenRefusedError()
  const friend_status_id = await saveFriendStatus(ctx, profile)
  return { line_id: profile.line_user_id, display_name: profile.display_name, friend_status_id }
}

/**
 * Identifies the LINE account, and requires that it is a friend if the shop serves friends only.
 * @throws ShopError ERROR_LINE_NOT_FRIEND
 */
export async function identifyLineFriend(ctx: Context, line_access_token: string): Promise<LineAccount> {
  const account = await identifyLineAccount(ctx, line_access_token)
  if ((await loadLineRequirement(ctx)) === 'required' && !isFriend(account.friend_status_id as 1))
    throw lineNotFriendError()
  return account
}
