import type { Address } from '@kushi/contract/address'
import { expect, test } from 'vitest'
import { bookAddressForm, noBookAddress, typedBookAddress } from './book-address.ts'
import { failuresOf } from './codec.ts'

const address: Address = {
  id: 12,
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
  delivery_notes: '',
  is_default: true,
}
const places = ['玄関前', '宅配ボックス']

test.each(['', '玄関前', ' 裏口の、青い箱, 2段目 ', '玄関前 '])(
  'the note %j comes back as it was',
  (delivery_notes) => {
    const { id: _, ...body } = { ...address, delivery_notes }
    expect(bookAddressForm.parse(typedBookAddress({ ...address, delivery_notes }, places))).toEqual(body)
  },
)

test('selects a place of the list; other text becomes free text', () => {
  const known = { ...address, delivery_notes: '玄関前' }
  expect(typedBookAddress(known, places)).toMatchObject({ note: '玄関前', note_text: '' })
  expect(typedBookAddress(known, [])).toMatchObject({ note: 'free', note_text: '玄関前' })
})

test('reports each field of an empty form, the postcode once', () => {
  const failures = failuresOf(bookAddressForm, { ...noBookAddress, note: 'free' })
  expect(failures.map(({ path }) => path)).toEqual([
    'name01',
    'name02',
    'kana01',
    'kana02',
    'postal_code',
    'pref_id',
    'addr01',
    'addr02',
    'phone_number',
    'note_text',
  ])
  expect(failures.find(({ path }) => path === 'pref_id')?.message).toBe('都道府県を選択してください。')
})

test.each([
  ['123', '郵便番号は半角数字3桁と4桁で入力してください。'],
  ['12345678', '郵便番号は半角数字3桁と4桁で入力してください。'],
  [' ', '郵便番号を入力してください。'],
])('the postcode %j: %s', (postal_code, message) => {
  const typed = { ...typedBookAddress(address, places), postal_code }
  expect(failuresOf(bookAddressForm, typed)).toEqual([{ path: 'postal_code', message }])
})

test('converts input in another script instead of rejecting it', () => {
  const typed = { ...typedBookAddress(address, places), kana01: 'ツバキノ', postal_code: '〒１５０−０００１' }
  expect(bookAddressForm.parse({ ...typed, phone_number: '090-1234-5678' })).toMatchObject({
    kana01: 'つばきの',
    postal_code01: '150',
    postal_code02: '0001',
    phone_number: '09012345678',
  })
})
