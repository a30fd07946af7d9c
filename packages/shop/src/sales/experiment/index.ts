/** What other features use of `experiment`. */

export {
  type ExperimentSubject,
  experimentsCondition,
  isHeldOut,
  isOrderHeldOut,
  isVisitorHeldOut,
  runningOfferExperimentCondition,
} from './expose.ts'
export { findRunningPageExperiment, pageExperimentsCondition } from './internal/page-experiment.ts'
export { beginPageExperiment, endPageExperiment } from './page-experiment.ts'
export {
  countRecentlyComparable,
  DEFAULT_ORDERING_RATE as USUAL_ORDERING_SHARE,
  loadRecentlyOfferedOrders,
} from './recently-compared.ts'
export { findSeenArms, recordSeenArms } from './record-order.ts'
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
