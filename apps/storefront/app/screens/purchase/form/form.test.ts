import { PASSWORD_LENGTH } from '@kushi/values/password'
import { patternLabel } from '@kushi/values/pattern-label'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../../state/purchase-draft.ts'
import { purchaseFailures } from './purchase-failures.ts'
import type { PurchaseForm } from './purchase-form.ts'
import { orderFailures, registrationFailures } from './server-failures.ts'
import { shippingAddress, toAddress } from './to-address.ts'
import { birthdayOf, NO_SUCH_DAY, toMember } from './to-member.ts'
import { toOrderDraft } from './to-order-draft.ts'
import { deliveriesPerYear, toPattern, withPattern } from './to-pattern.ts'

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
const form: PurchaseForm = {
  ...emptyDraft,
  member: { ...emptyDraft.member, ...address },
  payment: '1',
  delivery_id: '1',
  email: 'hanako@example.jp',
  email_confirm: 'ｈanako@example.jp ',
  password: 'Tsubaki2026',
  password_confirm: 'Tsubaki2026',
  agreed: true,
}
const guest = { isMember: false, isPeriodic: false, today: '2026-11-21', length: PASSWORD_LENGTH }
const paths = (changed: Partial<PurchaseForm>, situation = guest) =>
  purchaseFailures({ ...form, ...changed }, situation).map(({ path }) => path)

test('what people type becomes what is sent', () => {
  expect(toAddress(address)).toMatchObject({
    postal_code01: '150',
    postal_code02: '0001',
    kana01: 'つばきの',
    addr02: '1-2-3',
    phone_number: '09012345678',
    pref_id: 13,
  })
  expect(toMember(form.member, 'a@b.jp', 'x')).toMatchObject({ account_type: false, sex: null, birthday: null })
})

test('a filled form has nothing to complain about', () => {
  expect(paths({})).toEqual([])
  expect(paths({ member: emptyDraft.member, password: '', agreed: false }, { ...guest, isMember: true })).toEqual([])
})

test('e-mail and password are typed twice, and what differs stands at the second field', () => {
  expect(paths({ email_confirm: '', password_confirm: '' })).toEqual(['email_confirm', 'password_confirm'])
  const differing = purchaseFailures({ ...form, email_confirm: 'h@example.jp', password_confirm: 'Tsubaki2025' }, guest)
  expect(differing).toEqual([
    { path: 'email_confirm', message: 'メールアドレスとメールアドレス(確認)が一致しません。' },
    { path: 'password_confirm', message: 'パスワードとパスワード(確認)が一致しません。' },
  ])
  expect(paths({ email_confirm: '', password_confirm: '' }, { ...guest, isMember: true })).toEqual([])
  expect(registrationFailures([{ path: 'password_confirm', message_id: 'x', message: 'x' }])[0]?.path).toBe(
    'password_confirm',
  )
})

test('an empty form names each field once, in its order', () => {
  const empty = paths({ member: emptyDraft.member, password: '', payment: '', agreed: false })
  expect(empty).toEqual([...new Set(empty)])
  expect(empty[0]).toBe('member.name01')
  expect(empty).toContain('member.postal_code')
  expect(empty).toContain('password')
  expect(empty.slice(-2)).toEqual(['payment', 'agreed'])
})

test('half a birthday, and one to come, are wrong', () => {
  const born = (year: string, month: string, day: string) =>
    paths({ member: { ...form.member, birth_year: year, birth_month: month, birth_day: day } })
  expect(birthdayOf({ ...form.member, birth_year: '1980', birth_month: '2', birth_day: '30' })).toBe(NO_SUCH_DAY)
  expect(born('1980', '', '')).toEqual(['member.birth_year'])
  expect(born('2030', '1', '1')).toEqual(['member.birth_year'])
  expect(born('1980', '2', '29')).toEqual([])
})

test('another address, a company and a pattern are asked for only where they count', () => {
  expect(paths({ destination: '1' })[0]).toBe('other.name01')
  expect(paths({ destination: '1', other: address })).toEqual([])
  expect(paths({ member: { ...form.member, account_type: 'business' } })).toContain('member.company_name')
  expect(paths({}, { ...guest, isPeriodic: true })).toEqual(['pattern.day'])
  expect(paths({ note: 'free' })).toEqual(['note_text'])
})

test('the order goes to the address that was chosen', () => {
  const nobody = { customer: null, addresses: [] }
  expect(shippingAddress(form, nobody)?.name01).toBe('椿野')
  expect(shippingAddress({ ...form, destination: '1', other: { ...address, name01: '佐藤' } }, nobody)?.name01).toBe(
    '佐藤',
  )
  expect(shippingAddress({ ...form, destination: 'a12' }, nobody)).toBeNull()
})

test('an order without payment or pattern is no order', () => {
  const items = [{ id: 3, quantity: 2, revision: 1 }] as never
  const what = { kind: 'normal', items, shipping_address: toAddress(address) } as const
  expect(toOrderDraft(form, what)).toMatchObject({ payment_method_id: 1, delivery_date: null, delivery_pattern: null })
  expect(toOrderDraft({ ...form, payment: 'cash' }, what)?.payment_method_id).toBeNull()
  expect(toOrderDraft({ ...form, payment: '' }, what)).toBeNull()
  expect(toOrderDraft(form, { ...what, kind: 'periodic' })).toBeNull()
})

test('the pattern of the product page is what the form begins with', () => {
  const monthly = { subscription_division_id: 1, param1: 2, param2: null, param3: null } as const
  expect(withPattern(emptyDraft.pattern, monthly)).toMatchObject({ kind: '1', months: '2', day: '' })
  expect(toPattern({ ...emptyDraft.pattern, day: '5' })).toEqual({ ...monthly, param1: 1, param2: 5 })
  expect(toPattern({ ...emptyDraft.pattern, kind: '3' })?.param1).toBe(30)
  expect(patternLabel({ subscription_division_id: 2, param1: 2, param2: 5, param3: 5 })).toBe('2か月ごとの最終木曜日')
})

test.each([
  [1, 1, 12],
  [1, 5, 3],
  [2, 2, 6],
  [3, 30, 13],
  [3, 180, 3],
] as const)('deliveries in a year: pattern %i every %i', (subscription_division_id, param1, count) => {
  expect(deliveriesPerYear({ subscription_division_id, param1, param2: null, param3: null })).toBe(count)
})

test('what the server objects to stands at its field', () => {
  const field = (path: string) => [{ path, message_id: 'x', message: 'x' }]
  expect(registrationFailures(field('postal_code02'))[0]?.path).toBe('member.postal_code')
  expect(registrationFailures(field('email'))[0]?.path).toBe('email')
  expect(orderFailures(field('shipping_address.addr02'), { destination: '1' })[0]?.path).toBe('other.addr02')
  expect(orderFailures(field('shipping_address.addr02'), { destination: 'a3' })[0]?.path).toBe('destination')
  expect(orderFailures(field('delivery_date'), form)[0]?.path).toBe('delivery_date')
  expect(orderFailures(field('items.0.quantity'), form)[0]?.path).toBe('root.order')
})
