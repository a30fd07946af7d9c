/** The exports of `checkout` for other features. */
export {
  type AdConsentRequest,
  adConsentRequested,
  orderCardChosen,
  orderCardSaved,
  orderPaid,
  orderReceived,
  personMatchFound,
  subscriptionOrdered,
} from './hooks.ts'
export { assessOrder, type OrderAssessment } from './internal/assess-order.ts'
export { requireTotalInText } from './internal/check-confirmation.ts'
export { mailPaymentUnderReview } from './internal/payment-mail.ts'
export { placeOrderWithOptions } from './place-order.ts'
export { secondWayRequested } from './second-way-requested.ts'
