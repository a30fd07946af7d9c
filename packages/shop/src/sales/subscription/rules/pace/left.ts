import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PaceAnswer } from '@kushi/values/pace'
import {
  type ArrivedSupply,
  countedPiecesLeft,
  type LeftoverObservation,
  type PaceDistribution,
  paceProbability,
  paceQuantile,
} from './pace.ts'

/** Between how many pieces are left for who answers so. 「ちょうどよい」 is said of the day of the next delivery. */
const BAND: Record<PaceAnswer, Pick<LeftoverObservation, 'least' | 'most'>> = {
  none: { least: Number.NEGATIVE_INFINITY, most: 0.25 },
  half: { least: 0.25, most: 0.75 },
  one: { least: 0.75, most: 1.25 },
  one_half: { least: 1.25, most: 1.75 },
  two: { least: 1.75, most: Number.POSITIVE_INFINITY },
  more: { least: 0.75, most: Number.POSITIVE_INFINITY },
  fits: { least: -0.35, most: 0.6 },
}

/**
 * Converts the answer to お手元の残りは？ into an observation. `size`: how many pieces of the estimated product equal one
 * piece of the product in the question.
 */
export const observationOfAnswer = (answer: PaceAnswer, on: CalendarDate, size = 1): LeftoverObservation => ({
  on,
  least: BAND[answer].least * size,
  most: BAND[answer].most * size,
})

/** Converts a reason of お休み, or of another date, into an observation: something was left, or nothing was. */
export const observationOfReason = (why: 'left' | 'short', on: CalendarDate): LeftoverObservation =>
  why === 'left' ? { on, least: 0.4, most: Number.POSITIVE_INFINITY } : observationOfAnswer('none', on)

/**
 * Returns a function from the days that one piece lasts to the pieces left on a day. The last answer `told` replaces
 * the count before its day: the middle of its range, or the count, limited to its range, when the range has no upper
 * end. `isCounted`: the count, limited to the range, for every answer.
 */
export function piecesLeftOn(
  supplies: readonly ArrivedSupply[],
  told: LeftoverObservation | null,
  on: CalendarDate,
  isCounted = false,
): (days: number) => number {
  if (!told) return countedPiecesLeft(supplies, on)
  const counted = countedPiecesLeft(supplies, told.on)
  const since = supplies.filter((supply) => supply.on > told.on)
  const least = Math.max(0, told.least)
  const among = (pieces: number) => countedPiecesLeft([{ on: told.on, pieces }, ...since], on)
  if (isCounted || told.most === Number.POSITIVE_INFINITY)
    return (days) => among(Math.min(told.most, Math.max(least, counted(days))))(days)
  return among(told.least === Number.NEGATIVE_INFINITY ? 0 : (told.least + told.most) / 2)
}

/** The forecast of the member's stock at home on the day of the next delivery. */
export interface PaceForecast {
  /** Days that one piece lasts. */
  days: number
  /** Pieces left at the next delivery, and for how many days; below zero: for so long nothing is left. */
  rest: number
  spare_days: number
  /** The day that is proposed: of who answered with 19 chances in 20, so that nobody is left without. */
  safe_days: number
  /** The rest lasts at least so many days: with 19 chances in 20 if the member answered, else with eight in ten. */
  sure_days: number
  standing: 'over' | 'short' | null
}

/** A week too much or too little is worth a word to who was asked; to nobody else without eight chances in ten. */
const WORTH_DAYS = 7
const SURE = 0.8
const RARE = 0.05

/**
 * Forecasts the member's stock at home on the day of the next delivery. `told`: the last answer. `isAsked`: the member
 * answered or is leaving, so a surplus or shortage of seven days is enough to mention.
 */
export function forecastPace(
  pace: PaceDistribution,
  supplies: readonly ArrivedSupply[],
  told: LeftoverObservation | null,
  next: CalendarDate,
  isAsked: boolean,
): PaceForecast {
  const rest = piecesLeftOn(supplies, told, next)
  const spare = (days: number) => rest(days) * days
  const counted = piecesLeftOn(supplies, told, next, true)
  const safe = Math.trunc(paceQuantile(pace, (days) => counted(days) * days, RARE))
  const spare_days = Math.trunc(paceQuantile(pace, spare))
  const isOver = isAsked ? spare_days >= WORTH_DAYS : paceProbability(pace, (days) => rest(days) >= 1) >= SURE
  const isShort = isAsked
    ? spare_days <= -WORTH_DAYS
    : paceProbability(pace, (days) => spare(days) <= -WORTH_DAYS) >= SURE
  return {
    days: Math.round(paceQuantile(pace)),
    rest: paceQuantile(pace, rest),
    spare_days,
    safe_days: told ? Math.min(spare_days, safe) : spare_days,
    sure_days: told ? Math.min(spare_days, safe) : Math.trunc(paceQuantile(pace, spare, 1 - SURE)),
    standing: isOver ? 'over' : isShort ? 'short' : null,
  }
}

/**
 * The forecast as text for the member. It states an estimate, never an effect of the product; uncertain forecasts say
 * かもしれません. `fits`: the member answered 「ちょうどよい」.
 */
export function paceForecastText(
  { days, rest, spare_days, standing }: Omit<PaceForecast, 'safe_days' | 'sure_days'>,
  fits = false,
): string {
  const each = `1点でおよそ${days}日お使いの見込みです。`
  const isOver = standing === 'over' || spare_days >= WORTH_DAYS
  const isShort = standing === 'short' || spare_days <= -WORTH_DAYS
  if (fits || !(isOver || isShort)) return `${each}次回のお届けのころに、ほぼ使い切る見込みです(目安)。`
  const may = standing === null ? 'かもしれません' : '見込みです'
  if (isShort) return `${each}次回のお届けの約${-spare_days}日前に使い切る${may}(目安)。`
  const pieces = Math.round(rest * 2) / 2
  return `${each}このままだと、次回のお届けのころに${pieces < 1 ? '半分ほど' : `約${pieces}点`}余る${may}(目安)。`
}

/** The data that a forecast is based on, for the text beside it. */
export interface PaceBasis {
  /** 使い切る目安 of one piece, in days. */
  typical: number
  /** The answers to the product's questions before the contract, which `typical` includes. */
  lived: readonly string[]
  /** Pieces that arrived. */
  pieces: number
  answers: number
  /** The number of お休み, 休止 and the like whose reason says what was left. */
  reasons: number
}

/** 「使い切る目安45日、お届けした2点、お返事1回から計算」 */
export function paceBasisText({ typical, lived, pieces, answers, reasons }: PaceBasis): string {
  const from = [
    `使い切る目安${typical}日${lived.length > 0 ? `(${lived.join('・')})` : ''}`,
    `お届けした${Math.round(pieces * 10) / 10}点`,
    ...(answers > 0 ? [`お返事${answers}回`] : []),
    ...(reasons > 0 ? [`お休みなどの理由${reasons}回`] : []),
  ]
  return `${from.join('、')}から計算`
}
