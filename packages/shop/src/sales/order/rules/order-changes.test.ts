import { mapOrderFees } from '@kushi/values/order-amounts'
import { expect, test } from 'vitest'
import { orderChanges } from './order-changes.ts'

const order = {
  name01: '山田',
  name02: '花子',
  postal_code01: '100',
  postal_code02: '0001',
  pref_id: 13,
  addr01: '千代田区',
  addr02: '千代田1-1',
  addr03: '',
  phone_number: '09000000001',
  delivery_notes: '',
  delivery_name: '宅配便',
  delivery_time: null,
  delivery_date: null,
  items: ['椿油 1点'],
  piece_prices: [],
  payment_total: 1000,
  discount_amount: 0,
  ...mapOrderFees(() => 0),
  adjustment_amount: 0,
  subtotal: 1000,
  wrapping: null,
}
type Order = Parameters<typeof orderChanges>[0]
const told = (more: Partial<Order>) =>
  orderChanges(order as unknown as Order, { ...order, ...more } as unknown as Order).map(({ personal }) => personal)

// Whatever a customer typed is of a person, and says of which kind.
test.each([
  ['name01', '佐藤', 'name'],
  ['name02', '次郎', 'name'],
  ['postal_code01', '530', 'address'],
  ['pref_id', 27, 'address'],
  ['addr01', '大阪市', 'address'],
  ['addr02', '北区2-2', 'address'],
  ['addr03', '梅田ビル', 'address'],
  ['phone_number', '09000000002', 'phone'],
  ['delivery_notes', '隣の佐藤さんへ', 'text'],
  ['wrapping', { wrap: null, noshi: null, message_card: { card_text: '花子へ', wrapping_fee: 0 } }, 'text'],
] as const)('a change of %s tells of a person', (name, value, personal) => {
  expect(told({ [name]: value })).toEqual([personal])
})

test('goods and money tell of nobody', () => {
  expect(told({ items: ['椿油 2点'], payment_total: 2000, delivery_fee: 500, delivery_date: '2026-11-30' })).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
