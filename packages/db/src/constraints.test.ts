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

test('a balance of points that is not the sum of its entries is refused at the commit', async () => {
  const { rows } = await database.pool.query('select min(id) as id from customer where shop_id = 2')
  const entry = (points: number) =>
    `insert into point_entry (shop_id, customer_id, point_kind, points, reason, created_at)
       values (2, ${rows[0].id}, 'adjust', ${points}, 'お詫び', now())`
  const account = (balance: number) =>
    `insert into point_account (shop_id, customer_id, balance, points_until) values (2, ${rows[0].id}, ${balance}, '2030-01-01')
       on conflict (shop_id, customer_id) do update set balance = excluded.balance`
  const refusal = { code: '23514', constraint: 'point_balance_agrees' }
  await database.pool.query(`begin; ${account(300)}; ${entry(300)}; commit`)
  await expect(database.pool.query(account(301))).rejects.toMatchObject(refusal)
  await expect(database.pool.query(entry(-1))).rejects.toMatchObject(refusal)
  await expect(database.pool.query('update point_entry set points = 299')).rejects.toMatchObject(refusal)
  await expect(database.pool.query('delete from point_entry')).rejects.toMatchObject(refusal)
  await database.pool.query(`begin; ${entry(-100)}; ${account(200)}; commit`)
})

/** A payment of 1,000 yen for an order of its own. */
async function paidOrder(no: string, payment_method_id: number): Promise<void> {
  await database.pool.query(
    `insert into orders (shop_id, customer_id, order_no, status, idempotency_key, name01, name02, kana01, kana02, postal_code01,
       postal_code02, pref_id, addr01, addr02, phone_number, delivery_id, subtotal, discount_amount, delivery_fee, payment_fee,
       adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag)
     select 2, min(id), $1, 'delivered', $1, '', '', '', '', '100', '0001', 13, '', '', '', 1, 1000, 0, 0, 0, 0, 1000, 0, '[]', true
     from customer`,
    [no],
  )
  await database.pool.query(
    `insert into payment (shop_id, order_id, payment_method_id, account, state, amount, captured_amount, provider_order_id, created_at)
     select 2, id, ${payment_method_id}, 'own', 'captured', 1000, 1000, order_no, now() from orders where order_no = $1`,
    [no],
  )
}

test('refunds of a payment that are not the sum of their rows are refused at the commit', async () => {
  await paidOrder('R1', 1)
  const payment = (change: string) => `update payment set ${change} where provider_order_id = 'R1'`
  const refund = (way: string, amount: number) =>
    `insert into payment_refund (shop_id, payment_id, order_id, way, amount, actor_kind, actor_name, created_at)
     select 2, id, order_id, '${way}', ${amount}, 'system', '試験', now() from payment where provider_order_id = 'R1'`
  const refusal = { code: '23514', constraint: 'payment_refunds_agree' }
  await expect(database.pool.query(payment('refunded_amount = 300'))).rejects.toMatchObject(refusal)
  await expect(database.pool.query(refund('provider', 300))).rejects.toMatchObject(refusal)
  await database.pool.query(`begin; ${refund('provider', 300)}; ${payment('refunded_amount = 300')}; commit`)
  await expect(database.pool.query(payment('repaid_amount = 1'))).rejects.toMatchObject(refusal)
  await database.pool.query(`begin; ${payment('repaid_amount = 200')}; ${refund('hand', 200)}; commit`)
  await expect(database.pool.query(`update payment_refund set way = 'hand'`)).rejects.toMatchObject(refusal)
})

test('what was settled of a payment that is not the sum of its lines is refused at the commit', async () => {
  await paidOrder('S1', 1)
  await database.pool.query(
    `insert into settlement_file (shop_id, name, sha256, content, state, provider, actor_kind, actor_name, created_at)
     values (2, 'a.csv', 'a', '', 'done', 'gmo', 'system', '試験', now())`,
  )
  const settled = (yen: number) => `update payment set settled_amount = ${yen} where provider_order_id = 'S1'`
  const line = (row: number, settles: number | null) =>
    `insert into settlement_line (shop_id, settlement_file_id, row, key, provider, kind, order_ref, provider_ref, tracking_no, party,
       amount, fee, paid_on, state, payment_id, settles, settles_refund, created_at)
     select 2, (select max(id) from settlement_file), ${row}, 'L${row}', 'gmo', 'sale', 'S1', '', '', '', 500, 0, '2026-01-01', 'matched', id,
       ${settles}, ${settles === null ? null : 0}, now() from payment where provider_order_id = 'S1'`
  const refusal = { code: '23514', constraint: 'payment_settled_agrees' }
  await expect(database.pool.query(settled(500))).rejects.toMatchObject(refusal)
  await expect(database.pool.query(line(1, 500))).rejects.toMatchObject(refusal)
  await database.pool.query(`begin; ${line(1, 500)}; ${settled(500)}; commit`)
  await expect(database.pool.query(`update settlement_line set state = 'taken_back'`)).rejects.toMatchObject(refusal)
  await database.pool.query(`begin; update settlement_line set state = 'taken_back'; ${settled(0)}; commit`)
  // An older server says no parts.
  await database.pool.query(`begin; ${line(2, null)}; ${settled(500)}; commit`)
})

test('what came by 銀行振込 that is not the sum of its transfers is refused at the commit', async () => {
  await paidOrder('B1', 7)
  const transfer = (key: string, yen: number) =>
    `insert into payment_transfer (shop_id, payment_id, order_id, transfer_key, amount, remitter_name, transferred_on, created_at)
     select 2, id, order_id, '${key}', ${yen}, 'ヤマダ', '2026-01-01', now() from payment where provider_order_id = 'B1'`
  const refusal = { code: '23514', constraint: 'payment_transfers_agree' }
  await expect(database.pool.query(transfer('a', 999))).rejects.toMatchObject(refusal)
  await database.pool.query(transfer('a', 1_000))
  await expect(database.pool.query(`update payment_transfer set amount = 1`)).rejects.toMatchObject(refusal)
  await expect(database.pool.query('delete from payment_transfer')).rejects.toMatchObject(refusal)
})
