import { askPrivacy, listOwnPrivacyRequests } from '@kushi/shop/operation/membership/ask-privacy'
import { listConsents } from '@kushi/shop/operation/membership/list-consents'
import { getWithdrawal, withdraw } from '@kushi/shop/operation/membership/withdraw'
import {
  addAddress,
  deleteAddress,
  getAddress,
  listAddresses,
  updateAddress,
} from '@kushi/shop/people/customer/addresses'
import {
  confirmEmailChange,
  requestEmailChange,
  requestEmailVerification,
} from '@kushi/shop/people/customer/change-email'
import { changePassword } from '@kushi/shop/people/customer/change-password'
import { hasErrorPayment } from '@kushi/shop/people/customer/has-error-payment'
import { registerCustomer } from '@kushi/shop/people/customer/register-customer'
import { confirmReset, requestReset, verifyReset } from '@kushi/shop/people/customer/reset-password'
import { takeBackConsent } from '@kushi/shop/people/customer/take-back-consent'
import { updateCustomer } from '@kushi/shop/people/customer/update-customer'
import { sendLineInquiry } from '@kushi/shop/people/inquiry/send-inquiry'
import { updateInquiryStatus } from '@kushi/shop/people/inquiry/update-inquiry-status'
import { checkFriendLine } from '@kushi/shop/people/line/check-friend-line'
import { confirmLink } from '@kushi/shop/people/line/confirm-link'
import { linkBusinessAccount } from '@kushi/shop/people/line/link-business-account'
import { issueLinkNonce } from '@kushi/shop/people/line/link-nonce'
import { saveSocialAccount } from '@kushi/shop/people/line/save-social-account'
import { getSocialLine } from '@kushi/shop/people/line/social-line'
import { unlinkLine } from '@kushi/shop/people/line/unlink-line'
import { verifyLineAccount } from '@kushi/shop/people/line/verify-line-account'
import { endOneSession, endOtherSessions, listSessions } from '@kushi/shop/people/session/list-sessions'
import { checkCard, deleteCard, listCards, updateCard } from '@kushi/shop/sales/payment/cards'
import { registerCard } from '@kushi/shop/sales/payment/register-card'

import { getMypageTop } from '@kushi/shop/sales/subscription/get-mypage-top'
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

export const card = {
  'POST /v1/common/payment/card/check': checkCard,
  'GET /v1/common/mypage/card/list': listCards,
  'POST /v1/common/mypage/card/register': registerCard,
  'POST /v1/common/mypage/card/update': updateCard,
  'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete': deleteCard,
} satisfies Partial<Bindings>

export const password = {
  'POST /v1/common/reset-password/': requestReset,
  'POST /v1/common/reset-password/verify': verifyReset,
  'PATCH /v1/common/reset-password_confirm/': confirmReset,
} satisfies Partial<Bindings>

export const address = {
  'GET /v1/common/address': listAddresses,
  'GET /v1/common/address/detail/{id}': getAddress,
  'POST /v1/common/address/new': addAddress,
  'PUT /v1/common/address/update/{id}': updateAddress,
  'DELETE /v1/common/address/delete/{id}': deleteAddress,
} satisfies Partial<Bindings>

export const customer = {
  'POST /v1/customer/new': registerCustomer,
  'PUT /v1/customer/{id}/update': updateCustomer,
  'POST /v1/customer/email/change': requestEmailChange,
  'POST /v1/customer/email/verification': requestEmailVerification,
  'POST /v1/customer/email/confirm': confirmEmailChange,
  'POST /v1/customer/password/change': changePassword,
  'GET /v1/customer/sessions': listSessions,
  'DELETE /v1/customer/sessions/{id}': endOneSession,
  'DELETE /v1/customer/sessions': endOtherSessions,
  'GET /v1/customer/consents': listConsents,
  'POST /v1/customer/consents/take-back': takeBackConsent,
  'GET /v1/customer/privacy-requests': listOwnPrivacyRequests,
  'POST /v1/customer/privacy-requests': askPrivacy,
  'GET /v1/customer/withdrawal': getWithdrawal,
  'POST /v1/customer/withdraw': withdraw,
  'GET /v1/customer/mypage-top': getMypageTop,
  'GET /v1/customer/has-error-payment': hasErrorPayment,
} satisfies Partial<Bindings>
