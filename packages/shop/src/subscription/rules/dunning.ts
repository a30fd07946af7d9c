import type { CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { actionOf } from './failure.ts'

/** 再決済: why the delivery of this cycle could not be arranged, and what follows. Derived from its attempts. */
export interface Dunning {
  failure: string
  /** Attempts of this kind since the last action on the failure, and the day of the first; 0 and null: none yet. */
  attempts: number
  failed_on: CalendarDate | null
  /** null: no retry until the member or the shop acts. */
  retry_on: CalendarDate | null
  /** The card of the last attempt. */
  card_seq: number | null
  restarted: boolean
}

interface Attempt {
  outcome: 'open' | 'arranged' | 'failed'
  failure: string | null
  tried_on: CalendarDate
  retry_on: CalendarDate | null
  card_seq: number | null
  restarted: boolean
}

const { pause, normal } = SUBSCRIPTION_STATUS

/**
 * null: the subscription's status shows no failure, or its last attempt did not fail. `attempts`: of the cycle, in
 * order.
 */
export function dunningOf(summary_status: number, attempts: readonly Attempt[]): Dunning | null {
  const last = attempts.at(-1)
  if (summary_status === normal || summary_status === pause || last?.failure == null) return null
  const { failure, retry_on, card_seq, restarted } = last
  if (restarted) return { failure, attempts: 0, failed_on: null, retry_on, card_seq, restarted }
  const isCounted = (one: Attempt) =>
    !one.restarted && one.failure !== null && actionOf(one.failure) === actionOf(failure)
  const counted = attempts.slice(attempts.findLastIndex((one) => !isCounted(one)) + 1)
  return { failure, attempts: counted.length, failed_on: counted[0]!.tried_on, retry_on, card_seq, restarted }
}
