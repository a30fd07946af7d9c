/** The exports of `offer` for other features. */
export { checkOffers, type OfferedOrder, type OrderGoods, offerAnswers } from './check-offers.ts'
export { loadOpenOffers, MAX_OFFERS_PRICED_PER_PLACE, type OpenOffer } from './internal/open-offers.ts'
export { doesOfferFit } from './rules/places.ts'
