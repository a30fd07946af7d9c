import { openDatabase } from '@kushi/db/connect'
import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import { testDatabase } from '@kushi/db/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { addCartItem, removeCartItem } from './cart-items.ts'
import { syncCart } from './sync-cart.ts'
import { insertTestSku, memberContextOfEmail } from './testing.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const hanako = await memberContextOfEmail(db, 'hanako@example.com')
const taro = await memberContextOfEmail(db, 'taro@example.com')
const [oil, few, soldOut] = [
  await insertTestSku(db, 9001),
  await insertTestSku(db, 9002, { stock: 1 }),
  await insertTestSku(db, 9003, { stock: 0 }),
]
const press = (idempotency_key: string, product_sku_id = oil, ctx = hanako) =>
  addCartItem(ctx, { product_sku_id, quantity: 1, sale_type: 1, idempotency_key })
const quantities = async () => (await db.select().from(cart_item)).map((row) => row.quantity)

beforeEach(async () => {
  await db.delete(cart_item)
  await db.delete(cart_sync)
})

test('a press that is repeated adds once, two presses add two; without a key each call adds', async () => {
  const first = await press('press-0000000001')
  expect(await press('press-0000000001')).toEqual(first)
  expect(await quantities()).toEqual([1])
  expect(await press('press-0000000002')).toEqual(first)
  expect(await press('press-0000000002')).toEqual(first)
  expect(await quantities()).toEqual([2])
  await addCartItem(hanako, { product_sku_id: oil, quantity: 1, sale_type: 1 })
  await addCartItem(hanako, { product_sku_id: oil, quantity: 1, sale_type: 1 })
  expect(await quantities()).toEqual([4])
  await press('press-0000000001', oil, taro)
  expect((await quantities()).toSorted()).toEqual([1, 4])
})

test.each([
  ['a new line', 0],
  ['to its line', 1],
])('the same press ten times at once, from two processes, adds once: %s', async (_, before) => {
  if (before) await press('press-0000000000')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => press('press-0000000001', oil, { ...hanako, db: n % 2 ? db : second.db })),
  )
  expect(new Set(answers.map((answer) => answer.cart_item_id)).size).toBe(1)
  expect(await quantities()).toEqual([before + 1])
})

test('repeated where the first was the last that could be had, or its line is gone: the same answer', async () => {
  const first = await press('press-0000000001', few)
  expect(await press('press-0000000001', few)).toEqual(first)
  await expect(press('press-0000000002', few)).rejects.toMatchObject({ error: 'ERROR_OUT_OF_STOCK' })
  await removeCartItem(hanako, { id: first.cart_item_id })
  expect(await press('press-0000000001', few)).toEqual(first)
  expect(await quantities()).toEqual([])
})

test('what was refused can be tried again with its key; that of a whole cart is refused', async () => {
  await expect(press('press-0000000001', soldOut)).rejects.toMatchObject({ error: 'ERROR_OUT_OF_STOCK' })
  await press('press-0000000001')
  expect(await quantities()).toEqual([1])
  await syncCart(hanako, { idempotency_key: 'login-0000000001', items: [] })
  await expect(press('login-0000000001')).rejects.toMatchObject({ error: 'ERROR_IDEMPOTENCY_KEY_REUSED' })
})

test('the last free line is given to a press once', async () => {
  await db.execute(sql`insert into product_sku (shop_id, id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no)
    overriding system value select shop_id, 20000 + n, product_id, 'F' || n, 100, 10, 9, 9, n
    from product_sku, generate_series(1, 99) n where id = ${oil}`)
  await db.execute(sql`insert into cart_item (shop_id, customer_id, product_sku_id, subscription, quantity, revision)
    select 2, ${hanako.customer_id}::bigint, 20000 + n, 0, 1, 1 from generate_series(1, 99) n`)
  const first = await press('press-0000000001')
  expect(await press('press-0000000001')).toEqual(first)
  await expect(press('press-0000000002', few)).rejects.toMatchObject({ error: 'ERROR_CART_FULL' })
  expect(await quantities()).toHaveLength(100)
})

test('the purge forgets a press after a day', async () => {
  await press('press-0000000001')
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-11-21') }))
  expect(await db.$count(cart_sync)).toBe(1)
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-11-23') }))
  expect(await db.$count(cart_sync)).toBe(0)
})
