import { expect, test } from 'vitest'
import { ChangePasswordForm, ResetPasswordForm } from './password.ts'

const pair = { password: 'Tsubaki2026', password_confirm: 'Tsubaki2026' }
const broken = (schema: typeof ResetPasswordForm | typeof ChangePasswordForm, form: object) =>
  schema
    .safeParse(form)
    .error?.issues.map((issue) => [
      issue.path.join('.'),
      (issue as { params?: { message_id?: string } }).params?.message_id,
    ])

test('a password is typed twice', () => {
  expect(broken(ResetPasswordForm, { ...pair, token: 'x' })).toBeUndefined()
  expect(broken(ResetPasswordForm, pair)).toBeUndefined()
  expect(ResetPasswordForm.parse(pair).token).toBe('')
  expect(broken(ResetPasswordForm, { ...pair, password_confirm: 'Tsubaki2027' })).toEqual([
    ['password_confirm', 'cmn-err-015'],
  ])
  expect(broken(ResetPasswordForm, { password: 'short', password_confirm: '' })).toEqual([
    ['password', 'cmn-err-014'],
    ['password_confirm', 'cmn-err-001'],
  ])
  expect(broken(ChangePasswordForm, { ...pair, current_password: '' })).toEqual([['current_password', 'cmn-err-001']])
})
