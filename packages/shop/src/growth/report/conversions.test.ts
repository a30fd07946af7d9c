import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { order_visit } from '@kushi/db/schema/order'
import { landing_day } from '@kushi/db/schema/report'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { ClickIds } from '@kushi/values/click-id'
import type { OrderStatus } from '@kushi/values/order-status'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { exportConversions } from './admin/conversions.ts'
import { countVisit } from './count-visit.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db, 'manager')
const [customer_id] = await insertMembers(db, 1)
const [member] = (await db.select().from(customer).where(eq(customer.id, customer_id!))) as [
  typeof customer.$inferSelect,
]

beforeEach(() => emptyTables(db.$client, 'orders, landing_day, rate_limit'))

async function visited(status: OrderStatus, day: string, click_ids: ClickIds | null) {
  const created_at = new Date(`${day}T10:30:05+09:00`)
  const order = await insertOrderRow(db, member, [{ product_sku_id: 101, price: 5_480 }], { status, created_at })
  await db.insert(order_visit).values({ shop_id: 2, order_id: order.id, landing_path: '/', click_ids, created_at })
}
const asked = {
  click_id: 'gclid',
  from: '2026-11-01',
  to: '2026-11-20',
  counted: 'ordered',
  conversion_name: '購入',
  encoding: 'utf-8',
} as const
async function lines(more: Partial<Parameters<typeof exportConversions>[1]> = {}) {
  const { content } = await exportConversions(ctx, { ...asked, ...more })
  const parts = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString('utf8').replace('\uFEFF', '').trim().split(/\r?\n/).slice(1)
}

test('orders of these days with a click of the medium, neither cancelled nor returned; the export is recorded', async () => {
  await visited('received', '2026-11-01', { gclid: 'G1', yclid: 'Y1' })
  await visited('delivered', '2026-11-20', { gclid: 'G2' })
  await visited('cancelled', '2026-11-10', { gclid: 'G3' })
  await visited('returned', '2026-11-10', { gclid: 'G4' })
  await visited('payment_pending', '2026-11-10', { gclid: 'G5' })
  await visited('delivered', '2026-10-31', { gclid: 'G6' })
  await visited('delivered', '2026-11-21', { gclid: 'G7' })
  await visited('delivered', '2026-11-10', null)
  expect(await lines()).toEqual([
    'G1,購入,2026-11-01 10:30:05+0900,5480,JPY',
    'G2,購入,2026-11-20 10:30:05+0900,5480,JPY',
  ])
  expect(await lines({ counted: 'shipped' })).toEqual(['G2,購入,2026-11-20 10:30:05+0900,5480,JPY'])
  expect(await lines({ click_id: 'yclid' })).toEqual(['Y1,購入,20261101 103005 Asia/Tokyo,5480,JPY'])
  const [noted] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(noted).toMatchObject({ subject: 'export_file', subject_name: 'コンバージョン(Yahoo!広告)のCSV' })
})

test('days whose clicks are forgotten are refused beside the field', async () => {
  await expect(lines({ from: '2026-08-22' })).rejects.toMatchObject({ status: 422, fields: [{ path: 'from' }] })
  await expect(lines({ from: '2026-11-21' })).rejects.toMatchObject({ status: 422, fields: [{ path: 'to' }] })
  expect(await lines({ from: '2026-08-23' })).toEqual([])
})

test('visits are counted by page and code; pages beyond the most of a day are counted together, a flood not at all', async () => {
  const visitor = (ip: string) => ({ ...testContext(db), ip })
  const counted = () => db.select().from(landing_day).orderBy(landing_day.landing_path, landing_day.adcd)
  await countVisit(visitor('192.0.2.1'), { landing_path: '/products/1', adcd: 'AD1' })
  await countVisit(visitor('192.0.2.2'), { landing_path: '/products/1', adcd: 'AD1' })
  await countVisit(visitor('192.0.2.2'), { landing_path: '/products/1', adcd: null })
  expect(await counted()).toMatchObject([
    { landing_path: '/products/1', adcd: '', visits: 1, day: '2026-11-21' },
    { landing_path: '/products/1', adcd: 'AD1', visits: 2 },
  ])
  await db.insert(landing_day).values(
    Array.from({ length: 998 }, (_, n) => ({
      shop_id: 2,
      day: '2026-11-21',
      landing_path: `/x/${n}`,
      adcd: '',
      visits: 1,
    })),
  )
  await countVisit(visitor('192.0.2.3'), { landing_path: '/new', adcd: 'AD1' })
  await countVisit(visitor('192.0.2.3'), { landing_path: '/products/1', adcd: 'AD1' })
  const [other] = await counted()
  expect(other).toMatchObject({ landing_path: '', adcd: '', visits: 1 })
  expect((await counted()).find(({ adcd }) => adcd === 'AD1')!.visits).toBe(3)
  for (let n = 0; n < 30; n++) await countVisit(visitor('192.0.2.9'), { landing_path: '/products/1', adcd: 'AD2' })
  expect((await counted())[0]!.visits).toBe(21)
  await db.insert(landing_day).values({ shop_id: 2, day: '2021-11-16', landing_path: '/', adcd: '', visits: 1 })
  const rows = await db.$count(landing_day)
  await deleteExpiredRows(testContext(db))
  expect(await db.$count(landing_day)).toBe(rows - 1)
})
