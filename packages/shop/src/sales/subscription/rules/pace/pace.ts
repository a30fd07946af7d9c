import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'

/**
 * 使い切る目安: the days that one piece lasts, typically, with fast use (`short`) and with slow use (`long`). null: the shop
 * states none.
 */
export interface UsageDays {
  typical: number
  short: number | null
  long: number | null
}

/** Goods that arrived on a day, converted to pieces of the product whose use is estimated. */
export interface ArrivedSupply {
  on: CalendarDate
  pieces: number
}

/**
 * An observation of the member's stock at home: on this day at least `least` and at most `most` pieces were left. It
 * comes from an answer, or from the reason that the member gave for a change.
 */
export interface LeftoverObservation {
  on: CalendarDate
  least: number
  most: number
}

/** The probability distribution of how many days one piece lasts for this member: `chances[n]` belongs to `days[n]`. */
export interface PaceDistribution {
  days: number[]
  chances: number[]
}

const GRID = 60
/** Eight in ten persons are between the fast and the slow 目安. */
const EIGHT_IN_TEN = 1.2816
const FAST = 0.6
const SLOW = 1.8
/**
 * The error with which people estimate the rest, in pieces. The tails are long: a guest or a holiday makes no answer
 * impossible.
 */
const BLUR = 0.12

/**
 * Returns a function from the days that one piece lasts to the pieces left on a day. A negative result counts the
 * pieces missing since the goods ran out.
 */
export function countedPiecesLeft(supplies: readonly ArrivedSupply[], on: CalendarDate): (days: number) => number {
  const come = supplies.filter((supply) => supply.on <= on)
  const steps = come.map(({ on: at, pieces }, n) => ({ pieces, until: daysBetween(at, come[n + 1]?.on ?? on) }))
  return (days) => steps.reduce((rest, { pieces, until }) => Math.max(0, rest) + pieces - until / days, 0)
}

/** The logarithm of the chance to say that more than `border` is left, where `rest` is. */
function logAbove(rest: number, border: number): number {
  const odds = (border - rest) / BLUR
  return odds > 30 ? -odds : -Math.log1p(Math.exp(odds))
}

/**
 * Estimates how long one piece lasts: a log-normal prior around the 目安, weighted by the likelihood of every
 * observation. `supplies`: sorted by day.
 */
export function estimatePace(
  { typical, short, long }: UsageDays,
  supplies: readonly ArrivedSupply[],
  signs: readonly LeftoverObservation[],
): PaceDistribution {
  const fast = Math.log(Math.min(short ?? typical * FAST, typical * 0.9) / typical)
  const slow = Math.log(Math.max(long ?? typical * SLOW, typical * 1.1) / typical)
  const spread = (slow - fast) / 2 / EIGHT_IN_TEN
  const steps = Array.from({ length: GRID }, (_, n) => (n / (GRID - 1) - 0.5) * 6)
  const days = steps.map((step) => typical * Math.exp(step * spread))
  const told = signs.map(({ on, ...band }) => ({ ...band, restOf: countedPiecesLeft(supplies, on) }))
  const logs = days.map((each, n) =>
    told.reduce(
      (sum, { restOf, least, most }) => {
        const rest = restOf(each)
        return sum + logAbove(rest, least) + logAbove(-rest, -most)
      },
      -(steps[n]! ** 2) / 2,
    ),
  )
  const highest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - highest))
  const sum = weights.reduce((a, b) => a + b)
  return { days, chances: weights.map((weight) => weight / sum) }
}

/**
 * The quantile of `amountOf(days)` under the distribution; by default the median number of days. `share`: the
 * quantile, 0 to 1.
 */
export function paceQuantile(
  { days, chances }: PaceDistribution,
  amountOf: (days: number) => number = (days) => days,
  share = 0.5,
): number {
  const all = days.map((each, n) => ({ value: amountOf(each), chance: chances[n]! })).sort((a, b) => a.value - b.value)
  let sum = 0
  for (const { value, chance } of all) {
    sum += chance
    if (sum >= share) return value
  }
  return all.at(-1)!.value
}

/** The probability, 0 to 1, that the number of days one piece lasts meets a condition. */
export const paceProbability = ({ days, chances }: PaceDistribution, is: (days: number) => boolean): number =>
  days.reduce((sum, each, n) => sum + (is(each) ? chances[n]! : 0), 0)
