import { expect, test } from 'vitest'
import { countErrors } from './errors.ts'

test('counts fields at any depth', () => {
  const error = { type: 'rule', message: 'x', ref: {} }
  expect(countErrors({})).toBe(0)
  expect(countErrors({ member: { name01: error, name02: error }, payment: error })).toBe(3)
})
