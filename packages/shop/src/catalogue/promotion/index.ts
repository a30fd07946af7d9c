/** The exports of `promotion` for other features. */
export {
  findStoppedPromotions,
  findUnpublishablePromotions,
  isFaultOverridden,
  listRunningPromotions,
  loadLockedPromotion,
  promotionAuditSubject,
  type UnpublishablePromotion,
} from './admin/promotions.ts'
export { limitCodeGuessing } from './guard-codes.ts'
export { type LoadSamePersonAccounts, sameContactText } from './internal/audiences/audience.ts'
export {
  loadContractOffer,
  loadPromotionOffers,
  type PromotionOffer,
  type PromotionOffers,
} from './internal/load-offers.ts'
export { isOrderAwaitedSql } from './internal/order-awaited.ts'
export {
  addReferralCode,
  endIntroductions,
  endSelfReferrals,
  findIntroduction,
  recordIntroduction,
} from './introductions.ts'
export {
  type CurrentPromotion,
  loadCurrentPromotion,
  lockPromotion,
  type PlannedPromotion,
  planPromotionChange,
  recheckPlannedPromotion,
  restorePromotion,
  writePlannedPromotion,
} from './planned-promotion.ts'
export {
  contractPromotionEndedError,
  loadPromotionsOfOrder,
  type PromotionWorth,
  recordLaterPromotionUses,
  recordPromotionUses,
  updatePromotionUses,
} from './record-promotion-uses.ts'
export { listCancelOfferPromotions, listLandingPagePromotions, listReferralPromotions } from './referral-promotions.ts'
export { releaseEndedContractUses, releasePromotionUses } from './release-promotions.ts'
export { type GiftSku, type GivenGift, isPromotionForCycle } from './rules/apply-promotions.ts'
export {
  giftSoldOutText,
  promotionCyclesText,
  promotionEndText,
  promotionOfferEndedText,
  promotionOutcomeText,
  promotionTermsOf,
} from './rules/offer.ts'
export { remainingGiftQuantity, reservedGiftPieces } from './rules/promised-pieces.ts'
export { loadPublicPromotions } from './shown-promotions.ts'
