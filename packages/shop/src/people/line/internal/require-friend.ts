import { lineRequirement } from '@kushi/values/line'
import type { MemberContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { loadSocialLine } from '../social-line.ts'
import { lineNotFriendError } from './line-errors.ts'

/**
 * Required before a purchase, if the shop says so: LINE is linked, and the member is a friend.
 * @throws ShopError ERROR_LINE_NOT_FRIEND
 */
export async function requireLineFriend(ctx: MemberContext): Promise<void> {
  if (lineRequirement(await loadCachedShop(ctx)) !== 'required') return
  const { is_friend } = await loadSocialLine(ctx)
  if (!is_friend) throw lineNotFriendError()
}
