import type { BulkOrderAction } from '@kushi/contract/admin/bulk'
import { customer } from '@kushi/db/schema/customer'
import { shipment, shipment_event } from '@kushi/db/schema/fulfilment'
import { order_status_event, orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertOrderRow, insertShipmentRow } from '../../testing/rows.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { retryBulkJob, runBulkJob } from './admin/control-job.ts'
import { listBulkJobRows } from './admin/show-jobs.ts'
import { startBulkOrderJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const given = { clock: testClock('2026-11-21') }
/** Runs jobs only where the test calls it. */
const ctx = { ...(await operatorContext(db, 'manager', given)), afterwards: () => undefined }
const base = { ...testContext(db, given), afterwards: () => undefined }
const work = (by: Context = base) => processBulkJobs(by, { workers: 1 })

type Order = Partial<typeof orders.$inferInsert>
let subscriptions: number[] = []
let ids: number[] = []
/**
 * The shipped orders of three subscriptions paid by cash on delivery, the last one a yearly payment that ends with this
 * delivery; an order in two parcels; one shipped in part; one not shipped.
 */
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, bulk_job, outbox')
  subscriptions = []
  ids = []
  for (let n = 0; n < 3; n++) {
    const once = { product_sku_id: 103, only_cycle: 2 }
    const yearly = n === 2 ? { lump_sum_payment_flag: true, lump_sum_payment_num: 2 } : {}
    const { id, member } = await insertSubscribedMember(db, base, { cycle: 2 }, [
      { product_sku_id: 101, ...yearly },
      once,
    ])
    subscriptions.push(id)
    ids.push(await placed(member.customer_id, ['shipped'], { subscription_id: id, cycle: 2, status: 'shipped' }))
  }
  const { member } = await insertSubscribedMember(db, base)
  ids.push(await placed(member.customer_id, ['shipped', 'shipped'], { status: 'shipped' }))
  ids.push(await placed(member.customer_id, ['shipped', 'ready'], { status: 'arranged' }))
  ids.push(await placed(member.customer_id, [], { status: 'received' }))
})

async function placed(customer_id: number, parcels: ('shipped' | 'ready')[], more: Order): Promise<number> {
  const [member] = await db.select().from(customer).where(eq(customer.id, customer_id))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { payment_method_id: null, ...more })
  const { shop_id, id: order_id, payment_total: amount } = order
  const paid = { shop_id, order_id, amount, payment_method_id: null, state: 'authorised' as const }
  await db.insert(payment).values({ ...paid, provider_order_id: order.order_no })
  const unsent = { status: 'ready', carrier: null, tracking_no: null, shipped_at: null } as const
  for (const status of parcels) await insertShipmentRow(db, order_id, status === 'ready' ? unsent : {})
  return order_id
}

const asked = { kind: 'mark_delivered' as const, notify: false, params: {} }
const filter = parseListQuery('GET /admin/v1/orders') as BulkOrderAction['filter']
const start = async () => (await startBulkOrderJob(ctx, { ...asked, filter, ids })).id
const started = async () => {
  const id = await start()
  await work()
  await runBulkJob(ctx, { id })
  return id
}
const statuses = async () => {
  const rows = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id))
  return rows.map(({ status }) => status)
}
const statesOf = async (id: number) => (await listBulkJobRows(ctx, { id })).items.map(({ state }) => state)
const delivered = (order_id: number) =>
  db.$count(
    order_status_event,
    and(eq(order_status_event.order_id, order_id), eq(order_status_event.status, 'delivered')),
  )
const cycles = () => Promise.all(subscriptions.map(async (id) => (await loadSubscriptionRow(db, id)).cycle))
const eventsOf = async (id: number) => {
  const { event, actor_kind, subscription_id } = subscription_event
  const mine = eq(subscription_id, id)
  const rows = await db
    .select({ event, actor_kind })
    .from(subscription_event)
    .where(mine)
    .orderBy(subscription_event.id)
  return rows.map((row) => `${row.event} by ${row.actor_kind}`)
}

/** Checks that the order is delivered in all its parts, or in none. */
async function isWhole(n: number): Promise<boolean> {
  const order_id = ids[n]!
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  const isThere = order!.status === 'delivered'
  const parcels = await db.select().from(shipment).where(eq(shipment.order_id, order_id))
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, order_id))
  const recorded = await db.$count(payment_event, eq(payment_event.payment_id, paid!.id))
  expect(parcels.map(({ status }) => status === 'received')).toEqual(parcels.map(() => isThere))
  expect([paid!.state, recorded, await delivered(order_id)]).toEqual(
    isThere ? ['captured', 1, 1] : ['authorised', 0, 0],
  )
  if (n < 3) {
    expect((await loadSubscriptionRow(db, subscriptions[n]!)).cycle).toBe(isThere ? 3 : 2)
    const last = n === 2 ? ['finished by operator'] : []
    expect(await eventsOf(subscriptions[n]!)).toEqual(isThere ? ['received by operator', ...last] : [])
  }
  return isThere
}

test('the dry run changes nothing; the run marks parcels in transit as received, collects cash and continues subscriptions, once', async () => {
  const id = await start()
  await work()
  expect(await statesOf(id)).toEqual([...Array(5).fill('possible'), 'impossible'])
  expect(await statuses()).toEqual([...Array(4).fill('shipped'), 'arranged', 'received'])
  expect(await db.$count(shipment_event)).toBe(0)
  await runBulkJob(ctx, { id })
  await work()
  expect(await statesOf(id)).toEqual([...Array(5).fill('done'), 'impossible'])
  expect(await statuses()).toEqual([...Array(4).fill('delivered'), 'arranged', 'received'])
  for (const n of [0, 1, 2, 3]) expect(await isWhole(n)).toBe(true)
  const parcels = await db.select().from(shipment).where(eq(shipment.order_id, ids[4]!)).orderBy(asc(shipment.id))
  expect(parcels.map(({ status }) => status)).toEqual(['received', 'ready'])
  const events = await db.select().from(shipment_event)
  expect(events.map(({ status, actor_kind }) => `${status} ${actor_kind}`)).toEqual(Array(6).fill('received operator'))
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, ids[0]!))
  expect(paid).toMatchObject({ captured_amount: paid!.amount, reference: { state: 'captured' } })
  const items = await db.select().from(subscription_order_item)
  expect(items.filter(({ only_cycle }) => only_cycle !== null)).toEqual([])
  expect(await loadSubscriptionRow(db, subscriptions[0]!)).toMatchObject({
    next_delivery_date: '2027-01-09',
    summary_status: 1,
  })
  expect(await loadSubscriptionRow(db, subscriptions[2]!)).toMatchObject({ summary_status: 6, final_cycle: null })
  await retryBulkJob(ctx, { id })
  await work()
  expect((await listBulkJobRows(ctx, { id })).items[5]).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('にできません'),
  })
})

test('changes between dry run and run are checked again, and nothing is done twice', async () => {
  const id = await started()
  const [first] = await db.select().from(orders).where(eq(orders.id, ids[0]!))
  await markParcelsDelivered(ctx, { order_no: first!.order_no })
  await db.update(orders).set({ status: 'returned' }).where(eq(orders.id, ids[3]!))
  await db.update(shipment).set({ status: 'returned', returned_at: new Date() }).where(eq(shipment.order_id, ids[3]!))
  await db.execute(sql`update subscription set summary_status = 5 where id = ${subscriptions[1]}`)
  await work()
  expect(await statesOf(id)).toEqual(['done', 'done', 'done', 'failed', 'done', 'impossible'])
  expect(await isWhole(0)).toBe(true)
  expect(await isWhole(1)).toBe(true)
  expect((await loadSubscriptionRow(db, subscriptions[1]!)).summary_status).toBe(5)
})

test('two orders of one subscription do not meet: each is judged when the other stands', async () => {
  const [before] = await db.select().from(orders).where(eq(orders.id, ids[0]!))
  const more = { subscription_id: subscriptions[0]!, cycle: 3, status: 'shipped' as const }
  ids.splice(1, ids.length, ids[1]!, await placed(before!.customer_id, ['shipped'], more))
  const id = await started()
  await work()
  expect(await statesOf(id)).toEqual(['done', 'done', 'done'])
  expect((await cycles())[0]).toBe(4)
  expect(await eventsOf(subscriptions[0]!)).toEqual(Array(2).fill('received by operator'))
})

test.each([0, 1, 4, 7, 9, 12])('cut off after %i looks at the clock, each is done whole or not begun', async (n) => {
  const id = await started()
  let left = n
  const now = () => {
    if (left-- <= 0) throw new Error('killed')
    return base.clock.now()
  }
  await work({ ...base, clock: { ...base.clock, now } }).catch((error: Error) => expect(error.message).toBe('killed'))
  const states = await statesOf(id)
  for (const one of [0, 1, 2, 3]) expect(await isWhole(one)).toBe(states[one] === 'done')
  await retryBulkJob(ctx, { id }).catch(() => undefined)
  await work()
  expect(await statuses()).toEqual([...Array(4).fill('delivered'), 'arranged', 'received'])
  for (const one of [0, 1, 2, 3]) expect(await isWhole(one)).toBe(true)
})

test('when a connection is killed in the middle of a block, the block rolls back, and each row is still done once', async () => {
  const id = await started()
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('lock table payment_event in share mode')
  const working = work()
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%payment_event%'`
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  // What the block wrote was visible only inside its transaction.
  expect(await statuses()).toEqual([...Array(4).fill('shipped'), 'arranged', 'received'])
  await database.pool.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
  await holding.query('commit')
  holding.release()
  await working
  expect(await statesOf(id)).toEqual([...Array(5).fill('done'), 'impossible'])
  for (const one of [0, 1, 2, 3]) expect(await isWhole(one)).toBe(true)
})

test('an order that is locked, or whose subscription is, does not hold up the others', async () => {
  const id = await started()
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('select from subscription where id = $1 for update', [subscriptions[0]])
  await holding.query('select from payment where order_id = $1 for update', [ids[3]])
  const working = work()
  await expect.poll(statuses).toEqual(['shipped', 'delivered', 'delivered', 'shipped', 'arranged', 'received'])
  await holding.query('commit')
  holding.release()
  await working
  expect(await statesOf(id)).toEqual([...Array(5).fill('done'), 'impossible'])
})

test('a row that breaks spoils none of its block', async () => {
  const id = await started()
  const broken = sql.raw(String(subscriptions[1]))
  await db.execute(sql`alter table subscription add constraint broken check (id <> ${broken}) not valid`)
  await work()
  await db.execute(sql`alter table subscription drop constraint broken`)
  expect(await statesOf(id)).toEqual(['done', 'failed', 'done', 'done', 'done', 'impossible'])
  expect(await isWhole(1)).toBe(false)
  await retryBulkJob(ctx, { id })
  await work()
  for (const one of [0, 1, 2, 3]) expect(await isWhole(one)).toBe(true)
})

test('of two processes each order falls to one', async () => {
  const id = await started()
  await Promise.all([work(), work(), work()])
  await work()
  expect(await statesOf(id)).toEqual([...Array(5).fill('done'), 'impossible'])
  for (const one of [0, 1, 2, 3]) expect(await isWhole(one)).toBe(true)
})
