import { sum } from '@kushi/values/sum'
import {
  confidenceHalfWidth,
  detectableDifference,
  MIN_CONTRACTS_IN_TOTAL,
  MIN_CONTRACTS_PER_ARM,
} from './difference.ts'

/** The outcomes of the visitors of one arm. Most visitors order nothing, so only the others are listed. */
export interface ArmOutcomes {
  visitors: number
  /** The outcomes of the visitors that ordered. */
  outcomes: readonly number[]
}

export interface VisitorDifference {
  /** The mean outcome per visitor: of the arm, and of the page itself. */
  mean: number
  base: number
  difference: number
  /**
   * The difference lies between `low` and `high` in 95 of 100 comparisons, for all arms together, however often one
   * looks.
   */
  low: number
  high: number
}

interface Expectation {
  /** Visitors of both arms at which a decision is expected. */
  expected: number
  /** How many arms are compared with the page itself. */
  comparisons: number
}

function spreadOf({ visitors, outcomes }: ArmOutcomes): { mean: number; error: number } {
  const mean = sum(outcomes) / visitors
  const squares = sum(outcomes.map((one) => (one - mean) ** 2)) + (visitors - outcomes.length) * mean ** 2
  return { mean, error: squares / (visitors - 1) / visitors }
}

/**
 * Outcomes above the 99th percentile count as the percentile. The percentile is of the outcomes alone: where fewer than
 * one visitor in a hundred orders, that of all visitors is 0.
 */
function cutTogether(arms: readonly ArmOutcomes[]): ArmOutcomes[] {
  const sorted = arms.flatMap(({ outcomes }) => outcomes).toSorted((a, b) => a - b)
  const most = sorted[Math.ceil(sorted.length * 0.99) - 1]!
  return arms.map(({ visitors, outcomes }) => ({ visitors, outcomes: outcomes.map((one) => Math.min(one, most)) }))
}

/**
 * Estimates by how much the outcome per visitor is higher with an arm than with the page itself. null: too little came
 * of either for a statement, or more than of one visitor each: several people order with one browser.
 */
export function estimateVisitorDifference(
  base: ArmOutcomes,
  arm: ArmOutcomes,
  { expected, comparisons }: Expectation,
): VisitorDifference | null {
  const counts = [base.outcomes.length, arm.outcomes.length]
  if (Math.min(...counts) < MIN_CONTRACTS_PER_ARM || sum(counts) < MIN_CONTRACTS_IN_TOTAL) return null
  if ([base, arm].some(({ visitors, outcomes }) => outcomes.length > visitors)) return null
  const [of_base, of_arm] = cutTogether([base, arm]).map(spreadOf) as [
    ReturnType<typeof spreadOf>,
    ReturnType<typeof spreadOf>,
  ]
  const difference = of_arm.mean - of_base.mean
  const width = confidenceHalfWidth(base.visitors + arm.visitors, expected, comparisons)
  const half = Math.sqrt(of_base.error + of_arm.error) * width
  return { mean: of_arm.mean, base: of_base.mean, difference, low: difference - half, high: difference + half }
}

/**
 * The smallest difference of a rate that `visitors` in equal arms can show with a power of 80 %. `share`: the rate, 0 to
 * 1. null: too few of them order.
 */
export function minDetectableVisitorDifference(visitors: number, arms: number, share: number): number | null {
  const each = visitors / arms
  if (each * share < MIN_CONTRACTS_PER_ARM || 2 * each * share < MIN_CONTRACTS_IN_TOTAL) return null
  const error = Math.sqrt(share * (1 - share) * (2 / each))
  return detectableDifference(2 * each, error, arms - 1)
}
