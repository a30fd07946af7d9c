import { openDatabase } from '@kushi/db/connect'
import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { addCartItem } from './cart-items.ts'
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
const [oil, soap, soldOut] = [
  await insertTestSku(db, 9001),
  await insertTestSku(db, 9002),
  await insertTestSku(db, 9003, { stock: 0 }),
]
const item = (product_sku_id: number, quantity: number, subscription: 0 | 1 = 0) => ({
  product_sku_id,
  quantity,
  subscription,
})
const sync = (idempotency_key: string, items: ReturnType<typeof item>[], ctx = hanako) =>
  syncCart(ctx, { idempotency_key, items })
const rowsOf = (answer: Awaited<ReturnType<typeof sync>>) =>
  answer.items.map((each) => [each.id, each.subscription, each.quantity])

beforeEach(async () => {
  await db.delete(cart_item)
  await db.delete(cart_sync)
})

test("a guest's cart joins the member's", async () => {
  await addCartItem(hanako, { product_sku_id: oil, quantity: 1, sale_type: 1 })
  const answer = await sync('login-0000000001', [item(oil, 2), item(soap, 1, 1)])
  expect(rowsOf(answer)).toEqual([
    [oil, 0, 3],
    [soap, 1, 1],
  ])
  expect(answer.problems).toEqual([])
})

test('a repeated sync adds nothing and returns the same problems; another key or member adds', async () => {
  const items = [item(oil, 12), item(soldOut, 1), item(soap, 1)]
  const first = await sync('login-0000000001', items)
  expect(rowsOf(first)).toEqual([
    [oil, 0, 10],
    [soap, 0, 1],
  ])
  expect(first.problems).toMatchObject([
    { product_sku_id: oil, error: 'over_sale_limit', quantity: 10 },
    { product_sku_id: soldOut, error: 'out_of_stock', quantity: 0 },
  ])
  expect(await sync('login-0000000001', items)).toEqual(first)
  expect(rowsOf(await sync('login-0000000002', [item(soap, 1)]))).toContainEqual([soap, 0, 2])
  expect(rowsOf(await sync('login-0000000001', [item(soap, 1)], taro))).toEqual([[soap, 0, 1]])
})

test('the same key ten times at once, from two processes, adds once', async () => {
  const items = [item(oil, 1), item(soap, 1)]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => sync('login-0000000001', items, { ...hanako, db: n % 2 ? db : second.db })),
  )
  for (const answer of answers)
    expect(rowsOf(answer)).toEqual([
      [oil, 0, 1],
      [soap, 0, 1],
    ])
})

test('several devices and single adds at once lose no piece and do not deadlock', async () => {
  await Promise.all([
    ...[1, 2, 3, 4].map((n) =>
      sync(`login-000000000${n}`, n % 2 ? [item(oil, 1), item(soap, 1)] : [item(soap, 1), item(oil, 1)]),
    ),
    ...[1, 2, 3, 4].map(() =>
      addCartItem({ ...hanako, db: second.db }, { product_sku_id: oil, quantity: 1, sale_type: 1 }),
    ),
  ])
  const answer = await sync('login-0000000009', [])
  expect(rowsOf(answer).toSorted()).toEqual([
    [oil, 0, 8],
    [soap, 0, 4],
  ])
})

test('two devices at once fill the cart to a hundred items, and those without room are reported', async () => {
  await db.execute(sql`insert into product_sku (shop_id, id, product_id, product_code, price, tax_rate, stock, sale_limit, sort_no)
    overriding system value select shop_id, 20000 + n, product_id, 'F' || n, 100, 10, 9, 9, n
    from product_sku, generate_series(1, 120) n where id = ${oil}`)
  const sixty = (from: number) => Array.from({ length: 60 }, (_, n) => item(from + n, 1))
  const answers = await Promise.all([
    sync('login-0000000001', sixty(20001)),
    sync('login-0000000002', sixty(20061), { ...hanako, db: second.db }),
  ])
  expect(await db.$count(cart_item)).toBe(100)
  const problems = answers.flatMap((answer) => answer.problems)
  expect(problems.map((each) => [each.error, each.quantity])).toEqual(Array(20).fill(['cart_full', 0]))
})

test('a sync that fails halfway adds nothing, and can be tried again with its key', async () => {
  await db.execute(`alter table cart_item add constraint test_fails check (product_sku_id <> ${soap})`)
  await expect(sync('login-0000000001', [item(oil, 1), item(soap, 1)])).rejects.toThrow()
  await db.execute('alter table cart_item drop constraint test_fails')
  expect(rowsOf(await sync('login-0000000001', [item(oil, 1), item(soap, 1)]))).toEqual([
    [oil, 0, 1],
    [soap, 0, 1],
  ])
})

test('an item that became scarce after it was added stays as it is', async () => {
  await sync('login-0000000001', [item(soap, 5)])
  await db.update(product_sku).set({ stock: 2 }).where(eq(product_sku.id, soap))
  const answer = await sync('login-0000000002', [item(soap, 1)])
  expect(rowsOf(answer)).toEqual([[soap, 0, 5]])
  expect(answer.problems).toMatchObject([{ error: 'over_stock', quantity: 2 }])
  await db.update(product_sku).set({ stock: 100 }).where(eq(product_sku.id, soap))
})

test('the purge forgets keys after a month', async () => {
  await sync('login-0000000001', [])
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-12-20') }))
  expect(await db.$count(cart_sync)).toBe(1)
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-12-22') }))
  expect(await db.$count(cart_sync)).toBe(0)
})
