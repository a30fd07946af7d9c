import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { product, product_sku } from './schema/product.ts'
import { webhook_delivery, webhook_endpoint } from './schema/webhook.ts'
import { emptyTables, testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(database.close)

test('a clone contains the seed, and changes in it stay in it', async () => {
  expect((await database.db.select().from(product)).length).toBeGreaterThan(10)
  await database.db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.product_id, 1))
  const other = await testDatabase()
  try {
    const skus = await other.db.select().from(product_sku).where(eq(product_sku.product_id, 1))
    expect(skus.some((sku) => sku.stock > 0)).toBe(true)
  } finally {
    await other.close()
  }
})

test('emptied tables take along what refers to them, and may count from 1 again', async () => {
  const { db, pool } = database
  const add = async () => {
    const now = new Date()
    const more = { description: '', events: [], sealed_secret: '', created_at: now, updated_at: now }
    const address = { shop_id: 2, url: 'https://example.com/', ...more }
    const [endpoint] = await db.insert(webhook_endpoint).values(address).returning()
    const message = { shop_id: 2, endpoint_id: endpoint!.id, message_id: 'm', event: 'order.received', payload: {} }
    await db.insert(webhook_delivery).values(message)
    return endpoint!.id
  }
  const first = await add()
  await emptyTables(pool, 'webhook_endpoint')
  expect(await db.$count(webhook_delivery)).toBe(0)
  expect(await add()).toBe(first + 1)
  await emptyTables(pool, 'webhook_endpoint', { restart: true })
  expect(await add()).toBe(1)
})

test('int8 is a number, a date a string, a timestamp a Date', async () => {
  const { rows } = await database.pool.query(
    `select count(*) as n, date '2026-02-28' as d, timestamptz '2026-01-01T00:00Z' as t from shop`,
  )
  expect(rows[0]).toEqual({ n: 2, d: '2026-02-28', t: new Date('2026-01-01T00:00:00Z') })
  const [row] = (await database.db.execute(sql`select sum(stock) as n from product_sku`)).rows
  expect(typeof row!.n).toBe('number')
})
