import { message } from '@kushi/values/message'
import { z } from 'zod'

/** What a screen has read: a change is refused where somebody else has changed the same meanwhile (ERROR_CHANGED_MEANWHILE). */
export const version = z.string().max(64)

/** A whole number within bounds; one sentence for whatever is wrong with it. */
export const whole = (label: string, min: number, max: number) => {
  const error = message('cmn-err-008', label, min, max)
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** Beside a field, from a check over several of them. */
export const broken = (path: (string | number)[], text: string, input: unknown) => ({
  ...{ code: 'custom' as const, path, input, message: text },
  params: { message_id: 'cmn-err-003' },
})

/** Highest amount in yen that a setting takes. */
export const MOST_YEN = 9_999_999
