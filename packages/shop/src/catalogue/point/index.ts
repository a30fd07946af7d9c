/** What other features use of `point`. */
export { outstandingPoints, pointBalance } from './balance.ts'
export { forfeitPoints, importPoints, mergePoints } from './member-points.ts'
export { planOrderPoints, pointsOfOrder, reconcilePoints, returnUnusedShare, spendPoints } from './order-points.ts'
export { extendExpiry } from './run-points.ts'
