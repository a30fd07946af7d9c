import type { Address } from '@kushi/contract/address'
import { expect, test } from 'vitest'
import { addressFailures, noAddress, pathOf, toBody, toFields } from './address-form.ts'

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
    expect(toBody(toFields({ ...address, delivery_notes }, places))).toEqual(body)
  },
)

test('a place of the list is chosen, another text is written out', () => {
  expect(toFields({ ...address, delivery_notes: '玄関前' }, places)).toMatchObject({ note: '玄関前', note_text: '' })
  expect(toFields({ ...address, delivery_notes: '玄関前' }, [])).toMatchObject({ note: 'free', note_text: '玄関前' })
})

test('a whole address is fine', () => {
  expect(addressFailures(toFields(address, places))).toEqual([])
})

test('an empty one is told field by field, the postcode once', () => {
  const paths = addressFailures({ ...noAddress, note: 'free' }).map(({ path }) => path)
  expect(paths).toEqual([
    'other.name01',
    'other.name02',
    'other.kana01',
    'other.kana02',
    'other.postal_code',
    'other.pref_id',
    'other.addr01',
    'other.addr02',
    'other.phone_number',
    'note_text',
  ])
})

test('what is typed in another writing is converted, not refused', () => {
  const fields = toFields(address, places)
  const other = { ...fields.other, kana01: 'ツバキノ', postal_code: '〒１５０−０００１', phone_number: '090-1234-5678' }
  expect(addressFailures({ ...fields, other })).toEqual([])
  expect(toBody({ ...fields, other })).toMatchObject({ kana01: 'つばきの', phone_number: '09012345678' })
})

test.each([
  ['postal_code02', 'other.postal_code'],
  ['addr01', 'other.addr01'],
  ['delivery_notes', 'note_text'],
  ['is_default', 'is_default'],
])('%s is typed in %s', (name, path) => {
  expect(pathOf(name)).toBe(path)
})
