/** What other features use of `report`. */

export { countRecentPageVisits } from './count-page-visits.ts'
export { updateMemberFacts, updateOrderFacts } from './figures.ts'
