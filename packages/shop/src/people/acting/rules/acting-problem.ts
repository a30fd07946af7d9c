import type { Contract } from '@kushi/contract/contract'
import { isPaidAfterwards, type PaymentMethodId } from '@kushi/values/payment-method'

type Change = Exclude<keyof Contract, `GET ${string}`>

/** `asks`: changes nothing. `does`: allowed, and recorded in the audit log. `refused`: only the member may do it. */
type Answer = 'asks' | 'does' | 'refused'

/**
 * What an operator may do as a member. A new call that may change something does not compile until it is listed here.
 */
const changes: Record<Change, Answer> = {
  'POST /v1/common/me': 'asks',
  'POST /v1/cart/items/check': 'asks',
  'POST /v1/order/validates-data': 'asks',
  'POST /v1/order/subscription/{id}/preview': 'asks',
  'POST /v1/order/subscription/delivery-date/next': 'asks',
  'POST /v1/order/subscription/{id}/delivery-pattern/change': 'asks',

  'POST /v1/common/acting/end': 'asks',
  'POST /v1/common/address/new': 'does',
  'PUT /v1/common/address/update/{id}': 'does',
  'DELETE /v1/common/address/delete/{id}': 'does',
  'POST /v1/cart/items/new': 'does',
  'PUT /v1/cart/items/update/{id}': 'does',
  'POST /v1/cart/items/sync': 'does',
  'DELETE /v1/cart/items/delete/{id}': 'does',
  'PUT /v1/customer/{id}/update': 'does',
  'POST /v1/product/restock': 'does',
  'POST /v1/order/public/new': 'does',
  'POST /v1/order/public/buy-again': 'does',
  'PUT /v1/order/subscription/update/{id}': 'does',
  'PATCH /v1/order/subscription/update/{id}/payment': 'does',
  'PATCH /v1/order/subscription/update/{id}/pause': 'does',
  'PATCH /v1/order/subscription/update/{id}/cancel': 'does',
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': 'does',
  'PATCH /v1/order/subscription/{id}/cancel-after': 'does',
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': 'does',
  'PATCH /v1/order/subscription/{id}/skip': 'does',
  'PATCH /v1/order/subscription/{id}/skip/undo': 'does',

  // Login and membership.
  'POST /v1/common/acting/begin': 'refused',
  'POST /v1/common/login/customer/': 'refused',
  'POST /v1/common/session/refresh': 'refused',
  'POST /v1/common/logout': 'refused',
  'POST /v1/common/mail/check': 'refused',
  'POST /v1/common/reset-password/': 'refused',
  'POST /v1/common/reset-password/verify': 'refused',
  'PATCH /v1/common/reset-password_confirm/': 'refused',
  'POST /v1/customer/new': 'refused',
  'POST /v1/customer/email/change': 'refused',
  'POST /v1/customer/email/verification': 'refused',
  'POST /v1/customer/email/confirm': 'refused',
  'POST /v1/customer/password/change': 'refused',
  'POST /v1/customer/withdraw': 'refused',
  'POST /v1/customer/withdraw/undo': 'refused',
  'DELETE /v1/customer/sessions/{id}': 'refused',
  'DELETE /v1/customer/sessions': 'refused',
  'POST /v1/common/line-account/verify': 'refused',
  'POST /v1/common/line-link/confirm': 'refused',
  'POST /v1/common/line-link/nonce': 'refused',
  'DELETE /v1/common/social/line': 'refused',
  'POST /v1/setting/line/check-friend-line': 'refused',
  'POST /v1/setting/line/social-save-account': 'refused',
  'POST /v1/setting/line/link-line/business-account': 'refused',
  // Cards and wallets require their owner.
  'POST /v1/common/payment/card/check': 'refused',
  'POST /v1/common/mypage/card/register': 'refused',
  'POST /v1/common/mypage/card/update': 'refused',
  'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete': 'refused',
  'POST /v1/order/request/{request_no}/pay': 'refused',
  'POST /v1/common/payment/amazon/v2/generate-button-signature': 'refused',
  'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update': 'refused',
  'POST /v1/common/payment/amazon/address': 'refused',
  // The member's own messages and agreements.
  'POST /v1/customer/privacy-requests': 'refused',
  'POST /v1/customer/consents/take-back': 'refused',
  'PATCH /v1/order/subscription/update/{id}/price': 'refused',
  'POST /v1/order/refund-account/show': 'refused',
  'POST /v1/order/refund-account': 'refused',
  'POST /v1/order/subscription/price/offer': 'refused',
  'POST /v1/order/subscription/price/answer': 'refused',
  'POST /v1/contact/complete/mail': 'refused',
  'POST /v1/inquiry/line/create': 'refused',
  'PUT /v1/inquiry/customer/update/status': 'refused',
  'POST /v1/supplier/apply': 'refused',
  'POST /v1/cart-abandonments/set_abandonment_setting': 'refused',
  'PUT /v1/cart-abandonments/track_abandonment_url_click': 'refused',
  'POST /v1/cart-abandonments/unsubscribe': 'refused',
  'POST /v1/line/advertisement/tracking': 'refused',
  'POST /v1/line/advertisement/tracking/add-friend': 'refused',
  'POST /v1/setting/shop/mail/validate-email': 'refused',
}

/** GET calls that do more than read, or that are refused. */
const looks: Partial<Record<keyof Contract, Answer>> = {
  // Issuing a receipt numbers it.
  'GET /v1/file/export/pdf/{orderId}': 'does',
  'GET /v1/common/social/line': 'refused',
}

const answers: Readonly<Record<string, Answer>> = { ...changes, ...looks }

/** Whether a call that an operator makes in place of a member is recorded in the audit log. */
export const isActingAction = (key: string): boolean => answers[key] === 'does'

interface Input {
  is_subscription?: boolean
  payment_method_id?: PaymentMethodId
}

/** Why an operator may not make this call in place of a member; null when they may. */
export function actingProblem(key: string, input: Input): string | null {
  const answer = answers[key] ?? (key.startsWith('GET ') ? 'asks' : 'refused')
  if (answer === 'refused') return '代理ログインではできない操作です。ご本人にお願いしてください。'
  if (key === 'POST /v1/order/public/new' && input.is_subscription)
    return '定期便のお申し込みは、ご本人だけができます。'
  if (PAYS.includes(key) && !isPaidAfterwards(input.payment_method_id ?? null))
    return '代理ログインでは、カードとAmazon Payは選べません。代金引換か後払いをお選びください。'
  return null
}

const PAYS = ['POST /v1/order/public/new', 'PATCH /v1/order/subscription/update/{id}/payment']
