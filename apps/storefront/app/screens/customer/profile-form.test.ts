import type { Customer } from '@kushi/contract/customer'
import { expect, test } from 'vitest'
import { type ProfileFields, pathOf, profileFailures, toBody, toFields } from './profile-form.ts'

const today = '2026-11-21'
const customer = {
  name01: '椿野',
  name02: '花子',
  kana01: 'つばきの',
  kana02: 'はなこ',
  postal_code01: '150',
  postal_code02: '0001',
  pref_id: 13,
  addr01: '渋谷区神宮前',
  addr02: '1-2-3',
  addr03: '',
  phone_number: '09012345678',
  birthday: '1980-04-09',
  sex: 2,
  account_type: false,
  company_name: null,
  company_name_kana: null,
  manager_name: null,
  manager_name_kana: null,
  mail_magazine_flag: true,
  line_magazine_flag: false,
} as Customer
const business = {
  ...customer,
  account_type: true,
  company_name: '株式会社 椿野',
  company_name_kana: 'かぶしきがいしゃ つばきの',
  manager_name: '山口 花子',
  manager_name_kana: 'やまぐち はなこ',
}
const changed = (of: Customer, member: Partial<ProfileFields['member']>): ProfileFields => {
  const fields = toFields(of)
  return { ...fields, member: { ...fields.member, ...member } }
}
const broken = (fields: ProfileFields) => profileFailures(fields, customer, today).map(({ path }) => path)

test('what the shop has comes back as it was', () => {
  expect(toBody(toFields(business))).toEqual(business)
  const none = { company_name: '', company_name_kana: '', manager_name: '', manager_name_kana: '' }
  expect(toBody(toFields({ ...customer, birthday: null, sex: null }))).toEqual({
    ...{ ...customer, birthday: null, sex: null },
    ...none,
  })
  expect(broken(toFields(customer))).toEqual([])
  expect(broken(toFields(business))).toEqual([])
})

test.each([
  [{ birth_month: '' }, ['member.birth_year']],
  [{ birth_month: '2', birth_day: '30' }, ['member.birth_year']],
  [{ birth_year: '2026', birth_month: '11', birth_day: '22' }, ['member.birth_year']],
  [{ birth_year: '', birth_month: '', birth_day: '' }, []],
  [{ kana01: 'ツバキノ' }, []],
  [{ kana01: 'tsubakino' }, ['member.kana01']],
  [{ name01: ' ', pref_id: '', postal_code: '123' }, ['member.name01', 'member.postal_code', 'member.pref_id']],
  [{ phone_number: '0312345' }, ['member.phone_number']],
])('%j breaks %j', (member, paths) => {
  expect(broken(changed(customer, member))).toEqual(paths)
})

test('a stored phone number that predates the rule may stay', () => {
  const old = { ...customer, phone_number: '0312345' }
  expect(profileFailures(toFields(old), old, today)).toEqual([])
})

test.each([
  ['株式会社 椿野(山口 花子)', '', '株式会社 椿野', '山口 花子'],
  ['株式会社 椿野(山口 花子)', '山口 花子', '株式会社 椿野', '山口 花子'],
  ['株式会社 椿野(山口 花子)', '白石 一', '株式会社 椿野(山口 花子)', '白石 一'],
  ['(株)椿野', '白石 一', '(株)椿野', '白石 一'],
])('%s with the manager %j', (typed, manager, company_name, manager_name) => {
  expect(toBody(changed(business, { company_name: typed, manager_name: manager }))).toMatchObject({
    company_name,
    manager_name,
  })
})

test('brackets that are none of a manager are told, for a business only', () => {
  expect(broken(changed(business, { company_name: '椿野(山口' }))).toEqual(['member.company_name'])
  expect(broken(changed(customer, { company_name: '椿野(山口' }))).toEqual([])
})

test.each([
  ['birthday', 'member.birth_year'],
  ['line_magazine_flag', 'line_magazine_flag'],
  ['mail_magazine_flag', 'member.mail_magazine_flag'],
])('%s is typed in %s', (name, path) => {
  expect(pathOf(name)).toBe(path)
})
