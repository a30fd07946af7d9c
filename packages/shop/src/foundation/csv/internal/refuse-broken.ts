import type { FieldFailure } from '@kushi/contract/failure'
import { invalidFields } from '../../../shop-error.ts'

interface Checks<T> {
  safeParse(
    given: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

const isJapanese = /[ぁ-んァ-ヶ一-龠]/

/**
 * Parses a value with a schema of the contract. `name`: of a single field.
 * @throws ShopError 422 with each field that broke a rule, in Japanese
 */
export function parseOrRefuse<T>(schema: Checks<T>, given: unknown, name?: string): T {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const fields: FieldFailure[] = read.error.issues.map(({ path, message }) => ({
    path: name ?? path.join('.'),
    message_id: 'cmn-err-003',
    message: isJapanese.test(message) ? message : '正しい形式で入力してください。',
  }))
  throw invalidFields(fields)
}
