import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { isPassing } from './failure.ts'

/** 再決済日: days after the first failure on which it is retried. */
export const RETRY_DAYS = [1, 3, 5] as const

interface Failed {
  failure: string
  /** Attempts so far, including this one, and the day of the first. */
  attempts: number
  failed_on: CalendarDate
}

/**
 * Returns the day of the next attempt after one that failed on `today`; null: no retry until someone acts. Never today,
 * so that late or frequent runs can't use up all attempts at once.
 */
export function nextRetry({ failure, attempts, failed_on }: Failed, today: CalendarDate): CalendarDate | null {
  const days = RETRY_DAYS[attempts - 1]
  if (days === undefined || !isPassing(failure)) return null
  const planned = addDays(failed_on, days)
  return planned > today ? planned : addDays(today, 1)
}
