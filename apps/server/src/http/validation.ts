import type { FieldFailure } from '@kushi/contract/failure'
import { ShopError } from '@kushi/shop/shop-error'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Message id of section 5 for a check that is not one of our own field rules. */
const messageIds: Partial<Record<Issue['code'], string>> = { too_big: 'cmn-err-008', too_small: 'cmn-err-008' }

/** Ours are Japanese; zod's are not for customers. */
const ownWords = /[ぁ-んァ-ヶ一-龠]/

/** Of a union those of the form that was meant: the first that knows every field that was sent. */
function fieldFailures(issue: Issue): FieldFailure[] {
  if (issue.code !== 'invalid_union') return [fieldFailure(issue)]
  const meant = issue.errors.find((form) => form.every(({ code }) => code !== 'unrecognized_keys')) ?? issue.errors[0]
  return meant?.flatMap((inner) => fieldFailures({ ...inner, path: [...issue.path, ...inner.path] })) ?? []
}

function fieldFailure(issue: Issue): FieldFailure {
  const path = issue.path.join('.')
  const own = issue.code === 'custom' ? (issue.params?.message_id as string | undefined) : undefined
  if (own) return { path, message_id: own, message: issue.message }
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return {
      path,
      message_id: 'cmn-err-001',
      message: ownWords.test(issue.message) ? issue.message : '入力してください。',
    }
  return { path, message_id: messageIds[issue.code] ?? 'cmn-err-003', message: '正しい形式で入力してください。' }
}

/** 422 with every field that broke a rule. */
export function invalid(error: z.ZodError): ShopError {
  const fields = error.issues.flatMap(fieldFailures)
  const first = fields[0]?.message ?? '入力内容をご確認ください。'
  return new ShopError(422, 'ERROR_VALIDATION', first, { fields })
}
