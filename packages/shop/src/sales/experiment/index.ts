/** What other features use of `experiment`. */

export { type ExperimentSubject, experimentsCondition, isHeldOut } from './expose.ts'
export { countRecentlyComparable } from './recently-compared.ts'
export {
  type ContractOutcome,
  estimateDifference,
  hasSampleRatioMismatch,
  minDetectableDifference,
} from './rules/difference.ts'
