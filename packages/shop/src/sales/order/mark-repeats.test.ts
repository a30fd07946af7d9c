import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { testDatabase } from '@kushi/db/testing'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { listAllOrders } from './admin/list-orders.ts'
import { lockOrderRow, writeOrderStatus } from './internal/lock-order.ts'
import type { OrderRow } from './internal/order-row.ts'
import { markRepeatOrders } from './mark-repeats.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())
const ctx = testContext(db)
const manager = await operatorContext(db)

type Status = OrderRow['status']
let ids: number[] = []

/** Places orders of one new member, in this sequence. */
async function placed(...statuses: Status[]) {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  ids = []
  for (const status of statuses) ids.push((await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { status })).id)
  return id!
}

/** The positions of the member's orders that the list shows as 初回. */
async function firstOnes(customer_id: number): Promise<number[]> {
  const shown = async (is_first: boolean) => {
    const search = `customer_id=${customer_id}&is_first=${is_first}&sort=created_at`
    const { items } = await listAllOrders(manager, parseListQuery('GET /admin/v1/orders', search) as never)
    return items.map((one) => ids.indexOf(one.id)).sort()
  }
  const [first, others] = [await shown(true), await shown(false)]
  expect([...first, ...others].sort()).toEqual(ids.map((_, n) => n))
  return first
}

const marks = async () => {
  const rows = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id))
  return rows.map(({ is_repeat }) => is_repeat)
}
const become = (n: number, status: Status) =>
  db.transaction(async (tx) => writeOrderStatus(tx, ctx, [await lockOrderRow(tx, { shop_id: 2, id: ids[n]! })], status))

beforeEach(async () => void (await markRepeatOrders(ctx)))

test.each<[Status[], number[], (boolean | null)[]]>([
  [['received'], [0], [false]],
  [['delivered', 'received', 'cancelled'], [0], [false, true, true]],
  [
    ['cancelled', 'received', 'received'],
    [0, 1],
    [false, false, true],
  ],
  [
    ['payment_error', 'payment_pending', 'returned', 'shipped'],
    [0, 1, 2],
    [false, false, false, true],
  ],
])('of %j those are first: %j', async (statuses, first, marked) => {
  const member = await placed(...statuses)
  expect(await marks()).toEqual(statuses.map(() => null))
  expect(await firstOnes(member)).toEqual(first)
  expect(await markRepeatOrders(ctx)).toBe(statuses.length)
  expect(await marks()).toEqual(marked)
  expect(await firstOnes(member)).toEqual(first)
  expect(await markRepeatOrders(ctx)).toBe(0)
})

test('one that is cancelled makes the next the first at once; one whose payment comes late, no longer', async () => {
  const member = await placed('received', 'received', 'payment_pending', 'received')
  await markRepeatOrders(ctx)
  await become(0, 'cancelled')
  expect(await firstOnes(member)).toEqual([0, 1])
  expect(await marks()).toEqual([false, false, true, true])
  await become(1, 'cancelled')
  expect(await firstOnes(member)).toEqual([0, 1, 2, 3])
  await become(2, 'received')
  expect(await firstOnes(member)).toEqual([0, 1, 2])
})

test('a cancellation that took nothing back, as that of an older version, is made up for', async () => {
  const member = await placed('received', 'received', 'received')
  await markRepeatOrders(ctx)
  await db.update(orders).set({ status: 'cancelled', updated_at: ctx.clock.now() }).where(eq(orders.id, ids[0]!))
  expect(await firstOnes(member)).toEqual([0])
  await markRepeatOrders(ctx)
  expect(await marks()).toEqual([false, false, true])
  expect(await firstOnes(member)).toEqual([0, 1])
})

test('a locked order is skipped without holding other locks, and checked later', async () => {
  await placed('received', 'received')
  await db.transaction(async (tx) => {
    await lockOrderRow(tx, { shop_id: 2, id: ids[0]! })
    expect(await markRepeatOrders(ctx)).toBe(1)
    expect(await marks()).toEqual([null, true])
  })
  expect(await markRepeatOrders(ctx)).toBe(1)
})

test('nothing is done without time', async () => {
  await placed('received')
  expect(await markRepeatOrders(ctx, 0)).toBe(0)
})

test('ids are as large as they may be where tables are distributed', async () => {
  await db.execute(sql`select setval(pg_get_serial_sequence('customer', 'id'), 3000000000)`)
  await placed('received', 'received')
  await become(0, 'cancelled')
  expect(await marks()).toEqual([null, null])
})
