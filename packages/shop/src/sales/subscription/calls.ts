import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { acceptPaceProposal, undoPaceProposal } from './accept-pace.ts'
import { acceptPromotion, showCancelOffer } from './accept-promotion.ts'
import { answerLeftoverForMember } from './admin/answer-rest.ts'
import { blockCustomer } from './admin/block-customer.ts'
import { showSubscriptionCalendar } from './admin/calendar.ts'
import {
  listMemberCards,
  previewSubscriptionChange,
  reopenForMember,
  showSubscriptionOptions,
} from './admin/change-one.ts'
import { exportSubscriptions } from './admin/export-all.ts'
import { listAllSubscriptions, showSubscriptionChoices } from './admin/list-all.ts'
import { placePhoneOrder, previewPhoneOrder, showPhoneOrderOptions } from './admin/order-for-member.ts'
import { listOrderRequests, sendOrderRequest, withdrawOrderRequest } from './admin/request-order.ts'
import {
  addSubscriptionNote,
  changePaymentForMember,
  deliverYearlyUnpaid,
  endSubscriptionForMember,
  retryPaymentNow,
} from './admin/settle-one.ts'
import { showSubscriptionToOperator } from './admin/show-one.ts'
import { answerPriceOffer, answerPriceOfferByLink, showPriceOffer } from './answer-price-offer.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePayment } from './change-payment.ts'
import { listSelectableSubscriptionDates, previewDeliveryPattern, previewNextNextDate } from './delivery-dates.ts'
import { cancelAfterDelivery, continueAfterDelivery } from './end-after-delivery.ts'
import { answerLeftoverQuestion, showPace } from './fit-pace.ts'
import { getMypageTop } from './get-mypage-top.ts'
import { getSubscription, memberChangeHandler } from './get-subscription.ts'
import { onBehalfHandler } from './internal/run-on-behalf.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { setFallbackPayment } from './name-second-way.ts'
import { payOrderRequest, showOrderRequest } from './order-request.ts'
import { acceptPaceByLink, answerPaceByLink, undoPaceByLink } from './pace-by-link.ts'
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
  'PATCH /v1/order/subscription/update/{id}/second-way': setFallbackPayment,
  'PATCH /v1/order/subscription/update/{id}/pause': memberChangeHandler(pauseSubscription),
  'PATCH /v1/order/subscription/update/{id}/cancel': memberChangeHandler(cancelSubscription),
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': memberChangeHandler(reopenSubscription),
  'PATCH /v1/order/subscription/update/{id}/price': answerPriceOffer,
  'POST /v1/order/subscription/pay/show': showPayLink,
  'POST /v1/order/subscription/pay': payByLink,
  'POST /v1/order/subscription/price/offer': showPriceOffer,
  'POST /v1/order/subscription/price/answer': answerPriceOfferByLink,
  'GET /v1/order/subscription/{id}/reopen': previewReopening,
  'PATCH /v1/order/subscription/{id}/cancel-after': memberChangeHandler(cancelAfterDelivery),
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': memberChangeHandler(continueAfterDelivery),
  'GET /v1/order/subscription/{id}/cancel-offer': showCancelOffer,
  'PATCH /v1/order/subscription/{id}/promotion': memberChangeHandler(acceptPromotion),
  'GET /v1/order/subscription/{id}/pace': showPace,
  'POST /v1/order/subscription/{id}/pace/answer': answerLeftoverQuestion,
  'PATCH /v1/order/subscription/{id}/pace': memberChangeHandler(acceptPaceProposal),
  'PATCH /v1/order/subscription/{id}/pace/undo': memberChangeHandler(undoPaceProposal),
  'POST /v1/order/subscription/pace/answer': answerPaceByLink,
  'POST /v1/order/subscription/pace/take': acceptPaceByLink,
  'POST /v1/order/subscription/pace/undo': undoPaceByLink,
  'PATCH /v1/order/subscription/{id}/skip': memberChangeHandler(skipDelivery),
  'PATCH /v1/order/subscription/{id}/skip/undo': memberChangeHandler(undoSkip),
  'POST /v1/order/subscription/delivery-date/next': previewNextNextDate,
  'GET /v1/order/subscription/{id}/delivery-date/list': listSelectableSubscriptionDates,
  'POST /v1/order/subscription/{id}/delivery-pattern/change': previewDeliveryPattern,
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
  'GET /admin/v1/subscription-calendar': showSubscriptionCalendar,
  'GET /admin/v1/subscriptions/{id}': showSubscriptionToOperator,
  'GET /admin/v1/subscriptions/{id}/change': showSubscriptionOptions,
  'GET /admin/v1/subscriptions/{id}/cards': listMemberCards,
  'POST /admin/v1/subscriptions/{id}/preview': previewSubscriptionChange,
  'PUT /admin/v1/subscriptions/{id}': onBehalfHandler(updateSubscription),
  'POST /admin/v1/subscriptions/{id}/skip': onBehalfHandler(skipDelivery),
  'POST /admin/v1/subscriptions/{id}/undo-skip': onBehalfHandler(undoSkip),
  'POST /admin/v1/subscriptions/{id}/pace/answer': answerLeftoverForMember,
  'POST /admin/v1/subscriptions/{id}/pace': onBehalfHandler(acceptPaceProposal),
  'POST /admin/v1/subscriptions/{id}/pace/undo': onBehalfHandler(undoPaceProposal),
  'POST /admin/v1/subscriptions/{id}/pause': onBehalfHandler(pauseSubscription),
  'POST /admin/v1/subscriptions/{id}/reopen': reopenForMember,
  'POST /admin/v1/subscriptions/{id}/payment': changePaymentForMember,
  'POST /admin/v1/subscriptions/{id}/cancel': onBehalfHandler(cancelSubscription),
  'POST /admin/v1/subscriptions/{id}/cancel-after': onBehalfHandler(cancelAfterDelivery),
  'POST /admin/v1/subscriptions/{id}/undo-cancel': onBehalfHandler(continueAfterDelivery),
  'POST /admin/v1/subscriptions/{id}/end': endSubscriptionForMember,
  'POST /admin/v1/subscriptions/{id}/retry': retryPaymentNow,
  'POST /admin/v1/subscriptions/{id}/deliver-unpaid': deliverYearlyUnpaid,
  'POST /admin/v1/subscriptions/{id}/notes': addSubscriptionNote,
} satisfies Partial<AdminCallHandlers>
