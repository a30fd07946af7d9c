import type { Customer } from '@kushi/contract/customer'
import type { Delivery } from '@kushi/contract/delivery'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { DEFAULT_PASSWORD_LENGTH_RANGE } from '@kushi/values/password'
import { expect, test } from 'vitest'
import { emptyDraft } from '../state/purchase-draft.ts'
import { writeAddress } from './address.ts'
import { failuresOf } from './codec.ts'
import { patternOn, typedPattern, writePattern } from './pattern.ts'
import {
  cardPayment,
  orderFailures,
  type PurchaseFields,
  purchaseForm,
  shippingAddress,
  writeOrder,
} from './purchase.ts'

const address = {
  name01: '椿野',
  name02: '花子',
  kana01: 'ツバキノ',
  kana02: 'はなこ',
  postal_code: '１５０−０００１',
  pref_id: '13',
  addr01: '渋谷区神宮前',
  addr02: '１−２−３',
  addr03: '',
  phone_number: '090-1234-5678',
}
const member = {
  ...emptyDraft.member,
  ...address,
  email: 'hanako@example.jp',
  email_confirm: 'ｈanako@example.jp ',
  password: 'Tsubaki2026',
  password_confirm: 'Tsubaki2026',
}
const form: PurchaseFields = { ...emptyDraft, member, payment: '1', delivery_id: '1', agreed: true }
const items = [{ id: 3, quantity: 2, revision: 1 }] as never
const guest = { customer: null, addresses: [] }
const deliveries = [
  { id: 1, delivery_name: '宅配便', flat_rate_delivery_fee: 660, mail_delivery_flag: false },
  { id: 2, delivery_name: 'メール便', flat_rate_delivery_fee: 220, mail_delivery_flag: true },
] as Delivery[]
const normal = {
  kind: 'normal',
  page: null,
  deliveries,
  items,
  buyer: guest,
  today: '2026-11-21',
  length: DEFAULT_PASSWORD_LENGTH_RANGE,
} as const
const known = { ...normal, buyer: { customer: {} as Customer, addresses: [] } }

const failures = (changed: Partial<PurchaseFields>, situation: Parameters<typeof purchaseForm>[0] = normal) =>
  failuresOf(purchaseForm(situation), { ...form, ...changed })
const paths = (...args: Parameters<typeof failures>) => failures(...args).map(({ path }) => path)
const withMember = (changed: Partial<typeof member>) => ({ member: { ...member, ...changed } })

test('converts typed values to the values that are sent', () => {
  const { registration, order } = purchaseForm(normal).parse(form)
  const sent = {
    name01: '椿野',
    kana01: 'つばきの',
    postal_code01: '150',
    postal_code02: '0001',
    pref_id: 13,
    addr02: '1-2-3',
    phone_number: '09012345678',
  }
  expect(registration).toMatchObject({
    ...sent,
    email: 'hanako@example.jp',
    email_confirm: 'hanako@example.jp',
    password: 'Tsubaki2026',
    account_type: false,
    sex: null,
    birthday: null,
  })
  expect(order).toMatchObject({ shipping_address: sent, payment_method_id: 1, delivery_date: null })
})

test('a member sends no registration', () => {
  const empty = { ...member, ...emptyDraft.member, password: '', password_confirm: '' }
  expect(paths({ member: empty, agreed: false }, known)).toEqual([])
  expect(purchaseForm(known).parse({ ...form, member: empty }).registration).toBeNull()
})

test('e-mail and password are typed twice, and a difference is reported at the second field', () => {
  expect(paths(withMember({ email_confirm: '', password_confirm: '' }))).toEqual([
    'member.email_confirm',
    'member.password_confirm',
  ])
  expect(failures(withMember({ email_confirm: 'h@example.jp', password_confirm: 'Tsubaki2025' }))).toEqual([
    { path: 'member.email_confirm', message: 'メールアドレスとメールアドレス(確認)が一致しません。' },
    { path: 'member.password_confirm', message: 'パスワードとパスワード(確認)が一致しません。' },
  ])
})

test('reports each field of an empty form once', () => {
  const empty = paths({
    member: { ...emptyDraft.member, password: '', password_confirm: '' },
    payment: '',
    agreed: false,
  })
  expect(empty).toEqual([...new Set(empty)])
  expect(empty[0]).toBe('member.name01')
  expect(empty).toEqual(expect.arrayContaining(['member.postal_code', 'member.email', 'member.password']))
  expect(empty.slice(-2)).toEqual(['payment', 'agreed'])
})

test.each([
  [{ year: '1980', month: '', day: '' }, ['member.birthday']],
  [{ year: '1980', month: '2', day: '30' }, ['member.birthday']],
  [{ year: '2030', month: '1', day: '1' }, ['member.birthday']],
  [{ year: '1980', month: '2', day: '29' }, []],
])('born on %j', (birthday, wrong) => {
  expect(paths(withMember({ birthday }))).toEqual(wrong)
})

test('requires another address, a company, a pattern and a place only where they apply', () => {
  expect(paths({ destination: '1' })[0]).toBe('other.name01')
  expect(paths({ destination: '1', other: address })).toEqual([])
  expect(paths({ destination: 'a12' })).toEqual(['destination'])
  expect(paths(withMember({ account_type: 'business' }))).toContain('member.company_name')
  expect(paths(withMember({ company_name: '椿野(山口' }))).toEqual([])
  expect(paths({}, { ...normal, kind: 'periodic' })).toEqual(['pattern.day'])
  expect(paths({ note: 'free' })).toEqual(['note_text'])
  expect(paths({ payment: '3' })).toEqual(['third_party_consent'])
  expect(paths({ delivery_id: '' })).toEqual(['delivery_id'])
})

test('the order has the chosen address', () => {
  expect(shippingAddress(form, guest)?.name01).toBe('椿野')
  const other = { ...address, name01: '佐藤' }
  expect(shippingAddress({ ...form, destination: '1', other }, guest)?.name01).toBe('佐藤')
  const entry = { ...writeAddress(other), id: 12, delivery_notes: '', is_default: true }
  expect(shippingAddress({ ...form, destination: 'a12' }, { ...guest, addresses: [entry] })?.name01).toBe('佐藤')
})

test('there is no order without a payment or pattern', () => {
  expect(writeOrder({ ...form, payment: 'cash' }, normal)?.payment_method_id).toBeNull()
  expect(writeOrder({ ...form, payment: '' }, normal)).toBeNull()
  expect(writeOrder(form, { ...normal, kind: 'periodic' })).toBeNull()
})

test('the form starts with the pattern of the product page', () => {
  const monthly = { subscription_division_id: 1, param1: 2, param2: null, param3: null } as const
  expect(typedPattern(emptyDraft.pattern, monthly)).toMatchObject({ kind: '1', months: '2', day: '' })
  expect(writePattern({ ...emptyDraft.pattern, day: '5' })).toEqual({ ...monthly, param1: 1, param2: 5 })
  expect(writePattern({ ...emptyDraft.pattern, kind: '3' })?.param1).toBe(30)
  expect(deliveryPatternText({ subscription_division_id: 2, param1: 2, param2: 5, param3: 5 })).toBe(
    '2か月ごとの最終木曜日',
  )
})

test.each([
  ['a first delivery on the 30th', '2026-11-30', { day: '30', week: '5', day_of_week: '2' }],
  ['on the 31st, which later means the last day', '2026-12-31', { day: '31', week: '5', day_of_week: '5' }],
  ['in the fourth week', '2026-12-28', { day: '28', week: '4', day_of_week: '2' }],
  ['on the first Sunday', '2027-02-07', { day: '7', week: '1', day_of_week: '1' }],
])('the pattern is preselected from %s', (_, first, days) => {
  const { pattern } = emptyDraft
  expect(patternOn(pattern, '', first)).toEqual({ ...pattern, ...days })
  // A preselected day follows the first delivery; a chosen one stays, also that of a stored draft.
  const before = patternOn(pattern, '', '2026-11-26')!
  expect(patternOn(before, '2026-11-26', first)).toEqual({ ...pattern, ...days })
  expect(patternOn({ ...before, day: '5' }, '2026-11-26', first)).toBeNull()
  expect(patternOn({ ...before, week: '2' }, '2026-11-26', first)).toBeNull()
  expect(patternOn({ ...pattern, day: '5' }, '', first)).toBeNull()
})

test.each([
  ['shipping_address.addr02', '1', 'other.addr02'],
  ['shipping_address.postal_code02', '2', 'member.postal_code'],
  ['shipping_address.addr02', 'a3', 'destination'],
  ['delivery_date', '2', 'delivery_date'],
  ['delivery_pattern.param1', '2', 'pattern.kind'],
  ['items.0.quantity', '2', 'root.order'],
  ['wrapping.noshi.noshi_text', '2', 'wrapping.words'],
  ['wrapping.noshi.name_on', '2', 'wrapping.name_on'],
])('a server error is mapped to its field: %s for %s', (path, destination, field) => {
  expect(orderFailures([{ path, message_id: 'x', message: 'x' }], { destination })[0]?.path).toBe(field)
})

test('a card and a name that can’t be printed are said beside their fields, and not where nothing is wrapped', () => {
  const wrapping = { wrap: '', noshi: '紅白蝶結び', words: '御祝', name_on: '山田🎀', has_card: true, card: '祝🎂' }
  expect(paths({ wrapping })).toEqual(['wrapping.name_on', 'wrapping.card'])
  expect(paths({ wrapping: { ...wrapping, name_on: '山田', card: 'あ\n'.repeat(15) } })).toEqual(['wrapping.card'])
  expect(paths({ wrapping: { ...wrapping, name_on: '山田', card: '祝' } })).toEqual([])
  expect(paths({ wrapping, delivery_id: '2' })).toEqual([])
})

test('お支払いできないときに使う方法 is sent with a 定期便 that another way pays, and with its own consent', () => {
  const periodic = { ...known, kind: 'periodic' } as const
  const filled = { ...form, pattern: { ...emptyDraft.pattern, day: '5' } }
  const sent = (changed: Partial<PurchaseFields>, situation: Parameters<typeof writeOrder>[1] = periodic) =>
    writeOrder({ ...filled, ...changed }, situation)?.second_way
  const cash = { payment_method_id: null, card_seq: null }
  const card = { payment_method_id: 1, card_seq: 2 }
  expect(sent({})).toBeUndefined()
  expect(sent({ second_way: 'cash' })).toEqual(cash)
  expect(sent({ second_way: cardPayment(2) })).toEqual(card)
  expect(sent({ second_way: cardPayment(2), card: '3' })).toEqual(card)
  // The order itself takes it, it can't be refused, or it is paid for a year.
  expect(sent({ second_way: cardPayment(2), card: '2' })).toBeUndefined()
  expect(sent({ second_way: '4', payment: '4' })).toBeUndefined()
  expect(sent({ second_way: cardPayment(2), payment: 'cash' })).toBeUndefined()
  expect(sent({ second_way: 'cash' }, normal)).toBeUndefined()
  const yearly = [
    { id: 3, quantity: 1, revision: 1, subscription: 1, lump_sum_payment_flag: true, lump_sum_payment_num: 12 },
  ]
  expect(sent({ second_way: 'cash' }, { ...periodic, items: yearly as never })).toBeUndefined()

  const asked = (changed: Partial<PurchaseFields>) => paths({ ...filled, ...changed }, periodic)
  expect(asked({ second_way: '4' })).toEqual(['second_way_consent'])
  expect(asked({ second_way: '4', second_way_consent: true })).toEqual([])
  expect(asked({ second_way: 'cash' })).toEqual([])
})

test('メール便 has no date, time or place', () => {
  const wishes = { delivery_date: '2026-12-01', delivery_time_id: '2', note: '玄関前' }
  const sent = (delivery_id: string) => writeOrder({ ...form, ...wishes, delivery_id }, normal)
  const parcel = { delivery_date: '2026-12-01', delivery_time_id: 2, delivery_notes: '玄関前' }
  expect(sent('1')).toMatchObject(parcel)
  expect(sent('2')).toMatchObject({ delivery_date: null, delivery_time_id: null, delivery_notes: '' })
})
