/** The exports of `report` for other features. */

export { countRecentPageVisits } from './count-page-visits.ts'
export { updateMemberFacts, updateOrderFacts } from './figures.ts'
