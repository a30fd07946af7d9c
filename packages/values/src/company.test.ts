import { expect, test } from 'vitest'
import { formatCompanyName, isCorporateNumber, isRegistrationNumber, parseCompanyName } from './company.ts'
import { companyName } from './field-rule.ts'

test.each([
  ['株式会社 椿野(山口 花子)', '株式会社 椿野', '山口 花子'],
  ['株式会社 椿野(山口 花子)', '株式会社 椿野', '山口 花子'],
  [' 椿野 ( 山口 ) ', '椿野', '山口'],
  ['株式会社 椿野', '株式会社 椿野', ''],
  ['(株)椿野', '(株)椿野', ''],
  ['椿野(有)', '椿野(有)', ''],
  ['(株)椿野(山口 花子)', '(株)椿野', '山口 花子'],
  ['椿野(株)(山口)', '椿野(株)', '山口'],
  ['', '', ''],
])('%s is %s with %j', (text, company_name, manager_name) => {
  expect(parseCompanyName(text)).toEqual({ company_name, manager_name })
})

test.each(['椿野()', '(山口 花子)', '椿野(山口', '椿野 山口)', '椿野(山口)東京店', '椿野(山口)(白石)', '椿野((山口))'])(
  '%s is refused with the format',
  (text) => {
    expect(parseCompanyName(text)).toBeNull()
    expect(companyName('会社名')(text)).toMatchObject({
      message_id: 'cmn-err-003',
      message: expect.stringContaining('会社名は「会社名(担当者名)」'),
    })
  },
)

test('a parsed name is formatted the same way again', () => {
  expect(formatCompanyName(parseCompanyName('株式会社 椿野(山口 花子)')!)).toBe('株式会社 椿野(山口 花子)')
  expect(formatCompanyName(parseCompanyName('(株)椿野')!)).toBe('(株)椿野')
})

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
