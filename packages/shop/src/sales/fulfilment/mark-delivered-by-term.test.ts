import { customer } from '@kushi/db/schema/customer'
import { shipment } from '@kushi/db/schema/fulfilment'
import { order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { Carrier } from '@kushi/values/carrier'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertOrderRow, insertShipmentRow } from '../../testing/rows.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { markDeliveredByTerm, setCarrierDeliveryTerm } from './mark-delivered-by-term.ts'
import { shipOrder } from './ship-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const clock = testClock()
const [customer_id] = await insertMembers(db, 1)
const ctx = testContext(db, { customer_id: customer_id!, clock })
const sent = async (carrier: Carrier) => {
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  await shipOrder(ctx, { order_no, carrier, tracking_no: '123456789012' })
  return order_no
}
const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!

test('a parcel is received by the term of its carrier, once: cash is collected with it', async () => {
  await setCarrierDeliveryTerm(ctx, { carrier: 'sagawa', days: 2 })
  const later = await sent('yamato')
  const soon = await sent('sagawa')
  clock.move(1)
  expect(await markDeliveredByTerm(ctx)).toBe(0)
  clock.move(1)
  expect(await markDeliveredByTerm(ctx)).toBe(1)
  const { id, status } = await orderOf(soon)
  expect(status).toBe('delivered')
  expect(await db.select().from(payment).where(eq(payment.order_id, id))).toMatchObject([{ state: 'captured' }])
  expect((await orderOf(later)).status).toBe('shipped')
  expect(await markDeliveredByTerm(ctx)).toBe(0)
  clock.move(5)
  expect(await markDeliveredByTerm(ctx)).toBe(1)
  expect((await orderOf(later)).status).toBe('delivered')
})

describe('many at once', () => {
  beforeEach(() => emptyTables(db.$client, 'subscription, orders'))

  type Order = Partial<typeof orders.$inferInsert>
  /** Parcels shipped this many days ago, one order each, paid by cash on delivery. */
  async function sentSince(days: readonly number[], more: Order & { customer_id: number }) {
    const [member] = await db.select().from(customer).where(eq(customer.id, more.customer_id))
    const placed = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], {
      status: 'shipped',
      payment_method_id: null,
      ...more,
    })
    const { shop_id, id: order_id, payment_total: amount, order_no: provider_order_id } = placed
    await db
      .insert(payment)
      .values({ shop_id, order_id, amount, provider_order_id, payment_method_id: null, state: 'authorised' })
    for (const day of days)
      await insertShipmentRow(db, order_id, { shipped_at: new Date(clock.now().getTime() - day * 86_400_000) })
    return order_id
  }
  /** One delivery for each of several subscriptions, and a second one for the third. */
  async function deliveries(count: number) {
    const subscriptions: number[] = []
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const { id, member } = await insertSubscribedMember(db, ctx, { cycle: 2 }, [{ product_sku_id: 101 }])
      const delivery = { customer_id: member.customer_id, subscription_id: id }
      subscriptions.push(id)
      ids.push(await sentSince([8], { ...delivery, cycle: 2 }))
      if (n === 2) ids.push(await sentSince([8], { ...delivery, cycle: 3 }))
    }
    return { subscriptions, ids }
  }
  const isThere = async (id: number) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, id))
    const paid = await db.$count(payment, and(eq(payment.order_id, id), eq(payment.state, 'captured')))
    const announced = await db.$count(
      order_status_event,
      and(eq(order_status_event.order_id, id), eq(order_status_event.status, 'delivered')),
    )
    expect([paid, announced]).toEqual(order!.status === 'delivered' ? [1, 1] : [0, 0])
    return order!.status === 'delivered'
  }
  const count = async (ids: readonly number[]) => (await Promise.all(ids.map(isThere))).filter(Boolean).length

  test('each is received once, subscriptions go on, and of two deliveries of one both', async () => {
    const { subscriptions, ids } = await deliveries(41)
    expect(await markDeliveredByTerm(ctx)).toBe(42)
    expect(await count(ids)).toBe(42)
    for (const [n, id] of subscriptions.entries())
      expect((await loadSubscriptionRow(db, id)).cycle).toBe(n === 2 ? 4 : 3)
    expect(await markDeliveredByTerm(ctx)).toBe(0)
  })

  test('of two parcels the one whose term is over; the order waits for the other', async () => {
    const id = await sentSince([8, 1], { customer_id: customer_id! })
    expect(await markDeliveredByTerm(ctx)).toBe(1)
    const parcels = await db.select().from(shipment).where(eq(shipment.order_id, id)).orderBy(shipment.id)
    expect(parcels.map(({ status }) => status)).toEqual(['received', 'shipped'])
    expect(await isThere(id)).toBe(false)
  })

  test('one that breaks keeps no other of its set from being received, and is tried again by the next run', async () => {
    const { subscriptions, ids } = await deliveries(4)
    await db.execute(
      sql`alter table subscription add constraint broken check (id <> ${sql.raw(String(subscriptions[1]))}) not valid`,
    )
    expect(await markDeliveredByTerm(ctx)).toBe(4)
    expect(await count(ids)).toBe(4)
    await db.execute(sql`alter table subscription drop constraint broken`)
    expect(await markDeliveredByTerm(ctx)).toBe(1)
    expect(await count(ids)).toBe(5)
  })

  test('more than a run receives can’t be received: a later one is received all the same', async () => {
    const stuck = await sentSince([8], { customer_id: customer_id!, status: 'cancelled' })
    const [parcel] = await db.select().from(shipment).where(eq(shipment.order_id, stuck))
    const { id: _, ...copy } = parcel!
    await db.insert(shipment).values(Array.from({ length: 600 }, (_, n) => ({ ...copy, shipment_no: `STUCK${n}` })))
    const { ids } = await deliveries(1)
    expect(await markDeliveredByTerm(ctx)).toBe(1)
    expect(await count(ids)).toBe(1)
  })

  test('a run ends after 5,000 parcels that can’t be received; the next goes on behind them, then from the beginning', async () => {
    const stuck = await sentSince([8], { customer_id: customer_id!, status: 'cancelled' })
    // Forty parcels for each of 125 orders, so that a block reads few rows.
    const { rows } = await db.execute<{ id: number }>(sql`insert into orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1000 + n, 'order_no', 'STUCK' || n,
        'idempotency_key', 'STUCK' || n))).*
      from orders o, generate_series(1, 125) n where o.shop_id = 2 and o.id = ${stuck} returning id`)
    const first = Math.min(...rows.map(({ id }) => Number(id)))
    await db.execute(sql`insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, carrier, tracking_no, created_at, shipped_at)
      select shop_id, ${first} + n / 40, 'STUCK' || n, delivery_id, status, carrier, tracking_no, created_at, shipped_at
      from shipment, generate_series(0, 4999) n where order_id = ${stuck}`)
    const { ids } = await deliveries(1)
    expect(await markDeliveredByTerm(ctx)).toBe(0)
    expect(await count(ids)).toBe(0)
    expect(await markDeliveredByTerm(ctx)).toBe(1)
    expect(await count(ids)).toBe(1)
    await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, stuck))
    expect(await markDeliveredByTerm(ctx)).toBe(1)
  })

  test('a locked order is waited for after the others, and two runs process each order once', async () => {
    const { ids } = await deliveries(4)
    const holding = await database.pool.connect()
    await holding.query('begin')
    await holding.query('select 1 from orders where shop_id = 2 and id = $1 for update', [ids[0]])
    const runs = [markDeliveredByTerm(ctx)]
    try {
      await expect.poll(() => count(ids)).toBe(3)
      expect(await isThere(ids[0]!)).toBe(false)
      // A run that begins now finds only the same order and waits beside the first.
      runs.push(markDeliveredByTerm(ctx))
    } finally {
      await holding.query('commit')
      holding.release()
    }
    await Promise.all(runs)
    expect(await count(ids)).toBe(5)
  })
})
