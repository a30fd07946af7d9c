import { expect, test } from 'vitest'
import { ChangePasswordForm, changePasswordFormOf, ResetPasswordForm, resetPasswordFormOf } from './password.ts'

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
  expect(broken(ResetPasswordForm, { password: '', password_confirm: '' })).toEqual([
    ['password', 'cmn-err-001'],
    ['password_confirm', 'cmn-err-001'],
  ])
  expect(broken(ChangePasswordForm, { ...pair, current_password: '' })).toEqual([['current_password', 'cmn-err-001']])
})

test('the shop sets the length', () => {
  const shop = { password_min: 12, password_max: 64 }
  const long = 'Tsubaki2026Tsubaki2026'
  const reset = resetPasswordFormOf(shop)
  expect(broken(reset, pair)).toEqual([['password', 'cmn-err-014']])
  expect(broken(reset, { password: long, password_confirm: long })).toBeUndefined()
  expect(broken(changePasswordFormOf(shop), { ...pair, current_password: 'x' })).toEqual([['password', 'cmn-err-014']])
  // The contract serves every shop, so it rejects only what no shop can allow.
  const endless = 'Aa1'.repeat(43)
  expect(broken(ResetPasswordForm, { password: endless, password_confirm: endless })).toEqual([
    ['password', 'cmn-err-004'],
  ])
})
