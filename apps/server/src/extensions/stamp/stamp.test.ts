import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { setUpExtension } from '@kushi/db/setup'
import { testDatabase } from '@kushi/db/testing'
import { changeExtensionSettings, listExtensionSettings } from '@kushi/shop/foundation/extension/admin/settings'
import type { Extension } from '@kushi/shop/foundation/extension/extension'
import { registerExtensions } from '@kushi/shop/foundation/extension/registered'
import { runAfterHooks } from '@kushi/shop/foundation/extension/run-after-hooks'
import { publishEvent } from '@kushi/shop/messaging/webhook/index'
import { placeOrder } from '@kushi/shop/sales/checkout/place-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { testContext } from '@kushi/shop/testing/context'
import { operatorContext } from '@kushi/shop/testing/operator'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '@kushi/shop/testing/order'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { answerFailure } from '../../http/failure.ts'
import { extensionJobs } from '../extension-jobs.ts'
import { mountExtensionCalls } from '../mount-calls.ts'
import { stamp_mark } from './schema.ts'
import { stamp } from './stamp.ts'

const database = await testDatabase()
const { db } = database
const ctx = testContext(db)
// A second start finds the tables already created.
for (let starts = 0; starts < 2; starts++)
  await setUpExtension(database.url, { name: stamp.name, folder: stamp.migrations! })
registerExtensions([stamp])
afterAll(async () => {
  registerExtensions([])
  await database.close()
})

const marks = () => db.select().from(stamp_mark)
const announceEvent = (
  event: 'order.placed' | 'order.cancelled' | 'customer.withdrawn',
  data: Record<string, number>,
) => db.transaction((tx) => publishEvent(tx, { shop_id: 2, at: new Date() }, event, data))

async function placed() {
  const [customer_id] = await insertMembers(db, 1)
  const member = testContext(db, { customer_id: customer_id! })
  const { order_no } = await placeOrder(member, await confirmedOrderInput(member, testOrderDraft()))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return order!
}

test('a received order gives stamps, a cancelled one takes them back, in whatever order the events arrive', async () => {
  const { id: order_id, customer_id, payment_total } = await placed()
  expect(await marks()).toEqual([])
  await runAfterHooks(ctx)
  const stamps = Math.floor(payment_total / 1_000)
  expect(await marks()).toMatchObject([{ shop_id: 2, order_id, customer_id, stamps }])
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order_id))
  await announceEvent('order.cancelled', { order_id })
  await announceEvent('order.placed', { order_id })
  await runAfterHooks(ctx)
  expect(await marks()).toEqual([])
})

test('a 返品 takes the stamps back', async () => {
  const { order_no } = await placed()
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await runAfterHooks(ctx)
  expect(await marks()).toHaveLength(1)
  await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
  await runAfterHooks(ctx)
  expect(await marks()).toEqual([])
})

test('a withdrawn member has no stamps', async () => {
  const { customer_id } = await placed()
  await runAfterHooks(ctx)
  expect(await marks()).toHaveLength(1)
  await announceEvent('customer.withdrawn', { customer_id })
  await runAfterHooks(ctx)
  expect(await marks()).toEqual([])
})

const manager = await operatorContext(db, 'manager')
const folder = await mkdtemp(join(tmpdir(), 'kushi-extension-'))
afterAll(() => rm(folder, { recursive: true }))
const config = { extension_folder: folder }
const set = (values: Record<string, string | number | boolean>) =>
  changeExtensionSettings(manager, { name: 'stamp', values })

test('an operator sets what a stamp is worth; a value of another type and a name that it lacks are refused', async () => {
  await set({ worth: 100 })
  const { customer_id, payment_total } = await placed()
  await runAfterHooks(ctx)
  expect(await db.select().from(stamp_mark).where(eq(stamp_mark.customer_id, customer_id))).toMatchObject([
    { stamps: Math.floor(payment_total / 100) },
  ])
  const { items } = await listExtensionSettings(manager, {})
  expect(items[0]!.settings.map(({ label, value }) => [label, value])).toEqual([
    ['スタンプ1個あたりの金額', 100],
    ['スタンプの有効日数', 365],
  ])
  const [entry] = await db.select().from(audit_event).where(eq(audit_event.subject, 'extension_setting'))
  expect(entry).toMatchObject({ subject_id: 'stamp', subject_name: 'スタンプカード' })
  await expect(set({ worth: '100' })).rejects.toMatchObject({ status: 422, fields: [{ path: 'values.worth' }] })
  await expect(set({ price: 1 })).rejects.toMatchObject({ status: 422, fields: [{ path: 'values.price' }] })
  await expect(changeExtensionSettings(manager, { name: 'none', values: {} })).rejects.toMatchObject({ status: 404 })
  await set({ worth: 1_000 })
})

describe('its call', () => {
  const asked = async (extension: Extension, customer_id: number | null) => {
    const app = new Hono()
    app.onError(answerFailure(pino({ level: 'silent' })))
    mountExtensionCalls(app, [extension], async () => testContext(db, { customer_id }), config)
    const res = await app.request('/v1/extension/stamp/mine')
    return [res.status, ((await res.json()) as { data?: object }).data]
  }

  test('answers a member their own stamps, and nobody else', async () => {
    const { customer_id, payment_total } = await placed()
    await runAfterHooks(ctx)
    expect(await asked(stamp, customer_id)).toEqual([200, { stamps: Math.floor(payment_total / 1_000) }])
    expect(await asked(stamp, null)).toEqual([401, undefined])
    const [other] = await insertMembers(db, 1)
    expect(await asked(stamp, other!)).toEqual([200, { stamps: 0 }])
  })

  test('is not there in a shop that the extension is not for', async () => {
    const { customer_id } = await placed()
    expect(await asked({ ...stamp, shops: [3] }, customer_id)).toEqual([404, undefined])
  })
})

test('its job deletes old stamps by the shop’s clock, and writes into the folder of the shop', async () => {
  const { customer_id } = await placed()
  await runAfterHooks(ctx)
  const jobs = extensionJobs([stamp], config)
  expect(Object.keys(jobs)).toEqual(['extension-stamp-expire'])
  const job = jobs['extension-stamp-expire']!
  await job.run(ctx, 1_000)
  const left = () => db.select().from(stamp_mark).where(eq(stamp_mark.customer_id, customer_id))
  expect(await left()).toHaveLength(1)
  const later = new Date(Date.now() + 366 * 86_400_000)
  const nextYear = { ...ctx, clock: { now: () => later, today: () => '2027-11-28' } }
  await extensionJobs([{ ...stamp, shops: [3] }], config)['extension-stamp-expire']!.run(nextYear, 1_000)
  expect(await left()).toHaveLength(1)
  await job.run(nextYear, 1_000)
  expect(await left()).toEqual([])
  const lines = (await readFile(join(folder, 'stamp/2/stamps.txt'), 'utf8')).trim().split('\n')
  expect([lines.length, lines[1]]).toEqual([2, '2027-11-28 0'])
})
