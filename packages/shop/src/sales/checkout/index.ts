/** What other features use of `checkout`. */
export {
  type AdConsentRequest,
  adConsentAsked,
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
export { secondWayAsked } from './second-way-asked.ts'
