/** What other features use of `report`. */
export { updateMemberFacts, updateOrderFacts } from './figures.ts'
