import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { acceptPace, undoPace } from './accept-pace.ts'
import { acceptPromotion, showCancelOffer } from './accept-promotion.ts'
import { answerForMember } from './admin/answer-rest.ts'
import { blockCustomer } from './admin/block-customer.ts'
import { showCalendar } from './admin/calendar.ts'
import { listMemberCards, previewChange, reopenForMember, showSubscriptionOptions } from './admin/change-one.ts'
import { exportSubscriptions } from './admin/export-all.ts'
import { listAllSubscriptions, showSubscriptionChoices } from './admin/list-all.ts'
import { placePhoneOrder, previewPhoneOrder, showPhoneOrderOptions } from './admin/order-for-member.ts'
import { listOrderRequests, sendOrderRequest, withdrawOrderRequest } from './admin/request-order.ts'
import { retryRestRefund, settleRestRefund } from './admin/rest-refund.ts'
import {
  addSubscriptionNote,
  changePaymentForMember,
  deliverUnpaid,
  endForMember,
  retryNow,
} from './admin/settle-one.ts'
import { showOneSubscription } from './admin/show-one.ts'
import { answerPrice, answerPriceByLink, showPriceOffer } from './answer-price-offer.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePayment } from './change-payment.ts'
import { findNextDelivery, listSubscriptionDates, previewPattern } from './delivery-dates.ts'
import { cancelAfterDelivery, continueAfterDelivery } from './end-after-delivery.ts'
import { answerRest, showPace } from './fit-pace.ts'
import { getMypageTop } from './get-mypage-top.ts'
import { getSubscription, memberChange } from './get-subscription.ts'
import { byOperator } from './internal/run-on-behalf.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { nameSecondWay } from './name-second-way.ts'
import { payOrderRequest, showOrderRequest } from './order-request.ts'
import { acceptPaceByLink, paceByLink, undoPaceByLink } from './pace-by-link.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { payByLink, showPayLink } from './pay-by-link.ts'
import { previewUpdate } from './preview-update.ts'
import { previewReopening, reopenSubscription } from './reopen-subscription.ts'
import { replaceSubscription } from './replace-subscription.ts'
import { skipDelivery, undoSkip } from './skip-delivery.ts'
import { updateSubscription } from './update-subscription.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/order/subscription/': listSubscriptions,
  'GET /v1/order/subscription/detail/{id}': getSubscription,
  'POST /v1/order/subscription/{id}/preview': previewUpdate,
  'PUT /v1/order/subscription/update/{id}': replaceSubscription,
  'PATCH /v1/order/subscription/update/{id}/payment': changePayment,
  'PATCH /v1/order/subscription/update/{id}/second-way': nameSecondWay,
  'PATCH /v1/order/subscription/update/{id}/pause': memberChange(pauseSubscription),
  'PATCH /v1/order/subscription/update/{id}/cancel': memberChange(cancelSubscription),
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': memberChange(reopenSubscription),
  'PATCH /v1/order/subscription/update/{id}/price': answerPrice,
  'POST /v1/order/subscription/pay/show': showPayLink,
  'POST /v1/order/subscription/pay': payByLink,
  'POST /v1/order/subscription/price/offer': showPriceOffer,
  'POST /v1/order/subscription/price/answer': answerPriceByLink,
  'GET /v1/order/subscription/{id}/reopen': previewReopening,
  'PATCH /v1/order/subscription/{id}/cancel-after': memberChange(cancelAfterDelivery),
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': memberChange(continueAfterDelivery),
  'GET /v1/order/subscription/{id}/cancel-offer': showCancelOffer,
  'PATCH /v1/order/subscription/{id}/promotion': memberChange(acceptPromotion),
  'GET /v1/order/subscription/{id}/pace': showPace,
  'POST /v1/order/subscription/{id}/pace/answer': answerRest,
  'PATCH /v1/order/subscription/{id}/pace': memberChange(acceptPace),
  'PATCH /v1/order/subscription/{id}/pace/undo': memberChange(undoPace),
  'POST /v1/order/subscription/pace/answer': paceByLink,
  'POST /v1/order/subscription/pace/take': acceptPaceByLink,
  'POST /v1/order/subscription/pace/undo': undoPaceByLink,
  'PATCH /v1/order/subscription/{id}/skip': memberChange(skipDelivery),
  'PATCH /v1/order/subscription/{id}/skip/undo': memberChange(undoSkip),
  'POST /v1/order/subscription/delivery-date/next': findNextDelivery,
  'GET /v1/order/subscription/{id}/delivery-date/list': listSubscriptionDates,
  'POST /v1/order/subscription/{id}/delivery-pattern/change': previewPattern,
  'GET /v1/order/request/{request_no}': showOrderRequest,
  'POST /v1/order/request/{request_no}/pay': payOrderRequest,
  'GET /v1/customer/mypage-top': getMypageTop,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'PUT /admin/v1/customers/{id}/block': blockCustomer,
  'GET /admin/v1/customers/{id}/order-options': showPhoneOrderOptions,
  'POST /admin/v1/customers/{id}/orders/preview': previewPhoneOrder,
  'POST /admin/v1/customers/{id}/orders': placePhoneOrder,
  'POST /admin/v1/customers/{id}/order-requests': sendOrderRequest,
  'GET /admin/v1/customers/{id}/order-requests': listOrderRequests,
  'POST /admin/v1/order-requests/{id}/withdraw': withdrawOrderRequest,
  'POST /admin/v1/subscriptions/export': exportSubscriptions,
  'GET /admin/v1/subscriptions': listAllSubscriptions,
  'GET /admin/v1/subscription-choices': showSubscriptionChoices,
  'GET /admin/v1/subscription-calendar': showCalendar,
  'GET /admin/v1/subscriptions/{id}': showOneSubscription,
  'GET /admin/v1/subscriptions/{id}/change': showSubscriptionOptions,
  'GET /admin/v1/subscriptions/{id}/cards': listMemberCards,
  'POST /admin/v1/subscriptions/{id}/preview': previewChange,
  'PUT /admin/v1/subscriptions/{id}': byOperator(updateSubscription),
  'POST /admin/v1/subscriptions/{id}/skip': byOperator(skipDelivery),
  'POST /admin/v1/subscriptions/{id}/undo-skip': byOperator(undoSkip),
  'POST /admin/v1/subscriptions/{id}/pace/answer': answerForMember,
  'POST /admin/v1/subscriptions/{id}/pace': byOperator(acceptPace),
  'POST /admin/v1/subscriptions/{id}/pace/undo': byOperator(undoPace),
  'POST /admin/v1/subscriptions/{id}/pause': byOperator(pauseSubscription),
  'POST /admin/v1/subscriptions/{id}/reopen': reopenForMember,
  'POST /admin/v1/subscriptions/{id}/payment': changePaymentForMember,
  'POST /admin/v1/subscriptions/{id}/cancel': byOperator(cancelSubscription),
  'POST /admin/v1/subscriptions/{id}/cancel-after': byOperator(cancelAfterDelivery),
  'POST /admin/v1/subscriptions/{id}/undo-cancel': byOperator(continueAfterDelivery),
  'POST /admin/v1/subscriptions/{id}/end': endForMember,
  'POST /admin/v1/subscriptions/{id}/rest-refund': retryRestRefund,
  'POST /admin/v1/subscriptions/{id}/rest-refund/settled': settleRestRefund,
  'POST /admin/v1/subscriptions/{id}/retry': retryNow,
  'POST /admin/v1/subscriptions/{id}/deliver-unpaid': deliverUnpaid,
  'POST /admin/v1/subscriptions/{id}/notes': addSubscriptionNote,
} satisfies Partial<AdminCallHandlers>
