import { sendLineInquiry } from '@kushi/shop/inquiry/send-line-inquiry'
import { updateInquiryStatus } from '@kushi/shop/inquiry/update-inquiry-status'
import { checkFriendLine } from '@kushi/shop/line/check-friend-line'
import { confirmLink } from '@kushi/shop/line/confirm-link'
import { linkBusinessAccount } from '@kushi/shop/line/link-business-account'
import { issueLinkNonce } from '@kushi/shop/line/link-nonce'
import { saveSocialAccount } from '@kushi/shop/line/save-social-account'
import { getSocialLine } from '@kushi/shop/line/social-line'
import { unlinkLine } from '@kushi/shop/line/unlink-line'
import { verifyLineAccount } from '@kushi/shop/line/verify-line-account'
import type { Bindings } from '../http/implement.ts'

export const line = {
  'POST /v1/common/line-account/verify': verifyLineAccount,
  'POST /v1/common/line-link/confirm': confirmLink,
  'POST /v1/common/line-link/nonce': issueLinkNonce,
  'GET /v1/common/social/line': getSocialLine,
  'DELETE /v1/common/social/line': unlinkLine,
  'POST /v1/setting/line/check-friend-line': checkFriendLine,
  'POST /v1/setting/line/social-save-account': saveSocialAccount,
  'POST /v1/setting/line/link-line/business-account': linkBusinessAccount,
  'POST /v1/inquiry/line/create': sendLineInquiry,
  'PUT /v1/inquiry/customer/update/status': updateInquiryStatus,
} satisfies Partial<Bindings>
