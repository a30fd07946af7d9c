import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { PAYMENT_RETRY_DAYS } from '@kushi/values/limits'
import { type BillingAttemptOutcome, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { failureActionOf, isTransientFailure } from './failure.ts'

/** Failures in a row: two rounds of the run's four workers, i.e. about a minute if the provider hangs. */
const most = 8

/**
 * A circuit breaker for the providers of one run. After eight charges in a row without a response the run no longer
 * calls that provider; otherwise each charge would wait half a minute. The next run tries it again.
 */
export class ProviderCircuitBreaker {
  readonly #unanswered = new Map<number | null, number>()

  isOpen(method: number | null): boolean {
    return (this.#unanswered.get(method) ?? 0) >= most
  }

  note(method: number | null, isAnswered: boolean): void {
    this.#unanswered.set(method, isAnswered ? 0 : (this.#unanswered.get(method) ?? 0) + 1)
  }
}

interface FailedCharge {
  failure: string
  /** Attempts so far, including this one, and the day of the first. */
  attempts: number
  failed_on: CalendarDate
}

/**
 * Returns the day of the next attempt after one that failed on `today`; null: no retry until someone acts. Never today,
 * so that late or frequent runs can't use up all attempts at once.
 */
export function nextRetry({ failure, attempts, failed_on }: FailedCharge, today: CalendarDate): CalendarDate | null {
  const days = PAYMENT_RETRY_DAYS[attempts - 1]
  if (days === undefined || !isTransientFailure(failure)) return null
  const planned = addDays(failed_on, days)
  return planned > today ? planned : addDays(today, 1)
}

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
  outcome: BillingAttemptOutcome
  failure: string | null
  tried_on: CalendarDate
  retry_on: CalendarDate | null
  card_seq: number | null
  restarted: boolean
}

const { pause, normal } = SUBSCRIPTION_STATUS

/**
 * 再決済 of a subscription by its attempts of the current cycle, in order. null: its status shows no failure, or its last
 * attempt did not fail.
 */
export function dunningOf(summary_status: number, attempts: readonly Attempt[]): Dunning | null {
  const last = attempts.at(-1)
  if (summary_status === normal || summary_status === pause || last?.failure == null) return null
  const { failure, retry_on, card_seq, restarted } = last
  if (restarted) return { failure, attempts: 0, failed_on: null, retry_on, card_seq, restarted }
  const isCounted = (one: Attempt) =>
    !one.restarted && one.failure !== null && failureActionOf(one.failure) === failureActionOf(failure)
  const counted = attempts.slice(attempts.findLastIndex((one) => !isCounted(one)) + 1)
  return { failure, attempts: counted.length, failed_on: counted[0]!.tried_on, retry_on, card_seq, restarted }
}
