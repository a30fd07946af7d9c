/** The exports of `experiment` for other features. */

export {
  decideContractHoldout,
  decideOrderHoldout,
  decideVisitorHoldout,
  type ExperimentSubject,
  experimentsCondition,
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
  type ContractOutcome,
  estimateDifference,
  hasArmRatioMismatch,
  hasSampleRatioMismatch,
  minDetectableDifference,
  minDetectableYenDifference,
} from './rules/difference.ts'
export {
  type ArmOutcomes,
  estimateVisitorDifference,
  minDetectableVisitorDifference,
} from './rules/visitor-difference.ts'
export { experimentStateError, NOT_DELETED_WHILE_COMPARED_TEXT } from './state-error.ts'
