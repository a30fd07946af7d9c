/** What other features use of `promotion`. */
export {
  forbiddenPromotions,
  lockedPromotion,
  promotionSubject,
  runningPromotions,
  stoppedPromotions,
} from './admin/promotions.ts'
export { guardCodes } from './guard-codes.ts'
export { type AskSamePerson, elsewhereText } from './internal/audiences/audience.ts'
export {
  loadContractOffer,
  loadPromotionOffers,
  type Offers,
  type PromotionOffer,
} from './internal/load-offers.ts'
export {
  addReferralCode,
  endIntroductions,
  endSelfReferrals,
  findIntroduction,
  recordIntroduction,
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
export {
  endedOffer,
  type PromotionWorth,
  promotionsOfOrder,
  recordLaterUses,
  recordPromotionUses,
  updateUses,
} from './record-promotion-uses.ts'
export { contractPromotions, referralPromotions } from './referral-promotions.ts'
export { releasePromotions, releaseUsesOfEnded } from './release-promotions.ts'
export { coversCycle, type GiftGoods, type GivenGift } from './rules/apply-promotions.ts'
export { cyclesText, endText, giftSoldOutText, offerEndedText, outcomeText, promotionTermsOf } from './rules/offer.ts'
export { promisedPieces, reservedPieces } from './rules/promised-pieces.ts'
export { shownPromotions } from './shown-promotions.ts'
