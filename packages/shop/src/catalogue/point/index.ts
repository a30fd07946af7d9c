/** The exports of `point` for other features. */
export { countOutstandingPoints, loadPointBalance } from './balance.ts'
export { forfeitPoints, importPoints, MOVED_POINTS_REASON, mergePoints } from './member-points.ts'
export {
  insertOrderPoints,
  loadPointsOfOrder,
  reconcilePoints,
  returnPrepaidPointShare,
  spendPoints,
} from './order-points.ts'
export { pausePoints, resumePoints } from './run-points.ts'
