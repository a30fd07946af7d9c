/** What other features use of `delivery`. */
export { loadClosings, selectDeliveries } from './internal/load-delivery.ts'
export { earliestDeliveryTo, type LeadContext, loadLeads } from './internal/load-leads.ts'
export {
  type ArrangementTerms,
  arrangementDate,
  changeDeadline,
  deliveryAfter,
  earliestChangeable,
} from './rules/arrangement.ts'
export { arrangementTerms, type Leads } from './rules/lead.ts'
export { nextDeliveryDate } from './rules/next-delivery-date.ts'
export { type Pattern, patternProblem } from './rules/pattern.ts'
export { isRemoteIsland } from './rules/remote-island.ts'
export { samplePostcode } from './rules/sample-postcode.ts'
export { earliestDelivery, islandExtraDays, nextOpenDay, selectableDates } from './rules/selectable-dates.ts'
