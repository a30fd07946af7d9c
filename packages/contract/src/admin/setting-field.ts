import { type MessageId, message } from '@kushi/values/message'
import { z } from 'zod'

/**
 * The version that the screen loaded. A change is rejected if another operator saved in the meantime
 * (ERROR_CHANGED_MEANWHILE).
 */
export const version = z.string().max(64)

/** A whole number within bounds, with one error message for every kind of fault. */
export const whole = (label: string, min: number, max: number) => {
  const error = message('cmn-err-008', label, min, max)
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** The issue of a check over several fields, to be shown beside one of them. */
export const broken = (
  path: (string | number)[],
  text: string,
  input: unknown,
  message_id: MessageId = 'cmn-err-003',
) => ({
  code: 'custom' as const,
  path,
  input,
  message: text,
  params: { message_id },
})

/** Contracts that run, of each `key`: they keep what was agreed. */
export const RunningSubscriptions = z.array(z.object({ key: z.int().nullable(), count: z.int() }))
