/** The exports of `delivery` for other features. */
export { loadShopClosings, selectDeliveryMethods } from './internal/load-delivery.ts'
export { earliestDeliveryDayTo, type LeadTimeContext, loadLeadTimes } from './internal/load-leads.ts'
export {
  type ArrangementTerms,
  arrangementDate,
  changeDeadline,
  deliveriesAfterFirst,
  earliestChangeableDelivery,
  followingDeliveryDay,
} from './rules/arrangement.ts'
export { arrangementTerms, type ShopLeadTimes } from './rules/lead.ts'
export { nextDeliveryDate } from './rules/next-delivery-date.ts'
export { type DeliveryPatternInput, deliveryPatternMessage } from './rules/pattern.ts'
export { isRemoteIsland } from './rules/remote-island.ts'
export { samplePostcode } from './rules/sample-postcode.ts'
export {
  earliestDeliveryDay,
  ISLAND_EXTRA_DAYS,
  nextOpenDay,
  selectableDeliveryDates,
} from './rules/selectable-dates.ts'
