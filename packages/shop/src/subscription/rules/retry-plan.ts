import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { isPassing } from './failure.ts'

/** 再決済日: days after the first failure on which it is tried again. */
export const RETRY_DAYS = [1, 3, 5] as const

interface Failed {
  failure: string
  /** Attempts so far, this one included, and the day of the first. */
  attempts: number
  failed_on: CalendarDate
}

/**
 * The day of the next attempt after one that failed on `today`; null: it rests until somebody does something. Never
 * today, so that a run that comes late, or often, can't spend all attempts at once.
 */
export function nextRetry({ failure, attempts, failed_on }: Failed, today: CalendarDate): CalendarDate | null {
  const days = RETRY_DAYS[attempts - 1]
  if (days === undefined || !isPassing(failure)) return null
  const planned = addDays(failed_on, days)
  return planned > today ? planned : addDays(today, 1)
}
