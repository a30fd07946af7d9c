/** What other features use of `delivery`. */
export { earliestDeliveries, earliestDeliveryTo } from './internal/earliest-delivery.ts'
export { loadClosings, selectDeliveries } from './internal/load-delivery.ts'
export { arrangementDate, changeDeadline, nextDeliveryDate } from './rules/next-delivery-date.ts'
export { type Pattern, patternProblem } from './rules/pattern.ts'
export { isRemoteIsland } from './rules/remote-island.ts'
export { earliestDelivery, islandExtraDays, selectableDates } from './rules/selectable-dates.ts'
