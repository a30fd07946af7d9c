import type { Customer } from '@kushi/contract/customer'
import { expect, test } from 'vitest'
import { failuresOf } from './codec.ts'
import { type ProfileFields, profileForm, typedProfile } from './profile.ts'

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
const changed = (of: Customer, more: Partial<ProfileFields>): ProfileFields => ({ ...typedProfile(of), ...more })
const form = profileForm(customer, today)
const broken = (fields: ProfileFields) => failuresOf(form, fields).map(({ path }) => path)

test('stored values are sent back unchanged', () => {
  expect(form.parse(typedProfile(business))).toEqual(business)
  const none = { company_name: '', company_name_kana: '', manager_name: '', manager_name_kana: '' }
  expect(form.parse(typedProfile({ ...customer, birthday: null, sex: null }))).toEqual({
    ...customer,
    birthday: null,
    sex: null,
    ...none,
  })
  expect(broken(typedProfile(customer))).toEqual([])
  expect(broken(typedProfile(business))).toEqual([])
})

test.each([
  [{ birthday: { year: '1980', month: '', day: '9' } }, ['birthday']],
  [{ birthday: { year: '1980', month: '2', day: '30' } }, ['birthday']],
  [{ birthday: { year: '2026', month: '11', day: '22' } }, ['birthday']],
  [{ birthday: { year: '', month: '', day: '' } }, []],
  [{ kana01: 'ツバキノ' }, []],
  [{ kana01: 'tsubakino' }, ['kana01']],
  [{ name01: ' ', pref_id: '', postal_code: '123' }, ['name01', 'postal_code', 'pref_id']],
  [{ phone_number: '0312345' }, ['phone_number']],
])('%j breaks %j', (more, paths) => {
  expect(broken(changed(customer, more))).toEqual(paths)
})

test('a stored phone number older than the rule may stay', () => {
  const old = { ...customer, phone_number: '0312345' }
  expect(failuresOf(profileForm(old, today), typedProfile(old))).toEqual([])
})

test.each([
  ['株式会社 椿野(山口 花子)', '', '株式会社 椿野', '山口 花子'],
  ['株式会社 椿野(山口 花子)', '山口 花子', '株式会社 椿野', '山口 花子'],
  ['株式会社 椿野(山口 花子)', '白石 一', '株式会社 椿野(山口 花子)', '白石 一'],
  ['(株)椿野', '白石 一', '(株)椿野', '白石 一'],
])('%s with the manager %j', (typed, manager, company_name, manager_name) => {
  expect(form.parse(changed(business, { company_name: typed, manager_name: manager }))).toMatchObject({
    company_name,
    manager_name,
  })
})

test('reports brackets that contain no manager, only for a business', () => {
  expect(broken(changed(business, { company_name: '椿野(山口' }))).toEqual(['company_name'])
  expect(broken(changed(customer, { company_name: '椿野(山口' }))).toEqual([])
})
