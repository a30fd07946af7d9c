import { sum } from '@kushi/values/sum'

/** The measured outcome of one contract: within the window after the exposure, and before the exposure. */
export interface ContractOutcome {
  after: number
  before: number
}

export interface Difference {
  offered: number
  held_out: number
  /** The mean outcome per contract with the offer, minus that without it. */
  difference: number
  /** The difference lies between `low` and `high` in 95 of 100 comparisons, however often one looks. */
  low: number
  high: number
}

const ALPHA = 0.05
/** The fewest contracts of the smaller group, and of both groups, for which a result is shown. */
export const MIN_CONTRACTS_PER_ARM = 20
export const MIN_CONTRACTS_IN_TOTAL = 100

const mean = (all: readonly number[]) => sum(all) / all.length
function variance(all: readonly number[]): number {
  const centre = mean(all)
  return sum(all.map((one) => (one - centre) ** 2)) / (all.length - 1)
}

/**
 * Half the width of the confidence interval, in standard errors of the difference. The interval is valid at every look
 * (asymptotic confidence sequence, Waudby-Smith et al., arXiv 2103.06476, eq. 9). `expected`: the number of contracts
 * at which it is narrowest. `comparisons`: how many intervals are to hold together.
 */
export function confidenceHalfWidth(n: number, expected: number, comparisons = 1): number {
  const alpha = ALPHA / comparisons
  const tuning = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / expected
  const grown = n * tuning + 1
  return Math.sqrt(((2 * grown) / (n * tuning)) * Math.log(Math.sqrt(grown) / alpha))
}

/**
 * One large buyer must not decide: the highest 2 % of what is above the median count as the next. Where values spread,
 * that is the 99th percentile of all; where most are alike, it cuts away neither a rare outcome nor a rare addition.
 */
function largest(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  const median = sorted[Math.ceil(sorted.length / 2) - 1]!
  const above = sorted.filter((one) => one > median)
  return above[Math.ceil(above.length * 0.98) - 1] ?? median
}

function cut(all: readonly ContractOutcome[]): (one: ContractOutcome) => ContractOutcome {
  const [after, before] = [largest(all.map((one) => one.after)), largest(all.map((one) => one.before))]
  return (one) => ({ after: Math.min(one.after, after), before: Math.min(one.before, before) })
}

/** CUPED: what follows from the time before the exposure is no effect, and takes its share of the spread with it. */
function evenedOut(both: readonly (readonly ContractOutcome[])[]): (one: ContractOutcome) => number {
  const all = both.flat()
  const centre = mean(all.map(({ before }) => before))
  const spread = sum(all.map(({ before }) => (before - centre) ** 2))
  const after = mean(all.map((one) => one.after))
  const slope = spread === 0 ? 0 : sum(all.map((one) => (one.before - centre) * (one.after - after))) / spread
  return (one) => one.after - slope * (one.before - centre)
}

/**
 * Estimates by how much the outcome per contract is higher where the offer is shown, with a 95 % interval. null: too
 * few contracts are evaluated for a statement, or all are alike.
 */
export function estimateDifference(
  offered: readonly ContractOutcome[],
  held_out: readonly ContractOutcome[],
  expected: number,
): Difference | null {
  const n = offered.length + held_out.length
  if (Math.min(offered.length, held_out.length) < MIN_CONTRACTS_PER_ARM || n < MIN_CONTRACTS_IN_TOTAL) return null
  const toCut = cut([...offered, ...held_out])
  const halves = [offered.map(toCut), held_out.map(toCut)]
  const [first] = halves.flat()
  if (halves.flat().every(({ after }) => after === first!.after)) return null
  const value = evenedOut(halves)
  const [there, away] = halves.map((half) => half.map(value)) as [number[], number[]]
  const difference = mean(there) - mean(away)
  // A small half in which something rare did not happen would seem not to spread at all.
  const least = variance([...there, ...away])
  const [of_there, of_away] = [there, away].map((half) => Math.max(variance(half), least) / half.length)
  const error = Math.sqrt(of_there! + of_away!)
  const half = error * confidenceHalfWidth(n, expected)
  return { offered: mean(there), held_out: mean(away), difference, low: difference - half, high: difference + half }
}

/**
 * Whether the sizes of the two groups differ from their planned shares by more than chance (χ², p < 0.00001). The
 * threshold is strict because the test runs at every look. If it is true, contracts bypass the comparison and its
 * figures are not valid.
 */
export const hasSampleRatioMismatch = (offered: number, held_out: number, holdout_percent: number): boolean =>
  hasArmRatioMismatch([
    { count: offered, percent: 100 - holdout_percent },
    { count: held_out, percent: holdout_percent },
  ])

/** χ² that chance exceeds once in 100,000, by the number of groups. */
const MISSED: Readonly<Record<number, number>> = { 2: 19.5, 3: 23.0 }

/** Whether the sizes of two or three groups differ from their planned shares more than chance explains. */
export function hasArmRatioMismatch(groups: readonly { count: number; percent: number }[]): boolean {
  const n = sum(groups.map(({ count }) => count))
  // With few units chance alone looks uneven, and the check runs at every look.
  if (n < MIN_CONTRACTS_IN_TOTAL) return false
  const distance = groups.map(({ count, percent }) => (count - (n * percent) / 100) ** 2 / ((n * percent) / 100))
  return sum(distance) > MISSED[groups.length]!
}

/**
 * The smallest difference of a rate that a comparison of `n` contracts detects with a power of 80 %. `share`: the
 * rate, 0 to 1. null: too few contracts.
 */
export function minDetectableDifference(n: number, holdout_percent: number, share: number): number | null {
  const difference = minDetectableYenDifference(n, holdout_percent, Math.sqrt(share * (1 - share)))
  return difference === null ? null : Math.min(1, difference)
}

/** The smallest difference in yen that `n` contracts can show, for amounts with this standard deviation. */
export function minDetectableYenDifference(n: number, holdout_percent: number, deviation: number): number | null {
  const h = holdout_percent / 100
  if (n * Math.min(h, 1 - h) < MIN_CONTRACTS_PER_ARM || n < MIN_CONTRACTS_IN_TOTAL) return null
  return detectableDifference(n, deviation * Math.sqrt(1 / (h * n) + 1 / ((1 - h) * n)))
}

/**
 * The smallest difference that `n` units in both groups show with a power of 80 %. `error`: the standard error of the
 * difference.
 */
export const detectableDifference = (n: number, error: number, comparisons = 1): number =>
  (confidenceHalfWidth(n, n, comparisons) + 0.84) * error
