import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import type { Carrier } from '@kushi/values/carrier'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { placeOrder } from '../subscription/first-order.ts'
import { receiveByTerm } from '../subscription/follow-order.ts'
import { testClock, testContext } from '../testing/context.ts'
import { confirmed, draft, newMembers } from '../testing/order.ts'
import { setCarrierTerm } from './receive-by-term.ts'
import { shipOrder } from './ship-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const clock = testClock()
const [customer_id] = await newMembers(db, 1)
const ctx = testContext(db, { customer_id: customer_id!, clock })
const sent = async (carrier: Carrier) => {
  const { order_no } = await placeOrder(ctx, await confirmed(ctx, draft()))
  await shipOrder(ctx, { order_no, carrier, tracking_no: '123456789012' })
  return order_no
}
const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!

test('a parcel is received by the term of its carrier, once: cash is collected with it', async () => {
  await setCarrierTerm(ctx, { carrier: 'sagawa', days: 2 })
  const later = await sent('yamato')
  const soon = await sent('sagawa')
  clock.move(1)
  expect(await receiveByTerm(ctx)).toBe(0)
  clock.move(1)
  expect(await receiveByTerm(ctx)).toBe(1)
  const { id, status } = await orderOf(soon)
  expect(status).toBe('delivered')
  expect(await db.select().from(payment).where(eq(payment.order_id, id))).toMatchObject([{ state: 'captured' }])
  expect((await orderOf(later)).status).toBe('shipped')
  expect(await receiveByTerm(ctx)).toBe(0)
  clock.move(5)
  expect(await receiveByTerm(ctx)).toBe(1)
  expect((await orderOf(later)).status).toBe('delivered')
})
