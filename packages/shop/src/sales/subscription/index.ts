/** The exports of `subscription` for other features. */
export { refreshAgreedTerms } from './agree-terms.ts'
export { cancellationChange, cancellationChangeFrom } from './cancel-subscription.ts'
export { continueAfterDeliveryChange, endAfterDeliveryChange } from './end-after-delivery.ts'
export { endSubscription } from './end-subscription.ts'
export { removeContractPromotions } from './forget-benefits.ts'
export { advanceCycles } from './internal/advance-cycle.ts'
export { applySubscriptionUpdate } from './internal/apply-update.ts'
export { ownAttemptCondition } from './internal/billing-attempt.ts'
export { changeSubscriptionsForMembers } from './internal/change-subscription.ts'
export {
  endPauseSkipColumnsSql,
  endPauseSkipSql,
  subscriptionReasonsSql,
  updateEndPauseSkipColumns,
} from './internal/end-pause-skip-columns.ts'
export { erasePersonalHistory, hasPersonalTextCondition } from './internal/erase-history.ts'
export { activateSubscription, adoptSavedCard, insertSubscription, recordFirstCard } from './internal/first-order.ts'
export { refuseUnpaidContinuation } from './internal/keep-subscription.ts'
export {
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  type SubscriptionItem,
} from './internal/load-subscription.ts'
export { moveSubscriptionsToMember } from './internal/move-subscriptions.ts'
export type { SubscriptionChangeRequest } from './internal/plan-change.ts'
export { loadLeftoverReasonIds, loadReasonOptions, pauseOrSkipDetail, type ReasonList } from './internal/reasons.ts'
export { recordEvent } from './internal/record-event.ts'
export { refuseTotalOutOfLimits } from './internal/refuse-total.ts'
export { moveSubscriptionsToCard } from './internal/replace-card.ts'
export { releaseReservedGifts, reservePromisedGifts, underReservedGifts } from './internal/reserve-gifts.ts'
export { saveSubscription } from './internal/save-subscription.ts'
export { assessSecondWay } from './internal/second-way-of-order.ts'
export { subscriptionMailPlaceholders } from './internal/subscription-mail.ts'
export { subscriptionListSource } from './internal/subscription-source.ts'
export { offerFeeChanges } from './offer-fees.ts'
export { offerPriceChanges, withdrawPriceOffers } from './offer-price.ts'
export { pauseChange } from './pause-subscription.ts'
export { reopenChange } from './reopen-subscription.ts'
export { endsAfterArrangedDelivery } from './rules/ending.ts'
export { eventText, type SubscriptionEventName } from './rules/event-text.ts'
export { subscriptionLockOf } from './rules/lock.ts'
export { earliestPriceDay, lowestPromisedPrice } from './rules/price-offer.ts'
export { refusePausedSubscription, subscriptionUpdateChange } from './update-subscription.ts'
