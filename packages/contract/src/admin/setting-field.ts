import { type FieldRuleMessageId, fieldRuleMessage } from '@kushi/values/message'
import { z } from 'zod'

/**
 * The version that the screen loaded. A change is rejected if another operator saved in the meantime
 * (ERROR_CHANGED_MEANWHILE).
 */
export const versionField = z.string().max(64)

/** A whole number within bounds, with the same error message for every violation. */
export const wholeNumberField = (label: string, min: number, max: number) => {
  const error = fieldRuleMessage('cmn-err-008', label, min, max)
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** Builds the issue of a check over several fields. `path`: the field beside which it is shown. */
export const fieldIssue = (
  path: (string | number)[],
  text: string,
  input: unknown,
  message_id: FieldRuleMessageId = 'cmn-err-003',
) => ({
  code: 'custom' as const,
  path,
  input,
  message: text,
  params: { message_id },
})

const moment = z.iso.datetime({ offset: true, error: '日時を選び直してください。' }).nullable()
/** 受付の期間: from `opens_at` until `closes_at`; null: without a beginning, or without an end. */
export const openPeriodFields = {
  opens_at: moment.meta({ title: '受付の開始' }),
  closes_at: moment.meta({ title: '受付の終了' }),
}

/** Checks that a period ends after it begins. */
export function checkOpenPeriod({
  value,
  issues,
}: z.core.ParsePayload<{ opens_at: string | null; closes_at: string | null }>): void {
  if (value.opens_at && value.closes_at && Date.parse(value.opens_at) >= Date.parse(value.closes_at))
    issues.push(fieldIssue(['closes_at'], '受付の終了は、開始よりあとにしてください。', value))
}

/** The number of running subscriptions by `key`. They keep the terms that were agreed, whatever is saved here. */
export const RunningSubscriptions = z.array(z.object({ key: z.int().nullable(), count: z.int() }))
