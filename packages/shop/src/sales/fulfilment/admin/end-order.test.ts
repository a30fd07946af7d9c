import { customer } from '@kushi/db/schema/customer'
import { shipping_batch } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { fakeCardProvider } from '../../../testing/fake-card-provider.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertPaidOrder, type PaidOrderState } from '../../../testing/paid-order.ts'
import { insertShipmentRow, insertSubscriptionRow } from '../../../testing/rows.ts'
import { requestCancel } from '../../fulfilment/cancel-order.ts'
import { decideCancelRequest } from './decide-cancel.ts'
import { cancelOneOrder, cancelOneParcel, markOneOrderDelivered } from './end-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const ledger = fakeCardProvider()
const ctx = await operatorContext(db, 'manager', { ports: ledger.ports() })

const placed = (...how: PaidOrderState) => insertPaidOrder(db, ledger, ...how)
const trail = (id: number) =>
  db
    .select()
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(id))))
    .orderBy(asc(audit_event.id))
const mails = async (order_id: number) =>
  (await db.select().from(outbox).where(eq(outbox.order_id, order_id))).map(({ subject }) => subject)
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
const now = ctx.clock.now()
const why = { decision_reason: 'お客様のご都合', notify: true, keep_subscription: false }

test('a cancellation returns stock and authorisation, notifies the customer and writes one audit entry', async () => {
  const order = await placed('received', 'authorised')
  const before = await stock()
  const shown = await cancelOneOrder(ctx, { id: order.id, ...why })
  expect(shown).toMatchObject({
    status: 'cancelled',
    payment_state: 'void_pending',
    refusals: { cancel: 'キャンセル済みです。' },
  })
  expect(await stock()).toBe(before + 2)
  expect(await trail(order.id)).toMatchObject([
    {
      before: { status: 'received' },
      after: { status: 'cancelled', decision_reason: 'お客様のご都合' },
      operator_name: '店長',
    },
  ])
  expect(await mails(order.id)).toEqual([expect.stringContaining('キャンセルしました')])
  expect(shown.timeline.some(({ kind, actor }) => kind === 'order' && actor === '店長')).toBe(true)
  // Pressed twice.
  await cancelOneOrder(ctx, { id: order.id, ...why })
  expect(await stock()).toBe(before + 2)
  expect(await mails(order.id)).toHaveLength(1)
})

/** The first order of a subscription, while the desk packs it. */
async function packed() {
  const order = await placed('arranged', 'authorised')
  const [member] = await db.select().from(customer).where(eq(customer.id, order.customer_id))
  const subscription_id = await insertSubscriptionRow(db, member!)
  await db.update(orders).set({ subscription_id, cycle: 1 }).where(eq(orders.id, order.id))
  const [batch] = await db
    .insert(shipping_batch)
    .values({ shop_id: 2, batch_no: `B${order.id}`, status: 'created', created_at: now, updated_at: now })
    .returning()
  await insertShipmentRow(db, order.id, { status: 'packed', shipping_batch_id: batch!.id, shipped_at: null })
  return { ...order, subscription_id }
}

test.each([
  [{ keep_subscription: true, notify: true }, 1, 1],
  [{ keep_subscription: true, notify: false }, 1, 0],
  [{ keep_subscription: false, notify: true }, 6, 1],
])('cancelled while it is packed, %o is what happens once the desk agrees', async (wish, status, mailed) => {
  const { id, order_no, subscription_id } = await packed()
  await expect(cancelOneOrder(ctx, { id, ...why, ...wish })).rejects.toMatchObject({ error: 'ERROR_IN_BATCH' })
  expect(await mails(id)).toEqual([])
  expect((await trail(id)).at(-1)).toMatchObject({ after: { cancel_asked: true, ...wish } })
  for (let n = 0; n < 2; n++) await decideCancelRequest(ctx, { order_no, decision: 'cancel' })
  expect((await db.select().from(orders).where(eq(orders.id, id)))[0]!.status).toBe('cancelled')
  expect((await mails(id)).filter((subject) => subject.includes('キャンセルしました'))).toHaveLength(mailed)
  const [row] = await db.select().from(subscription).where(eq(subscription.id, subscription_id))
  expect(row!.summary_status).toBe(status)
})

test('an answered wish is closed: an old page can’t cancel, and the next wish starts again', async () => {
  const { id, order_no, subscription_id } = await packed()
  await cancelOneOrder(ctx, { id, ...why, keep_subscription: true }).catch(() => {})
  await decideCancelRequest(ctx, { order_no, decision: 'ship' })
  await expect(decideCancelRequest(ctx, { order_no, decision: 'cancel' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('すでにお答えしています'),
  })
  expect(await requestCancel(ctx, { order_no })).toBe('asked')
  await decideCancelRequest(ctx, { order_no, decision: 'cancel' })
  const [row] = await db.select().from(subscription).where(eq(subscription.id, subscription_id))
  expect(row!.summary_status).toBe(6)
})

test('a quiet cancellation sends no mail; a shipped order is not cancelled and has no audit entry', async () => {
  const quiet = await placed('received', 'authorised')
  await cancelOneOrder(ctx, { id: quiet.id, ...why, notify: false })
  expect(await mails(quiet.id)).toEqual([])
  const sent = await placed('shipped', 'captured')
  await expect(cancelOneOrder(ctx, { id: sent.id, ...why })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('「発送済み」のため、「キャンセル」にできません'),
  })
  expect(await trail(sent.id)).toEqual([])
})

test('an order whose payment is being asked for is not cancelled, in words about the payment', async () => {
  const waiting = await placed('received', 'authorised')
  await db.update(orders).set({ status: 'payment_pending' }).where(eq(orders.id, waiting.id))
  await expect(cancelOneOrder(ctx, { id: waiting.id, ...why })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('決済の結果を確認しています'),
  })
})

test('parcels are received, one or all; the missing parcel of a partly shipped order is cancelled', async () => {
  const order = await placed('shipped', 'captured')
  await insertShipmentRow(db, order.id, { tracking_no: '1' })
  const shown = await markOneOrderDelivered(ctx, { id: order.id })
  expect(shown).toMatchObject({ status: 'delivered', shipments: [{ status: 'received' }] })
  const part = await placed('arranged', 'captured')
  await insertShipmentRow(db, part.id)
  const { shipment_no } = await insertShipmentRow(db, part.id, { status: 'ready', shipped_at: null })
  expect(await cancelOneParcel(ctx, { id: part.id, shipment_no, decision_reason: '欠品' })).toMatchObject({
    status: 'shipped',
  })
  expect(await trail(part.id)).toMatchObject([{ after: { cancelled: shipment_no, decision_reason: '欠品' } }])
})

test('an order of another shop is not found', async () => {
  const order = await placed('received', 'authorised')
  const elsewhere = { ...ctx, shop_id: 3 }
  for (const call of [
    () => cancelOneOrder(elsewhere, { id: order.id, ...why }),
    () => markOneOrderDelivered(elsewhere, { id: order.id }),
    () => cancelOneParcel(elsewhere, { id: order.id, shipment_no: 'X', decision_reason: '欠品' }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]!.status).toBe('received')
})
