/** What other features use of `experiment`. */

export {
  type ExperimentSubject,
  experimentsCondition,
  isHeldOut,
  isOrderHeldOut,
  runningExperimentCondition,
} from './expose.ts'
export { findRunningPageExperiment, pageExperimentsCondition } from './internal/page-experiment.ts'
export { beginPageExperiment, endPageExperiment } from './page-experiment.ts'
export { countRecentlyComparable, loadRecentlyOfferedOrders } from './recently-compared.ts'
export { findSeenArm, recordSeenArm } from './record-order.ts'
export {
  areSharesMissed,
  type ContractOutcome,
  estimateDifference,
  hasSampleRatioMismatch,
  minDetectableDifference,
  minDetectableYenDifference,
} from './rules/difference.ts'
export {
  type ArmOutcomes,
  estimateVisitorDifference,
  minDetectableVisitorDifference,
} from './rules/visitor-difference.ts'
export { COMPARED_NOT_DELETED, experimentStateError } from './state-error.ts'
