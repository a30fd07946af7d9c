/** What other features use of `experiment`. */

export { type ComparedSubject, experimentsOf, isHeldOut } from './expose.ts'
export { recentlyCompared } from './recently-compared.ts'
export {
  comparedDifference,
  hasSampleRatioMismatch,
  smallestDifference,
  type UnitOutcome,
} from './rules/difference.ts'
