import type { CallVerbs } from '../../context.ts'
import type { AdminCallVerbs } from '../../foundation/admin/index.ts'
import { answerForMember } from './admin/answer-rest.ts'
import { blockCustomer } from './admin/block-customer.ts'
import { showCalendar } from './admin/calendar.ts'
import { listMemberCards, previewChange, reopenOne, showSubscriptionOptions } from './admin/change-one.ts'
import { exportSubscriptions } from './admin/export-all.ts'
import { listAllSubscriptions, showSubscriptionChoices } from './admin/list-all.ts'
import { placePhoneOrder, previewPhoneOrder, showPhoneOrderOptions } from './admin/order-for-member.ts'
import { listOrderRequests, sendOrderRequest, withdrawOrderRequest } from './admin/request-order.ts'
import { retryRestRefund, settleRestRefund } from './admin/rest-refund.ts'
import { addSubscriptionNote, deliverUnpaid, endOne, payOneByCard, retryNow } from './admin/settle-one.ts'
import { showOneSubscription } from './admin/show-one.ts'
import { answerPrice, answerPriceByLink, showPriceOffer } from './answer-price-offer.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePayment } from './change-payment.ts'
import { findNextDelivery, listSubscriptionDates, previewPattern } from './delivery-dates.ts'
import { cancelAfterDelivery, continueAfterDelivery } from './end-after-delivery.ts'
import { answerRest, showPace } from './fit-pace.ts'
import { getMypageTop } from './get-mypage-top.ts'
import { byMember, getSubscription } from './get-subscription.ts'
import { byOperator } from './internal/on-behalf.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { nameSecondWay } from './name-second-way.ts'
import { payOrderRequest, showOrderRequest } from './order-request.ts'
import { paceByLink, takePaceByLink, undoPaceByLink } from './pace-by-link.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { previewReopening, reopenSubscription } from './reopen-subscription.ts'
import { replaceSubscription } from './replace-subscription.ts'
import { skipDelivery, undoSkip } from './skip-delivery.ts'
import { takePace, undoPace } from './take-pace.ts'
import { showCancelOffer, takePromotion } from './take-promotion.ts'
import { updateSubscription } from './update-subscription.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/order/subscription/': listSubscriptions,
  'GET /v1/order/subscription/detail/{id}': getSubscription,
  'POST /v1/order/subscription/{id}/preview': previewUpdate,
  'PUT /v1/order/subscription/update/{id}': replaceSubscription,
  'PATCH /v1/order/subscription/update/{id}/payment': changePayment,
  'PATCH /v1/order/subscription/update/{id}/second-way': nameSecondWay,
  'PATCH /v1/order/subscription/update/{id}/pause': byMember(pauseSubscription),
  'PATCH /v1/order/subscription/update/{id}/cancel': byMember(cancelSubscription),
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': byMember(reopenSubscription),
  'PATCH /v1/order/subscription/update/{id}/price': answerPrice,
  'POST /v1/order/subscription/price/offer': showPriceOffer,
  'POST /v1/order/subscription/price/answer': answerPriceByLink,
  'GET /v1/order/subscription/{id}/reopen': previewReopening,
  'PATCH /v1/order/subscription/{id}/cancel-after': byMember(cancelAfterDelivery),
  'PATCH /v1/order/subscription/{id}/cancel-after/undo': byMember(continueAfterDelivery),
  'GET /v1/order/subscription/{id}/cancel-offer': showCancelOffer,
  'PATCH /v1/order/subscription/{id}/promotion': byMember(takePromotion),
  'GET /v1/order/subscription/{id}/pace': showPace,
  'POST /v1/order/subscription/{id}/pace/answer': answerRest,
  'PATCH /v1/order/subscription/{id}/pace': byMember(takePace),
  'PATCH /v1/order/subscription/{id}/pace/undo': byMember(undoPace),
  'POST /v1/order/subscription/pace/answer': paceByLink,
  'POST /v1/order/subscription/pace/take': takePaceByLink,
  'POST /v1/order/subscription/pace/undo': undoPaceByLink,
  'PATCH /v1/order/subscription/{id}/skip': byMember(skipDelivery),
  'PATCH /v1/order/subscription/{id}/skip/undo': byMember(undoSkip),
  'POST /v1/order/subscription/delivery-date/next': findNextDelivery,
  'GET /v1/order/subscription/{id}/delivery-date/list': listSubscriptionDates,
  'POST /v1/order/subscription/{id}/delivery-pattern/change': previewPattern,
  'GET /v1/order/request/{request_no}': showOrderRequest,
  'POST /v1/order/request/{request_no}/pay': payOrderRequest,
  'GET /v1/customer/mypage-top': getMypageTop,
} satisfies Partial<CallVerbs>

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
  'POST /admin/v1/subscriptions/{id}/pace': byOperator(takePace),
  'POST /admin/v1/subscriptions/{id}/pace/undo': byOperator(undoPace),
  'POST /admin/v1/subscriptions/{id}/pause': byOperator(pauseSubscription),
  'POST /admin/v1/subscriptions/{id}/reopen': reopenOne,
  'POST /admin/v1/subscriptions/{id}/payment': payOneByCard,
  'POST /admin/v1/subscriptions/{id}/cancel': byOperator(cancelSubscription),
  'POST /admin/v1/subscriptions/{id}/cancel-after': byOperator(cancelAfterDelivery),
  'POST /admin/v1/subscriptions/{id}/undo-cancel': byOperator(continueAfterDelivery),
  'POST /admin/v1/subscriptions/{id}/end': endOne,
  'POST /admin/v1/subscriptions/{id}/rest-refund': retryRestRefund,
  'POST /admin/v1/subscriptions/{id}/rest-refund/settled': settleRestRefund,
  'POST /admin/v1/subscriptions/{id}/retry': retryNow,
  'POST /admin/v1/subscriptions/{id}/deliver-unpaid': deliverUnpaid,
  'POST /admin/v1/subscriptions/{id}/notes': addSubscriptionNote,
} satisfies Partial<AdminCallVerbs>
