/** What other features use of `offer`. */
export { checkOffers, type OfferedOrder, type OrderGoods, offerAnswers } from './check-offers.ts'
export { MAX_TRIED, type OpenOffer, openOffers } from './internal/open-offers.ts'
export { offerFits } from './rules/places.ts'
