import { resetPasswordFormOf } from '@kushi/contract/form/password'
import { sameAs } from '@kushi/values/field-rule'
import type { PasswordLength } from '@kushi/values/password'
import type { FormFailure } from '../purchase/form/purchase-form.ts'

export interface ResetFields {
  password: string
  password_confirm: string
}

/** What is missing or wrong, at most one per field. */
export function resetFailures(fields: ResetFields, length: PasswordLength): FormFailure[] {
  const failures = (resetPasswordFormOf(length).safeParse(fields).error?.issues ?? []).map(({ path, message }) => ({
    path: String(path[0]),
    message,
  }))
  // The schema compares the two only once each is right.
  const other = sameAs('パスワード', 'パスワード(確認)', fields.password)(fields.password_confirm)
  if (other) failures.push({ path: 'password_confirm', message: other.message })
  return failures.filter(({ path }, index) => failures.findIndex((one) => one.path === path) === index)
}
