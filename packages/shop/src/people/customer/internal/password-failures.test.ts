import { expect, test } from 'vitest'
import { isCommonPassword } from './password-failures.ts'

test.each(['Password1', 'Passw0rd', 'Qwerty123', '1Qaz2wsx', 'TrustNo1'])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['Tsubaki2026', 'Kj9mTq2x', ''])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
