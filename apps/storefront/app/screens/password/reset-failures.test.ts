import { PASSWORD_LENGTH } from '@kushi/values/password'
import { expect, test } from 'vitest'
import { resetFailures } from './reset-failures.ts'

const paths = (password: string, password_confirm: string) =>
  resetFailures({ password, password_confirm }, PASSWORD_LENGTH).map(({ path }) => path)

test.each([
  ['Tsubaki2027', 'Tsubaki2027', []],
  ['', '', ['password', 'password_confirm']],
  ['tsubaki', 'tsubaki', ['password']],
  ['tsubaki', 'other', ['password', 'password_confirm']],
  ['Tsubaki2027', 'Tsubaki2026', ['password_confirm']],
])('%s and %s', (password, confirm, failures) => {
  expect(paths(password, confirm)).toEqual(failures)
})
