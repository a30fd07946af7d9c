import { expect, test } from 'vitest'
import { chooseInserts, isGiftToAnother } from './choose-inserts.ts'

const insert = (insert_name: string, more = {}) => ({
  insert_name,
  shelf: '',
  delivery_no: null,
  adcd: '',
  is_gift: false,
  ...more,
})
const all = [
  insert('each'),
  insert('second', { delivery_no: 2 }),
  insert('advert', { adcd: 'AD1' }),
  insert('gift', { is_gift: true }),
  insert('second gift', { delivery_no: 2, is_gift: true }),
]
const first = { delivery_no: 1, adcd: null, bundled_flag: true, is_gift: false, is_first_parcel: true }

test.each([
  ['a first order', first, ['each']],
  ['the second one', { ...first, delivery_no: 2 }, ['each', 'second']],
  ['by the advert', { ...first, adcd: 'AD1' }, ['each', 'advert']],
  ['by another advert', { ...first, adcd: 'AD2' }, ['each']],
  ['to somebody else', { ...first, is_gift: true }, ['each', 'gift']],
  [
    'the second one to somebody else',
    { ...first, delivery_no: 2, is_gift: true },
    ['each', 'second', 'gift', 'second gift'],
  ],
  ['メール便 or an island', { ...first, bundled_flag: false, is_gift: true }, []],
  ['the second parcel of an order', { ...first, is_first_parcel: false }, []],
])('%s', (_, sending, names) => {
  expect(chooseInserts(all, sending).map(({ insert_name }) => insert_name)).toEqual(names)
})

test.each([
  ['山田', '花子', '山田', '花子', false],
  ['山田 花子', '', '山田', '　花子', false],
  ['ﾔﾏﾀﾞ', '花子', 'ヤマダ', '花子', false],
  ['山田', '太郎', '山田', '花子', true],
])('to %s %s, bought by %s %s: %s', (name01, name02, ...buyer) => {
  const [first, last, expected] = buyer
  expect(isGiftToAnother({ name01, name02 }, { name01: first, name02: last })).toBe(expected)
})
