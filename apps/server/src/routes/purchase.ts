import { applyAsSupplier } from '@kushi/shop/people/inquiry/apply-as-supplier'
import { listMemberInquiries, showMemberInquiry } from '@kushi/shop/people/inquiry/member-inquiries'
import { sendInquiry } from '@kushi/shop/people/inquiry/send-inquiry'
import { trackAddFriend } from '@kushi/shop/people/line/track-add-friend'
import { trackAdvertisement } from '@kushi/shop/people/line/track-advertisement'
import {
  addCartItem,
  checkCart,
  listCartItems,
  removeCartItem,
  updateCartItem,
} from '@kushi/shop/sales/cart/cart-items'
import { getAbandonmentSetting } from '@kushi/shop/sales/cart/load-setting'
import { setAbandonmentSetting } from '@kushi/shop/sales/cart/set-abandonment-setting'
import { syncCart } from '@kushi/shop/sales/cart/sync-cart'
import { trackUrlClick } from '@kushi/shop/sales/cart/track-url-click'
import { unsubscribe } from '@kushi/shop/sales/cart/unsubscribe'
import { buyAgain } from '@kushi/shop/sales/order/buy-again'
import { getOrder, listOrders, listPurchases } from '@kushi/shop/sales/order/orders'
import { placeOrder } from '@kushi/shop/sales/order/place-order'
import { validateOrder } from '@kushi/shop/sales/order/validate-order'
import {
  getAmazonAddress,
  getAmazonSession,
  signAmazonButton,
  updateAmazonSession,
} from '@kushi/shop/sales/payment/amazon-session'
import { answerPrice, answerPriceByLink, showPriceOffer } from '@kushi/shop/sales/subscription/answer-price-offer'
import { cancelSubscription } from '@kushi/shop/sales/subscription/cancel-subscription'
import { changePayment } from '@kushi/shop/sales/subscription/change-payment'
import { findNextDelivery, listSubscriptionDates, previewPattern } from '@kushi/shop/sales/subscription/delivery-dates'
import { cancelAfterDelivery, continueAfterDelivery } from '@kushi/shop/sales/subscription/end-after-delivery'
import { getSubscription } from '@kushi/shop/sales/subscription/get-subscription'
import { listSubscriptions } from '@kushi/shop/sales/subscription/list-subscriptions'
import { payOrderRequest, showOrderRequest } from '@kushi/shop/sales/subscription/order-request'
import { pauseSubscription } from '@kushi/shop/sales/subscription/pause-subscription'
import { previewUpdate } from '@kushi/shop/sales/subscription/preview-update'
import { previewReopening, reopenSubscription } from '@kushi/shop/sales/subscription/reopen-subscription'
import { skipDelivery, undoSkip } from '@kushi/shop/sales/subscription/skip-delivery'
import { updateSubscription } from '@kushi/shop/sales/subscription/update-subscription'
import type { Bindings } from '../http/implement.ts'

export const contact = {
  'POST /v1/contact/complete/mail': sendInquiry,
  'GET /v1/inquiry/customer/list': listMemberInquiries,
  'GET /v1/inquiry/customer/detail/{inquiry_no}': showMemberInquiry,
  'POST /v1/supplier/apply': applyAsSupplier,
} satisfies Partial<Bindings>

export const advertisement = {
  'POST /v1/line/advertisement/tracking': trackAdvertisement,
  'POST /v1/line/advertisement/tracking/add-friend': trackAddFriend,
} satisfies Partial<Bindings>

export const abandonment = {
  'GET /v1/cart-abandonments/get_abandonment_users_setting': getAbandonmentSetting,
  'POST /v1/cart-abandonments/set_abandonment_setting': setAbandonmentSetting,
  'PUT /v1/cart-abandonments/track_abandonment_url_click': trackUrlClick,
  'POST /v1/cart-abandonments/unsubscribe': unsubscribe,
} satisfies Partial<Bindings>

export const subscription = {
  'GET /v1/order/subscription/': listSubscriptions,
  'GET /v1/order/subscription/detail/{id}': getSubscription,
  'POST /v1/order/subscription/{id}/preview': previewUpdate,
  'PUT /v1/order/subscription/update/{id}': updateSubscription,
  'PATCH /v1/order/subscription/update/{id}/payment': changePayment,
  'PATCH /v1/order/subscription/update/{id}/pause': pauseSubscription,
  'PATCH /v1/order/subscription/update/{id}/cancel': cancelSubscription,
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': reopenSubscription,
  'PATCH /v1/order/subscription/update/{id}/price': answerPrice,
  'POST /v1/order/subscription/price/offer': showPriceOffer,
  'POST /v1/order/subscription/price/answer': answerPriceByLink,
  'GET /v1/order/subscription/{id}/reopen': previewReopening,
  'PATCH /v1/order/subscription/{id}/cancel-after': cancelAfterDelivery,
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': continueAfterDelivery,
  'PATCH /v1/order/subscription/{id}/skip': skipDelivery,
  'PATCH /v1/order/subscription/{id}/skip/undo': undoSkip,
  'POST /v1/order/subscription/delivery-date/next': findNextDelivery,
  'GET /v1/order/subscription/{id}/delivery-date/list': listSubscriptionDates,
  'POST /v1/order/subscription/{id}/delivery-pattern/change': previewPattern,
} satisfies Partial<Bindings>

export const amazon = {
  'POST /v1/common/payment/amazon/v2/generate-button-signature': signAmazonButton,
  'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}': getAmazonSession,
  'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update': updateAmazonSession,
  'POST /v1/common/payment/amazon/address': getAmazonAddress,
} satisfies Partial<Bindings>

export const order = {
  'POST /v1/order/validates-data': validateOrder,
  'POST /v1/order/public/new': placeOrder,
  'GET /v1/order/request/{request_no}': showOrderRequest,
  'POST /v1/order/request/{request_no}/pay': payOrderRequest,
  'GET /v1/order/public/list': listOrders,
  'GET /v1/order/public/detail/{order_no}': getOrder,
  'GET /v1/order/public/purchases': listPurchases,
  'POST /v1/order/public/buy-again': buyAgain,
} satisfies Partial<Bindings>

export const cart = {
  'GET /v1/cart/items': listCartItems,
  'POST /v1/cart/items/new': addCartItem,
  'PUT /v1/cart/items/update/{id}': updateCartItem,
  'POST /v1/cart/items/sync': syncCart,
  'DELETE /v1/cart/items/delete/{id}': removeCartItem,
  'POST /v1/cart/items/check': checkCart,
} satisfies Partial<Bindings>
