import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'

/** 使い切る目安 of one piece, in days; `short` and `long`: of fast and of slow use, null where the shop says nothing. */
export interface Lasting {
  typical: number
  short: number | null
  long: number | null
}

/** Goods that arrived, in pieces of the good that is reckoned. */
export interface Supply {
  on: CalendarDate
  pieces: number
}

/** Between how many pieces were left on a day: what was answered, or what a change with its reason tells. */
export interface Sign {
  on: CalendarDate
  least: number
  most: number
}

/** How many days one piece lasts for this person: the chance of each length. */
export interface PaceChances {
  days: number[]
  chances: number[]
}

const GRID = 60
/** Of all persons, eight in ten are between the fast and the slow 目安. */
const EIGHT_IN_TEN = 1.2816
const FAST = 0.6
const SLOW = 1.8
/** How exactly people tell what is left, in pieces. Its tails are long: a guest or a holiday makes no sign impossible. */
const BLUR = 0.12

/** Pieces left on a day, by how long one lasts; below zero: as many were missing since they ran out. */
export function restOn(supplies: readonly Supply[], on: CalendarDate): (days: number) => number {
  const come = supplies.filter((supply) => supply.on <= on)
  const steps = come.map(({ on: at, pieces }, n) => ({ pieces, until: daysBetween(at, come[n + 1]?.on ?? on) }))
  return (days) => steps.reduce((rest, { pieces, until }) => Math.max(0, rest) + pieces - until / days, 0)
}

/** The logarithm of the chance to say that more than `border` is left, where `rest` is. */
function logAbove(rest: number, border: number): number {
  const odds = (border - rest) / BLUR
  return odds > 30 ? -odds : -Math.log1p(Math.exp(odds))
}

/** A log-normal guess around the 目安, weighed by every sign. `supplies`: by day. */
export function estimatePace(
  { typical, short, long }: Lasting,
  supplies: readonly Supply[],
  signs: readonly Sign[],
): PaceChances {
  const fast = Math.log(Math.min(short ?? typical * FAST, typical * 0.9) / typical)
  const slow = Math.log(Math.max(long ?? typical * SLOW, typical * 1.1) / typical)
  const spread = (slow - fast) / 2 / EIGHT_IN_TEN
  const steps = Array.from({ length: GRID }, (_, n) => (n / (GRID - 1) - 0.5) * 6)
  const days = steps.map((step) => typical * Math.exp(step * spread))
  const told = signs.map(({ on, ...band }) => ({ ...band, restOf: restOn(supplies, on) }))
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

/** The value that half of the chances, or this share of them, do not exceed. */
export function medianDays(
  { days, chances }: PaceChances,
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

export const probabilityThat = ({ days, chances }: PaceChances, is: (days: number) => boolean): number =>
  days.reduce((sum, each, n) => sum + (is(each) ? chances[n]! : 0), 0)
