/** The exports of `payment` for other features. */
export { checkCardLock, recordCardDecline } from './card-lock.ts'
export { checkPendingRefunds } from './check-refunds.ts'
export { findPaymentHold } from './hold.ts'
export { callLinkProvider } from './internal/call-card-provider.ts'
export {
  capturePayment,
  changePaymentAmount,
  recordInterruptedCapture,
  refundPayment,
  voidPayment,
} from './internal/capture-payment.ts'
export { recordCardNotSaved, recordCardSaved, setPaymentCard } from './internal/card-of-payment.ts'
export { cashOnDelivery } from './internal/cash-on-delivery.ts'
export {
  authoriseAfterReturn,
  authorisePayment,
  authoriseWithoutCustomer,
  decidePaymentFromRecord,
  type PaymentOutcome,
  type PaymentSubject,
  recordPaymentAnswer,
} from './internal/charge.ts'
export { requireChargeableWay } from './internal/chargeable-way.ts'
export { checkInvoiceLimit, lockInvoiceDebt } from './internal/check-invoice-limit.ts'
export {
  checkPayment,
  checkPaymentTerms,
  lacksProviderAccount,
  paymentTermColumns,
  requireSheetToken,
} from './internal/check-payment.ts'
export {
  isInterruptedCondition,
  isUnclaimedCondition,
  type PaymentKey,
  type PaymentRow,
  paymentBusyError,
  pollUntil,
  withPaymentClaims,
  withPaymentClaimWhenFree,
} from './internal/claim-payment.ts'
export { clearUnansweredRefund } from './internal/clear-unanswered-refund.ts'
export {
  clearDueRefund,
  creditPayment,
  creditWholePayment,
  isRefundDue,
  isRefundUnanswered,
  manualRefundRecorded,
  REFUND_DUE_HOURS,
  recordManualRefund,
  refuseRefundInTransfer,
  refuseUnansweredRefund,
  revertManualRefund,
} from './internal/credit-payment.ts'
export { ensureGmoMember } from './internal/ensure-gmo-member.ts'
export { followPaymentNotice } from './internal/follow-notice.ts'
export { isLapsingSql } from './internal/lapsing.ts'
export { linkedAccount } from './internal/linked-account.ts'
export { makeProviderNumber } from './internal/make-number.ts'
export { orderPaymentMethodCondition, paymentMethodColumns } from './internal/method-of-order.ts'
export { openAmountSql } from './internal/open-amount.ts'
export { translateForOperator } from './internal/operator-error.ts'
export { cachedOwnCards, loadOwnCards, type OwnCards, requireUsableCard } from './internal/own-cards.ts'
export { loadPayWithinDays } from './internal/pay-within-days.ts'
export { paymentIntentRow, writePaymentIntents } from './internal/payment-intent.ts'
export { advancePayments, recordPayment } from './internal/record-payment.ts'
export { remindUnpaidPrepayments } from './internal/remind-awaited.ts'
export { consentWitness, requireConsent } from './internal/require-consent.ts'
export { cardReplaced, saveCard } from './internal/save-card.ts'
export { settlePayments } from './internal/settle-payments.ts'
export { shopContact } from './internal/shop-contact.ts'
export { isOwnLinkNonce } from './linked-accounts.ts'
export { isMailDelivery, listPaymentMethods } from './list-payment-methods.ts'
export { returnFromCardRegistration } from './return-from-card-registration.ts'
export { transferredAmount } from './rules/after-finding.ts'
export { deferredPartyFailures } from './rules/deferred-party.ts'
export {
  PAYMENTS_ON_HOLD_TEXT,
  paymentPlaceRefusal,
  paymentRefusal,
} from './rules/payment-availability.ts'
export { isPaymentOpen } from './rules/payment-state.ts'
export { consentText, type PaymentMethodDetails, paymentTexts } from './rules/payment-texts.ts'
export { awaitingPaymentText, paymentRefusalText, reviewEndsOn, underReviewText } from './rules/refusal-message.ts'
