/** What other features use of `point`. */
export { heldPoints, pointBalance } from './balance.ts'
export { bringPoints, joinPoints, losePoints } from './member-points.ts'
export { notePoints, pointsOfOrder, returnRest, settlePoints, usePoints } from './order-points.ts'
export { putOffExpiry } from './work-points.ts'
