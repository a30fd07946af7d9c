import { openDatabase } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { confirmed, draft, newMembers } from '../testing/order.ts'
import { placeOrder } from './place-order.ts'

const database = await testDatabase()
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})
const settings = { ...testContext(database.db).settings, rate_limit_factor: 0 }
const piece = (product_sku_id: number, quantity = 1) => ({ product_sku_id, quantity, revision: 1 })

test('200 buyers of 50 pieces on two processes: 50 orders, 150 clear refusals, nothing left', async () => {
  const { db } = database
  await db.update(product_sku).set({ stock: 50 }).where(eq(product_sku.id, 101))
  const members = await newMembers(db, 200)
  const first = testContext(db, { customer_id: members[0]!, settings })
  const request = await confirmed(first, draft())
  const results = await Promise.allSettled(
    members.map((customer_id, n) => placeOrder(testContext(n % 2 ? db : other.db, { customer_id, settings }), request)),
  )
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(50)
  expect(refusals).toHaveLength(150)
  for (const error of refusals) {
    expect(error).toMatchObject({ status: 409, error: expect.stringMatching(/^ERROR_(ORDER_REFUSED|OUT_OF_STOCK)$/) })
    expect(error.message).toContain('純椿油『しずく』')
  }
  const [left] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
  expect(left!.stock).toBe(0)
  const [written] = await db.select({ n: count() }).from(orders).where(inArray(orders.customer_id, members))
  expect(written!.n).toBe(50)
  const [items] = await db
    .select({ pieces: sql<number>`sum(${order_item.quantity})::int` })
    .from(order_item)
    .where(eq(order_item.product_sku_id, 101))
  expect(items!.pieces).toBe(50)
}, 60_000)

test('baskets in opposite orders don’t lock each other out', async () => {
  const { db } = database
  const before = await db
    .select()
    .from(product_sku)
    .where(inArray(product_sku.id, [105, 106]))
  const members = await newMembers(db, 40)
  const requests = await Promise.all(
    [
      [piece(105), piece(106)],
      [piece(106), piece(105)],
    ].map((items) => confirmed(testContext(db, { customer_id: members[0]!, settings }), draft({ items }))),
  )
  await Promise.all(
    members.map((customer_id, n) => placeOrder(testContext(db, { customer_id, settings }), requests[n % 2]!)),
  )
  for (const { id, stock } of before) {
    const [now] = await db.select().from(product_sku).where(eq(product_sku.id, id))
    expect(now!.stock).toBe(stock - 40)
  }
})
