/** What other features use of `report`. */
export { noteMembers, noteOrders } from './figures.ts'
