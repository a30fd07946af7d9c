/** What other features use of `payment`. */
export { checkCardLock, recordDecline } from './card-lock.ts'
export { checkRefunds } from './check-refunds.ts'
export { findHold } from './hold.ts'
export { capturePayment, changePaymentAmount, refundPayment, voidPayment } from './internal/capture-payment.ts'
export { chooseCard, recordCardNotSaved, recordCardSaved } from './internal/card-of-payment.ts'
export { closeCash, collectCash, receiveCash, refuseOpenCash, uncollectCash } from './internal/cash-on-delivery.ts'
export {
  askUnattended,
  authorisePayment,
  concludePayment,
  finishPayment,
  type Outcome,
  type Payee,
  recordAnswer,
} from './internal/charge.ts'
export {
  isUnclaimed,
  type PaymentKey,
  type PaymentRow,
  paymentBusy,
  pollUntil,
  withClaims,
  withClaimWhenFree,
} from './internal/claim-payment.ts'
export { clearUnansweredRefund } from './internal/clear-unanswered-refund.ts'
export { comparePayment } from './internal/compare-payment.ts'
export {
  creditPayment,
  isRefundUnanswered,
  refuseInTransfer,
  refuseUnanswered,
  repaidByHand,
  repayByHand,
  revertRepayment,
} from './internal/credit-payment.ts'
export { ensureGmoMember } from './internal/ensure-gmo-member.ts'
export { makeNumber } from './internal/make-number.ts'
export { methodColumns, methodOf } from './internal/method-of-order.ts'
export { openAmount } from './internal/open-amount.ts'
export { asOperatorError } from './internal/operator-error.ts'
export { ownCards, requireUsableCard } from './internal/own-cards.ts'
export { loadPayWithinDays } from './internal/pay-within-days.ts'
export { paymentIntent, writeIntents } from './internal/payment-intent.ts'
export { recordPayment, recordPaymentsPassed } from './internal/record-payment.ts'
export { remindAwaited } from './internal/remind-awaited.ts'
export { consentHeardBy, requireConsent } from './internal/require-consent.ts'
export { cardReplaced, saveCard } from './internal/save-card.ts'
export { settlePayments } from './internal/settle-payments.ts'
export { listPaymentMethods } from './list-payment-methods.ts'
export { returnFromCardRegistration } from './return-from-card-registration.ts'
export { deferredPartyFailures } from './rules/deferred-party.ts'
export {
  heldText,
  type PaymentOccasion,
  type PaymentTerms,
  paymentRefusal,
  placeRefusal,
} from './rules/payment-availability.ts'
export { isPaymentOpen, isUnrecordedMoney } from './rules/payment-state.ts'
export { consentText, type MethodTerms, paymentTexts } from './rules/payment-texts.ts'
export { awaitedMessage, heldMessage, heldUntil, refusalMessage } from './rules/refusal-message.ts'
