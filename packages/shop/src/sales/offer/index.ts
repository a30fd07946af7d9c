/** What other features use of `offer`. */
export { checkOffers, type OfferedOrder, type OrderGoods, offerAnswers } from './check-offers.ts'
