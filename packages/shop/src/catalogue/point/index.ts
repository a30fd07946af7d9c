/** What other features use of `point`. */
export { countOutstandingPoints, pointBalance } from './balance.ts'
export { forfeitPoints, importPoints, MOVED_POINTS_REASON, mergePoints } from './member-points.ts'
export {
  loadPointsOfOrder,
  planOrderPoints,
  reconcilePoints,
  returnPrepaidPointShare,
  spendPoints,
} from './order-points.ts'
export { pausePoints, resumePoints } from './run-points.ts'
