import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { addAdCode, changeAdCode, exportAdCodes, listAdCodes } from './admin/ad-codes.ts'
import { checkFriendLine } from './check-friend-line.ts'
import { confirmLineLink } from './confirm-link.ts'
import { linkBusinessAccount } from './link-business-account.ts'
import { issueLineLinkNonce } from './link-nonce.ts'
import { saveSocialAccount } from './save-social-account.ts'
import { getSocialLine } from './social-line.ts'
import { trackAddFriend } from './track-add-friend.ts'
import { trackAdvertisement } from './track-advertisement.ts'
import { unlinkLine } from './unlink-line.ts'
import { verifyLineAccount } from './verify-line-account.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/line/advertisement/tracking': trackAdvertisement,
  'POST /v1/line/advertisement/tracking/add-friend': trackAddFriend,
  'POST /v1/common/line-account/verify': verifyLineAccount,
  'POST /v1/common/line-link/confirm': confirmLineLink,
  'POST /v1/common/line-link/nonce': issueLineLinkNonce,
  'GET /v1/common/social/line': getSocialLine,
  'DELETE /v1/common/social/line': unlinkLine,
  'POST /v1/setting/line/check-friend-line': checkFriendLine,
  'POST /v1/setting/line/social-save-account': saveSocialAccount,
  'POST /v1/setting/line/link-line/business-account': linkBusinessAccount,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/ad-codes': listAdCodes,
  'POST /admin/v1/ad-codes': addAdCode,
  'PUT /admin/v1/ad-codes/{adcd}': changeAdCode,
  'POST /admin/v1/ad-codes/export': exportAdCodes,
} satisfies Partial<AdminCallHandlers>
