import type { OrderTableRow } from '@kushi/contract/product'
import { expect, test } from 'vitest'
import { quantitiesOf, quantityExcessText } from './quantities.ts'

const row = (id: number, more: Partial<OrderTableRow> = {}): OrderTableRow => ({
  id,
  product_id: 51,
  product_name: '純椿油',
  product_code: `TW-${id}`,
  sku_parent_item_name1: null,
  set_item_name1: null,
  sku_parent_item_name2: '入数',
  set_item_name2: '24本',
  price: 34_848,
  is_out_stock: false,
  stock_left: null,
  sale_limit: 20,
  ...more,
})

test('前回と同じ takes what is still sold, as much as can be bought now', () => {
  const ordered = [
    { product_sku_id: 1, quantity: 5 },
    { product_sku_id: 1, quantity: 2 },
    { product_sku_id: 2, quantity: 4 },
    { product_sku_id: 3, quantity: 9 },
    { product_sku_id: 9, quantity: 1 },
  ]
  const rows = [row(1), row(2, { is_out_stock: true }), row(3, { stock_left: 3 }), row(4)]
  expect(quantitiesOf(ordered, rows)).toEqual({ 1: '7', 3: '3' })
})

test('too many is said, not cut', () => {
  expect(quantityExcessText(row(1), 20)).toBeNull()
  expect(quantityExcessText(row(1), 21)).toBe('「純椿油(24本)」は、一度に20までご注文いただけます。')
  expect(quantityExcessText(row(1, { stock_left: 2 }), 3)).toContain('2まで')
})
