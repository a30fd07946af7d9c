import { customer } from '@kushi/db/schema/customer'
import { product_sku } from '@kushi/db/schema/product'
import { restock_request } from '@kushi/db/schema/restock'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { notifyRestocked, requestRestockNotice } from './restock.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(async () => {
  await db.delete(restock_request)
  await db.delete(outbox)
  await stock(0)
})
const sku = 133
const stock = (pieces: number) => db.update(product_sku).set({ stock: pieces }).where(eq(product_sku.id, sku))
const clock = testClock('2026-11-22')
const ctx = testContext(db, { clock })
const ask = (email?: string, more = {}) =>
  requestRestockNotice({ ...ctx, ...more }, { product_sku_id: sku, ...(email !== undefined && { email }) })
const mails = async () =>
  (await db.select().from(outbox)).map(({ payload, kind }) => ({ kind, ...(payload as { to: string; text: string }) }))

test('a waiting customer is notified once, when the SKU is in stock again', async () => {
  await ask('hanako.waits@example.com')
  await ask('hanako.waits@example.com')
  await ask('taro.waits@example.com')
  expect(await notifyRestocked(ctx)).toBe(0)
  await stock(3)
  expect(await notifyRestocked(ctx)).toBe(2)
  const sent = await mails()
  expect(sent.map(({ to }) => to).sort()).toEqual(['hanako.waits@example.com', 'taro.waits@example.com'])
  expect(sent[0]!.text).toMatch(/商品のページを開く\nhttps?:\/\/\S+\/sh\/products\/detail\/\d+\n/)
  expect(await notifyRestocked(ctx)).toBe(0)
  expect(await db.$count(restock_request)).toBe(0)
})

test('an address in other case is the same address', async () => {
  await ask('Hanako.Case@Example.com')
  await ask('hanako.case@example.COM')
  expect(await db.select().from(restock_request)).toMatchObject([{ email: 'hanako.case@example.com' }])
})

test('an address waits for at most 20 SKUs; repeating one of them is allowed', async () => {
  const email = 'collects@example.com'
  const others = await db
    .select({ id: product_sku.id })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, 2), ne(product_sku.id, sku)))
    .limit(20)
  const rows = others.map(({ id }) => ({ shop_id: 2, product_sku_id: id, email, created_at: clock.now() }))
  await db.insert(restock_request).values(rows.slice(1))
  await ask(email)
  await db.insert(restock_request).values(rows.slice(0, 1))
  await db.delete(restock_request).where(eq(restock_request.product_sku_id, sku))
  await expect(ask('Collects@example.com')).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('20件'),
  })
  await db.delete(restock_request).where(eq(restock_request.product_sku_id, others[0]!.id))
  await ask(email)
  await ask(email)
  expect(await db.$count(restock_request)).toBe(20)
})

test('parallel processes notify each request once', async () => {
  for (let n = 0; n < 12; n++) await ask(`waits${n}@example.com`, { ip: `192.0.2.${n}` })
  await stock(1)
  await Promise.all([notifyRestocked(ctx), notifyRestocked(ctx), notifyRestocked(ctx)])
  expect(new Set((await mails()).map(({ to }) => to)).size).toBe(12)
  expect(await mails()).toHaveLength(12)
})

test('a member is notified at their current address', async () => {
  const [member] = await db.select().from(customer).where(eq(customer.shop_id, 2)).limit(1)
  await ask(undefined, { customer_id: member!.id })
  const was = member!.email
  await db.update(customer).set({ email: 'moved@example.com' }).where(eq(customer.id, member!.id))
  await stock(1)
  await notifyRestocked(ctx)
  expect((await mails())[0]).toMatchObject({ to: 'moved@example.com' })
  await db.update(customer).set({ email: was }).where(eq(customer.id, member!.id))
})

test('a SKU in stock, a hidden SKU, and a guest without an address are rejected', async () => {
  await expect(ask()).rejects.toMatchObject({ status: 422, fields: [{ path: 'email' }] })
  await stock(1)
  await expect(ask('a@example.com')).rejects.toMatchObject({ status: 409, error: 'ERROR_IN_STOCK' })
  await expect(requestRestockNotice(ctx, { product_sku_id: 999_999, email: 'a@example.com' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(ask('a@example.com', { shop_id: 3 })).rejects.toMatchObject({ status: 404 })
})

test('requests per address are limited, and those older than half a year are deleted', async () => {
  const asks = Array.from({ length: 31 }, (_, n) => n)
  const refused = async () => {
    for (const n of asks) await ask(`many${n}@example.com`, { ip: '198.51.100.7' })
  }
  await expect(refused()).rejects.toMatchObject({ status: 429 })
  clock.move(181)
  await deleteExpiredRows(ctx)
  expect(await db.$count(restock_request)).toBe(0)
})
