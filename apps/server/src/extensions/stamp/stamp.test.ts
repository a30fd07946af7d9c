import { orders } from '@kushi/db/schema/order'
import { setUpExtension } from '@kushi/db/setup'
import { testDatabase } from '@kushi/db/testing'
import { register } from '@kushi/shop/foundation/extension/registered'
import { runAfter } from '@kushi/shop/foundation/extension/run-after'
import { announce } from '@kushi/shop/messaging/webhook/index'
import { refundOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { placeOrder } from '@kushi/shop/sales/order/place-order'
import { testContext } from '@kushi/shop/testing/context'
import { confirmed, draft, newMembers } from '@kushi/shop/testing/order'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { stamp_mark } from './schema.ts'
import { stamp } from './stamp.ts'

const database = await testDatabase()
const { db } = database
const ctx = testContext(db)
// A second start finds the tables already created.
for (let starts = 0; starts < 2; starts++)
  await setUpExtension(database.url, { name: stamp.name, folder: stamp.migrations! })
register([stamp])
afterAll(async () => {
  register([])
  await database.close()
})

const marks = () => db.select().from(stamp_mark)
const announceEvent = (
  event: 'order.placed' | 'order.cancelled' | 'customer.withdrawn',
  data: Record<string, number>,
) => db.transaction((tx) => announce(tx, { shop_id: 2, at: new Date() }, event, data))

async function placed() {
  const [customer_id] = await newMembers(db, 1)
  const member = testContext(db, { customer_id: customer_id! })
  const { order_no } = await placeOrder(member, await confirmed(member, draft()))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return order!
}

test('a received order gives stamps, a cancelled one takes them back, in whatever order the events arrive', async () => {
  const { id: order_id, customer_id, payment_total } = await placed()
  expect(await marks()).toEqual([])
  await runAfter(ctx)
  const stamps = Math.floor(payment_total / 1_000)
  expect(await marks()).toMatchObject([{ shop_id: 2, order_id, customer_id, stamps }])
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order_id))
  await announceEvent('order.cancelled', { order_id })
  await announceEvent('order.placed', { order_id })
  await runAfter(ctx)
  expect(await marks()).toEqual([])
})

test('a 返品 takes the stamps back', async () => {
  const { order_no } = await placed()
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await runAfter(ctx)
  expect(await marks()).toHaveLength(1)
  await refundOrder(ctx, { order_no })
  await runAfter(ctx)
  expect(await marks()).toEqual([])
})

test('a withdrawn member has no stamps', async () => {
  const { customer_id } = await placed()
  await runAfter(ctx)
  expect(await marks()).toHaveLength(1)
  await announceEvent('customer.withdrawn', { customer_id })
  await runAfter(ctx)
  expect(await marks()).toEqual([])
})
