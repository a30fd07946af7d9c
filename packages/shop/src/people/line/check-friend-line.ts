import type { Handler } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { loadSocialLine } from './social-line.ts'

/** 友だちの状態 of the caller's own LINE account; never that of another person. */
export const checkFriendLine: Handler<'POST /v1/setting/line/check-friend-line'> = async (ctx, { line_user_id }) => {
  const { line_id, friend_status_id } = await loadSocialLine(ctx)
  if (line_id !== line_user_id || friend_status_id === null) throw notFound()
  return { friend_status_id }
}
