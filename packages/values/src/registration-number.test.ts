import { expect, test } from 'vitest'
import { isCorporateNumber, isRegistrationNumber } from './registration-number.ts'

test.each([
  ['T7000012050002', true, true],
  ['T7010705000725', true, true],
  ['T7010705000752', true, false],
  ['T0000000000000', true, false],
  ['T123456789012', false, false],
  ['T12345678901234', false, false],
  ['7000012050002', false, true],
  ['T700001205000a', false, false],
  ['t7000012050002', false, false],
  ['', false, false],
])('%s: a registration number %s, a company’s %s', (text, isNumber, isCorporate) => {
  expect([isRegistrationNumber(text), isCorporateNumber(text)]).toEqual([isNumber, isCorporate])
})
