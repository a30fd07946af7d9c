import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { showCards } from './admin/show-cards.ts'
import { getAmazonAddress, getAmazonSession, signAmazonButton, updateAmazonSession } from './amazon-session.ts'
import { openMerchantSession } from './apple-pay.ts'
import { checkCard, deleteCard, listCards, updateCard } from './cards.ts'
import { beginAccountLink, listLinkedAccounts, unlinkAccount } from './linked-accounts.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import { registerCard } from './register-card.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/setting/shop/payment/': listPaymentMethods,
  'POST /v1/common/payment/amazon/v2/generate-button-signature': signAmazonButton,
  'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}': getAmazonSession,
  'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update': updateAmazonSession,
  'POST /v1/common/payment/amazon/address': getAmazonAddress,
  'POST /v1/common/payment/apple-pay/merchant-session': openMerchantSession,
  'POST /v1/common/payment/card/check': checkCard,
  'GET /v1/common/mypage/card/list': listCards,
  'POST /v1/common/mypage/card/register': registerCard,
  'POST /v1/common/mypage/card/update': updateCard,
  'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete': deleteCard,
  'GET /v1/common/mypage/linked-account/list': listLinkedAccounts,
  'POST /v1/common/mypage/linked-account/link': beginAccountLink,
  'DELETE /v1/common/mypage/linked-account/{wallet}': unlinkAccount,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/customers/{id}/cards': showCards,
} satisfies Partial<AdminCallHandlers>
