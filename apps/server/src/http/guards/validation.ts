import type { FieldFailure } from '@kushi/contract/failure'
import { message } from '@kushi/values/message'
import { userMessage } from '@kushi/values/user-message'
import type { z } from 'zod'
import { unknownFailures } from './unknown-names.ts'

type Issue = z.core.$ZodIssue

/** Fields that are selected instead of typed: any error means that a selection is required (002). */
const chosen: Record<string, string> = {
  pref_id: '都道府県',
  sex: '性別',
  where_did_you_know: '当店をお知りになったきっかけ',
  inquiry_category_id: 'お問い合わせの種類',
  payment_method_id: 'お支払い方法',
  delivery_id: '配送方法',
  delivery_time_id: 'お届け時間帯',
  reason: '解約理由',
}

/** Date fields with their own messages; 30 February gets the same one as arbitrary text. */
const days: Record<string, Omit<FieldFailure, 'path'>> = {
  birthday: { message_id: 'invalid', message: userMessage('invalid', '生年月日') },
  next_delivery_date: {
    message_id: 'next_delivery_date_invalid',
    message: userMessage('next_delivery_date_invalid'),
  },
  next_next_delivery_date: {
    message_id: 'next_next_delivery_date_invalid',
    message: userMessage('next_next_delivery_date_invalid'),
  },
}

/** Our messages are Japanese; zod's own are not meant for customers. */
const ownWords = /[ぁ-んァ-ヶ一-龠]/

/** Every invalid field. A strict schema also finds unknown names. */
export const fieldFailures = ({ issues }: z.ZodError): FieldFailure[] => issues.flatMap(failuresOf)

/** For a union, the failures of the intended variant: the first that knows every field that was sent. */
function failuresOf(issue: Issue): FieldFailure[] {
  if (issue.code === 'unrecognized_keys')
    return unknownFailures(issue.keys.map((key) => [...issue.path.map(String), key]))
  const name = String(issue.path.at(-1) ?? '')
  if (issue.code !== 'invalid_union' || chosen[name]) return [fieldFailure(issue, name)]
  const meant = issue.errors.find((form) => form.every(({ code }) => code !== 'unrecognized_keys')) ?? issue.errors[0]
  return meant?.flatMap((inner) => failuresOf({ ...inner, path: [...issue.path, ...inner.path] })) ?? []
}

function fieldFailure(issue: Issue, name: string): FieldFailure {
  const path = issue.path.join('.')
  const own = issue.code === 'custom' ? (issue.params?.message_id as string | undefined) : undefined
  if (own) return { path, message_id: own, message: issue.message }
  if (Object.hasOwn(chosen, name))
    return { path, message_id: 'cmn-err-002', message: message('cmn-err-002', chosen[name]!) }
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  if (Object.hasOwn(days, name) && !isMissing) return { path, ...days[name]! }
  const words = ownWords.test(issue.message) ? issue.message : undefined
  if (isMissing) return { path, message_id: 'cmn-err-001', message: words ?? '入力してください。' }
  return { path, ...sizeFailure(issue, words) }
}

/**
 * Message ids of section 5 for zod's own checks: 004 text too long, 001 empty, 008 number out of range, otherwise 003.
 */
function sizeFailure(issue: Issue, words: string | undefined): Omit<FieldFailure, 'path'> {
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { message_id: 'cmn-err-004', message: words ?? `${issue.maximum}文字以内で入力してください。` }
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array'))
    return { message_id: 'cmn-err-001', message: words ?? '入力してください。' }
  if (issue.code === 'too_big')
    return { message_id: 'cmn-err-008', message: words ?? `${issue.maximum}以下にしてください。` }
  if (issue.code === 'too_small')
    return { message_id: 'cmn-err-008', message: words ?? `${issue.minimum}以上にしてください。` }
  return { message_id: 'cmn-err-003', message: words ?? '正しい形式で入力してください。' }
}
