import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(database.close)

test.each([
  ['product_sku', 'stock = -1'],
  ['product_sku', 'price = -1'],
  ['product_sku', 'subscription_price = -1'],
  ['product_sku', 'tax_rate = 5'],
  ['product_sku', 'sale_limit = 100'],
  ['product_sku', 'sale_limit = 0'],
  ['product', 'sale_type = 4'],
  ['product', 'lump_sum_payment_flag = true, lump_sum_payment_num = null'],
  ['delivery', 'flat_rate_delivery_fee = -1'],
  ['shop_payment', 'max_amount = 1000000000'],
  ['shop_payment_fee', 'fee = -1'],
  ['customer_rank', 'discount_rate = 101'],
  ['customer_address', `postal_code01 = '12a'`],
  ['customer_address', `postal_code02 = '１２３４'`],
  ['customer', `postal_code01 = '12'`],
])('%s refuses %s', async (table, change) => {
  await expect(database.pool.query(`update ${table} set ${change}`)).rejects.toMatchObject({ code: '23514' })
})

test('an order with a wrong sum, or one of ten digits, is rejected', async () => {
  const insert = (subtotal: number, total: number) =>
    database.pool.query(
      `insert into orders (shop_id, customer_id, order_no, status, idempotency_key, name01, name02, kana01, kana02, postal_code01,
         postal_code02, pref_id, addr01, addr02, phone_number, delivery_id, subtotal, discount_amount, delivery_fee, payment_fee,
         adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag)
       select 2, min(id), $3, 'received', $3, '', '', '', '', '100', '0001', 13, '', '', '', 1, $1, 100, 660, 0, 0, $2, 0, '[]', true
       from customer`,
      [subtotal, total, `T${subtotal}-${total}`],
    )
  await insert(1_000, 1_560)
  await expect(insert(1_000, 1_561)).rejects.toMatchObject({ constraint: 'orders_sum' })
  await expect(insert(1_000_000_000, 1_000_000_560)).rejects.toMatchObject({ code: '23514' })
  await expect(insert(-560, 0)).rejects.toMatchObject({ constraint: 'orders_amounts' })
})
