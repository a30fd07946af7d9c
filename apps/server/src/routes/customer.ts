import { confirmEmailChange } from '@kushi/shop/customer/confirm-email-change'
import { hasErrorPayment } from '@kushi/shop/customer/has-error-payment'
import { registerCustomer } from '@kushi/shop/customer/register-customer'
import { requestEmailChange } from '@kushi/shop/customer/request-email-change'
import { updateCustomer } from '@kushi/shop/customer/update-customer'
import { getMypageTop } from '@kushi/shop/mypage/get-mypage-top'
import { changePassword } from '@kushi/shop/password/change-password'
import { askPrivacy, listOwnPrivacyRequests } from '@kushi/shop/privacy/ask-privacy'
import { endOneSession, endOtherSessions, listSessions } from '@kushi/shop/session/list-sessions'
import { getWithdrawal, withdraw } from '@kushi/shop/withdrawal/withdraw'
import type { Bindings } from '../http/implement.ts'

export const customer = {
  'POST /v1/customer/new': registerCustomer,
  'PUT /v1/customer/{id}/update': updateCustomer,
  'POST /v1/customer/email/change': requestEmailChange,
  'POST /v1/customer/email/confirm': confirmEmailChange,
  'POST /v1/customer/password/change': changePassword,
  'GET /v1/customer/sessions': listSessions,
  'DELETE /v1/customer/sessions/{id}': endOneSession,
  'DELETE /v1/customer/sessions': endOtherSessions,
  'GET /v1/customer/privacy-requests': listOwnPrivacyRequests,
  'POST /v1/customer/privacy-requests': askPrivacy,
  'GET /v1/customer/withdrawal': getWithdrawal,
  'POST /v1/customer/withdraw': withdraw,
  'GET /v1/customer/mypage-top': getMypageTop,
  'GET /v1/customer/has-error-payment': hasErrorPayment,
} satisfies Partial<Bindings>
