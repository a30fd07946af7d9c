/** What other features use of `promotion`. */
export {
  forbiddenPromotions,
  lockedPromotion,
  promotionSubject,
  runningPromotions,
  stoppedPromotions,
} from './admin/promotions.ts'
export { guardCodes } from './guard-codes.ts'
export { type AskSamePerson, elsewhere } from './internal/audiences/audience.ts'
export {
  loadContractOffer,
  loadPromotionOffers,
  type Offers,
  type PromotionOffer,
} from './internal/load-offers.ts'
export {
  addReferralCode,
  endIntroductions,
  endOwnIntroductions,
  introductionOf,
  noteIntroduction,
} from './introductions.ts'
export {
  lockPromotion,
  type PlannedPromotion,
  type PromotionNow,
  planPromotion,
  readPromotion,
  recheckPromotion,
  restorePromotion,
  writePromotion,
} from './planned-promotion.ts'
export { contractPromotions, referralPromotions } from './referral-promotions.ts'
export { releaseOfEnded, releasePromotions } from './release-promotions.ts'
export { type GiftGoods, type GivenGift, isInCycle } from './rules/apply-promotions.ts'
export { cyclesText, endText, giftGone, offerOver, outcomeText, promotionTermsOf } from './rules/offer.ts'
export { piecesAhead, setAsideOf } from './rules/pieces-ahead.ts'
export { shownPromotions } from './shown-promotions.ts'
export { correctUses, endedOffer, noteUses, type PromotionWorth, promisedTo, usePromotions } from './use-promotions.ts'
