import { expect, test } from 'vitest'
import { formatCompanyName, parseCompanyName } from './company-name.ts'
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
