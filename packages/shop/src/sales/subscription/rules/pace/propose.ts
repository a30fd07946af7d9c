import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { DELIVERY_PATTERN } from '@kushi/values/delivery-pattern'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import type { PaceProposal } from '@kushi/values/pace'
import type { PaceForecast } from './left.ts'

interface Deliveries {
  next_delivery_date: CalendarDate
  subscription_division_id: number
  param1: number
  /** Pieces of the good in each delivery. */
  pieces: number
  /** The first and the last day that can be chosen. */
  earliest: CalendarDate
  latest: CalendarDate
  /** The shop's intervals in days. */
  day_intervals: readonly number[]
}

const MONTH = 30.4
const unitOf = ({ subscription_division_id }: Pick<Deliveries, 'subscription_division_id'>) =>
  subscription_division_id === DELIVERY_PATTERN.day_interval ? 1 : MONTH

/** The days between deliveries of the chosen interval, divided by the pieces of a delivery. */
export const chosenDaysPerPiece = (one: Pick<Deliveries, 'subscription_division_id' | 'param1' | 'pieces'>): number =>
  Math.round((one.param1 * unitOf(one)) / one.pieces)

/** Six months can exceed the most days between two deliveries. */
const MONTHS = [1, 2, 3, 4, 5]
/** An interval counts as fitting within this share of what the pieces last. */
const SLACK = 0.05

/**
 * The proposals that would fit the member's pace, in the order of display. Empty: no change is needed, or none is
 * possible.
 */
export function paceProposalsFor(one: Deliveries, known: PaceForecast): PaceProposal[] {
  const { next_delivery_date: next, pieces, earliest, latest } = one
  if (known.standing === null) return []
  const isOver = known.standing === 'over'
  const every = unitOf(one)
  const offered = (every === 1 ? one.day_intervals : MONTHS).filter(
    (each) => each * every <= SUBSCRIPTION_DATE_LIMIT.max_gap_days,
  )
  const lasting = pieces * known.days
  const fitting = isOver
    ? offered.filter((each) => each > one.param1 && each * every >= lasting * (1 - SLACK))
    : offered.filter((each) => each < one.param1 && each * every <= lasting * (1 + SLACK))
  const isPatternOff = isOver
    ? lasting > one.param1 * every * (1 + 2 * SLACK)
    : lasting < one.param1 * every * (1 - 2 * SLACK)
  const interval: PaceProposal[] =
    isPatternOff && fitting.length > 0
      ? [{ pace_kind: 'interval', every: isOver ? Math.min(...fitting) : Math.max(...fitting) }]
      : []
  const day = addDays(next, known.safe_days)
  if (!isOver) {
    const sooner = day > earliest ? day : earliest
    return [...(sooner < next ? [{ pace_kind: 'sooner' as const, next_delivery_date: sooner }] : []), ...interval]
  }
  const later = day < latest ? day : latest
  const isFewerEnough = pieces > 1 && (pieces - 1) * known.days >= one.param1 * every * (1 - SLACK)
  return [
    ...(daysBetween(next, later) > 0 ? [{ pace_kind: 'later' as const, next_delivery_date: later }] : []),
    ...interval,
    ...(isFewerEnough ? [{ pace_kind: 'fewer' as const, quantity: pieces - 1 }] : []),
  ]
}

/** An item of a contract with its forecast. */
export interface PaceForecastLine {
  seen: Pick<PaceForecast, 'standing' | 'spare_days' | 'sure_days'>
  /** The item can be left out of the next delivery now (`rules/left-out.ts`). */
  can_leave_out: boolean
}

/**
 * Chooses the item to leave out of the next delivery: too much of it is left, and that lasts until the delivery after.
 * Another item is used up in time, so that no other day fits both. null: there is none, or the main item runs out,
 * which comes first. `lines`: the main item first. `gap`: days from the next delivery to the one after.
 */
export function chooseLineToLeaveOut<L extends PaceForecastLine>(lines: readonly L[], gap: number): L | null {
  if (lines[0]?.seen.standing === 'short' || lines.every(({ seen }) => seen.standing === 'over')) return null
  const fitting = lines.filter(
    ({ seen, can_leave_out }) => can_leave_out && seen.standing === 'over' && seen.sure_days >= gap,
  )
  return fitting.reduce<L | null>(
    (most, one) => (most && most.seen.spare_days >= one.seen.spare_days ? most : one),
    null,
  )
}

/**
 * Whether a proposal still changes the contract in its direction. The contract may have been changed since the day on
 * which the proposal was made.
 */
export function isPaceProposalStillValid(
  { pace_kind, next_delivery_date, every, quantity }: PaceProposal,
  now: Pick<Deliveries, 'next_delivery_date' | 'param1' | 'pieces'> & Pick<PaceForecastLine, 'can_leave_out'>,
  isOver: boolean,
): boolean {
  switch (pace_kind) {
    case 'leave_out':
      return isOver && now.can_leave_out
    case 'later':
      return next_delivery_date! > now.next_delivery_date
    case 'sooner':
      return next_delivery_date! < now.next_delivery_date
    case 'interval':
      return isOver ? every! > now.param1 : every! < now.param1
    case 'fewer':
      return quantity === now.pieces - 1
  }
}

interface PaceHistory {
  cycle: number
  /** The deliveries for which something was proposed. */
  offered_cycles: readonly number[]
  /** The last 「ちょうどよい」; null: never. */
  fits_cycle: number | null
}

/**
 * Whether a proposal may be shown for this delivery. It may not for the first one, or after a delivery that had a
 * proposal. After the answer 「ちょうどよい」 it may not for three deliveries.
 */
export const mayProposePace = ({ cycle, offered_cycles, fits_cycle }: PaceHistory): boolean =>
  cycle > 1 && !offered_cycles.includes(cycle - 1) && (fits_cycle === null || cycle > fits_cycle + 3)
