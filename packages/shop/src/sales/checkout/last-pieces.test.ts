import { openDatabase } from '@kushi/db/connect'
import { isDatabaseOutage } from '@kushi/db/outage'
import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { placeOrder } from './place-order.ts'

const database = await testDatabase()
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})
const settings = { ...testContext(database.db).settings, rate_limit_factor: 0 }
const piece = (product_sku_id: number, quantity = 1) => ({ product_sku_id, quantity, revision: 1 })

const stockOf = async (id: number) =>
  (await database.db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, id)))[0]!.stock

/** Presses like a browser: when the database is too busy (503), once more with the same key. */
async function pressed(...[ctx, request]: Parameters<typeof placeOrder>): ReturnType<typeof placeOrder> {
  for (let tries = 1; ; tries++)
    try {
      return await placeOrder(ctx, request)
    } catch (error) {
      if (!isDatabaseOutage(error) || tries === 20) throw error
    }
}

test('200 buyers of 50 pieces on two processes: 50 orders, 150 clear refusals, nothing left', async () => {
  const { db } = database
  await db.update(product_sku).set({ stock: 50 }).where(eq(product_sku.id, 101))
  const members = await insertMembers(db, 200)
  const first = testContext(db, { customer_id: members[0]!, settings })
  const request = await confirmedOrderInput(first, testOrderDraft())
  const results = await Promise.allSettled(
    members.map((customer_id, n) => pressed(testContext(n % 2 ? db : other.db, { customer_id, settings }), request)),
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
})

test('baskets in opposite orders don’t lock each other out', async () => {
  const { db } = database
  const before = await db
    .select()
    .from(product_sku)
    .where(inArray(product_sku.id, [105, 106]))
  const members = await insertMembers(db, 40)
  const requests = await Promise.all(
    [
      [piece(105), piece(106)],
      [piece(106), piece(105)],
    ].map((items) =>
      confirmedOrderInput(testContext(db, { customer_id: members[0]!, settings }), testOrderDraft({ items })),
    ),
  )
  await Promise.all(
    members.map((customer_id, n) => pressed(testContext(db, { customer_id, settings }), requests[n % 2]!)),
  )
  for (const { id, stock } of before) {
    const [now] = await db.select().from(product_sku).where(eq(product_sku.id, id))
    expect(now!.stock).toBe(stock - 40)
  }
})

test('a buyer without a database connection gets an outage error and takes no piece; pressing again places the order', async () => {
  const { db } = database
  const [customer_id] = await insertMembers(db, 1)
  const busy = openDatabase(database.url, { max: 1, connectionTimeoutMillis: 1_000 })
  const ctx = testContext(busy.db, { customer_id: customer_id!, settings })
  const request = await confirmedOrderInput(
    testContext(db, { customer_id: customer_id!, settings }),
    testOrderDraft({ items: [piece(105)] }),
  )
  const before = await stockOf(105)
  const connection = await busy.pool.connect()
  const refused = await placeOrder(ctx, request).catch((error: unknown) => error)
  expect(isDatabaseOutage(refused)).toBe(true)
  expect(await stockOf(105)).toBe(before)
  connection.release()
  await placeOrder(ctx, request)
  expect(await stockOf(105)).toBe(before - 1)
  await busy.close()
})

test('cut off in the middle of its order, a buyer has the order and its pieces, or neither', async () => {
  const { db } = database
  const members = await insertMembers(db, 30)
  const first = testContext(db, { customer_id: members[0]!, settings })
  const request = await confirmedOrderInput(first, testOrderDraft({ items: [piece(106)] }))
  const before = await stockOf(106)
  const cut = setInterval(
    () =>
      void db.$client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'cut off'`,
      ),
    20,
  )
  const weak = openDatabase(database.url, { application_name: 'cut off' })
  try {
    await Promise.allSettled(
      members.map((customer_id) => placeOrder(testContext(weak.db, { customer_id, settings }), request)),
    )
  } finally {
    clearInterval(cut)
    await weak.close()
  }
  const written = async () =>
    (await db.select({ n: count() }).from(orders).where(inArray(orders.customer_id, members)))[0]!.n
  expect(before - (await stockOf(106))).toBe(await written())
  for (const customer_id of members) await pressed(testContext(db, { customer_id, settings }), request)
  expect(await written()).toBe(30)
  expect(before - (await stockOf(106))).toBe(30)
})
