/** What other features use of `experiment`. */
export { comparedSoon } from './compared-soon.ts'
export { type ComparedSubject, experimentsOf, isHeldOut } from './expose.ts'
export {
  comparedDifference,
  isLopsided,
  smallestDifference,
  type UnitOutcome,
} from './rules/difference.ts'
