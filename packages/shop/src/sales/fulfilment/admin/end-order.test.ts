import { customer } from '@kushi/db/schema/customer'
import { shipping_batch } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { cardLedger } from '../../../testing/card-ledger.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { newMembers } from '../../../testing/order.ts'
import { addOrder, addShipment, addSubscription } from '../../../testing/rows.ts'
import { askToCancel } from '../../fulfilment/cancel-order.ts'
import { showOrder } from '../../order/admin/show-order.ts'
import { decideCancel } from './decide-cancel.ts'
import { cancelOneOrder, cancelOneParcel, receiveOneOrder, refundOneOrder } from './end-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const ledger = cardLedger()
const ctx = await operatorContext(db, 'manager', { ports: ledger.ports() })

/** An order of two bottles with a payment in this state, also at the provider. */
async function placed(status: 'received' | 'arranged' | 'shipped', state: 'authorised' | 'captured') {
  const [id] = await newMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await addOrder(db, member!, [{ product_sku_id: 101, quantity: 2 }], { status })
  const amount = order.payment_total
  await db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id: 1,
    state,
    amount,
    provider_order_id: order.order_no,
    captured_amount: state === 'captured' ? amount : 0,
  })
  const trade = { state, amount, refunded_amount: 0, reference: {}, executions: 1, refusals: 0, is_present: true }
  ledger.trades.set(order.order_no, trade)
  return order
}
const trail = (id: number) =>
  db
    .select()
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(id))))
    .orderBy(asc(audit_event.id))
/** Waits until `count` sessions wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(count)
const mails = async (order_id: number) =>
  (await db.select().from(outbox).where(eq(outbox.order_id, order_id))).map(({ subject }) => subject)
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
const now = ctx.clock.now()
const why = { decision_reason: 'お客様のご都合', notify: true, keep_subscription: false }
const back = { ...why, is_return: false, amount: null as number | null, refunded_amount: 0, restock: false }

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
  const subscription_id = await addSubscription(db, member!)
  await db.update(orders).set({ subscription_id, cycle: 1 }).where(eq(orders.id, order.id))
  const [batch] = await db
    .insert(shipping_batch)
    .values({ shop_id: 2, batch_no: `B${order.id}`, status: 'created', created_at: now, updated_at: now })
    .returning()
  await addShipment(db, order.id, { status: 'packed', shipping_batch_id: batch!.id, shipped_at: null })
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
  for (let n = 0; n < 2; n++) await decideCancel(ctx, { order_no, decision: 'cancel' })
  expect((await db.select().from(orders).where(eq(orders.id, id)))[0]!.status).toBe('cancelled')
  expect((await mails(id)).filter((subject) => subject.includes('キャンセルしました'))).toHaveLength(mailed)
  const [row] = await db.select().from(subscription).where(eq(subscription.id, subscription_id))
  expect(row!.summary_status).toBe(status)
})

test('an answered wish is closed: an old page can’t cancel, and the next wish starts again', async () => {
  const { id, order_no, subscription_id } = await packed()
  await cancelOneOrder(ctx, { id, ...why, keep_subscription: true }).catch(() => {})
  await decideCancel(ctx, { order_no, decision: 'ship' })
  await expect(decideCancel(ctx, { order_no, decision: 'cancel' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('すでにお答えしています'),
  })
  expect(await askToCancel(ctx, { order_no })).toBe('asked')
  await decideCancel(ctx, { order_no, decision: 'cancel' })
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

test('the mail of a refund names the goods and what was paid for them', async () => {
  const order = await placed('shipped', 'captured')
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
  const [piece] = (await showOrder(ctx, { id: order.id })).refundable.items
  const amount = piece!.amounts[0]!
  await refundOneOrder(ctx, {
    id: order.id,
    ...back,
    amount,
    items: [{ order_item_id: item!.id, quantity: 1 }],
  })
  const [mail] = await db.select().from(outbox).where(eq(outbox.order_id, order.id))
  const { text } = mail!.payload as { text: string }
  expect(text).toContain(`返金の内訳\n・${item!.product_name}`)
  expect(text).toContain(`1点 ${formatYen(amount)}`)
})

test('a partial refund is made once, however often it is requested; more than was captured is rejected at the field', async () => {
  const order = await placed('shipped', 'captured')
  for (let n = 0; n < 2; n++) {
    const shown = await refundOneOrder(ctx, { id: order.id, ...back, amount: 500 })
    expect(shown).toMatchObject({ status: 'shipped', kept_amount: order.payment_total - 500 })
  }
  expect(ledger.trades.get(order.order_no)).toMatchObject({ refunded_amount: 500 })
  expect(await mails(order.id)).toEqual([expect.stringContaining('ご返金の手続き')])
  const entries = await trail(order.id)
  expect(entries[0]).toMatchObject({ before: { refunded_amount: 0 }, after: { refunded_amount: 500 } })
  for (const [amount, seen] of [
    [order.payment_total, 500],
    [null, 500],
    [order.payment_total - 500, 500],
  ] as const)
    await expect(refundOneOrder(ctx, { id: order.id, ...back, amount, refunded_amount: seen })).rejects.toMatchObject({
      status: 422,
      fields: [{ path: 'amount' }],
    })
  await expect(refundOneOrder(ctx, { id: order.id, ...back, amount: 300 })).rejects.toMatchObject({
    error: 'ERROR_CHANGED_MEANWHILE',
  })
  expect(await trail(order.id)).toHaveLength(entries.length)
})

test.each([
  ['a sum', { amount: 500 }],
  ['pieces', { items: [{ order_item_id: 1, quantity: 1 }] }],
  ['a fee', { delivery_fee: true }],
])('a return that names %s is refused and refunds nothing', async (_, named) => {
  const order = await placed('shipped', 'captured')
  await addShipment(db, order.id)
  await expect(refundOneOrder(ctx, { id: order.id, ...back, is_return: true, ...named })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'amount' }],
  })
  expect(await trail(order.id)).toEqual([])
})

test('a return refunds the rest and ends the order', async () => {
  const order = await placed('shipped', 'captured')
  await addShipment(db, order.id)
  await refundOneOrder(ctx, { id: order.id, ...back, amount: 500 })
  const shown = await refundOneOrder(ctx, { id: order.id, ...back, is_return: true, refunded_amount: 500 })
  expect(shown).toMatchObject({
    status: 'returned',
    kept_amount: 0,
    payment_state: 'refunded',
    next_step: { text: '' },
  })
  expect(shown.shipments).toMatchObject([{ status: 'returned' }])
  expect(await trail(order.id)).toHaveLength(2)
})

test('cash that is collected at the moment of a return is owed by the next press', async () => {
  const order = await placed('shipped', 'authorised')
  await addShipment(db, order.id)
  await db.update(payment).set({ payment_method_id: null }).where(eq(payment.order_id, order.id))
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('select 1 from orders where shop_id = 2 and id = $1 for update', [order.id])
  const received = receiveOneOrder(ctx, { id: order.id })
  await waiting(1)
  const returned = refundOneOrder(ctx, { id: order.id, ...back, is_return: true })
  const refused = expect(returned).rejects.toMatchObject({ status: 409, error: 'ERROR_ORDER_STATUS' })
  await waiting(2)
  await holding.query('commit')
  holding.release()
  expect(await received).toMatchObject({ status: 'delivered' })
  await refused
  expect(await refundOneOrder(ctx, { id: order.id, ...back, is_return: true })).toMatchObject({
    status: 'returned',
    kept_amount: order.payment_total,
    owed_amount: order.payment_total,
  })
})

test('returned goods go back into stock once if the operator says so, except those cancelled before', async () => {
  const order = await placed('shipped', 'captured')
  await addShipment(db, order.id)
  const { shipment_no } = await addShipment(db, order.id, { status: 'ready', shipped_at: null })
  await cancelOneParcel(ctx, { id: order.id, shipment_no, decision_reason: '欠品' })
  const before = await stock()
  for (let n = 0; n < 2; n++) await refundOneOrder(ctx, { id: order.id, ...back, is_return: true, restock: true })
  expect(await stock()).toBe(before + 2)
  const other = await placed('shipped', 'captured')
  await addShipment(db, other.id)
  await refundOneOrder(ctx, { id: other.id, ...back, is_return: true })
  expect(await stock()).toBe(before + 2)
})

test.each([
  [new PaymentRefused('unusable', '42G'), 422, 'ERROR_PAYMENT_REFUSED'],
  [new PaymentUnavailable('timeout'), 503, 'ERROR_PAYMENT_UNAVAILABLE'],
])('the provider’s answer (%s) is reported in words, and nothing is written', async (said, status, error) => {
  const order = await placed('shipped', 'captured')
  const port = { ...ledger.port, refund: () => Promise.reject(said) }
  const broken = { ...ctx, ports: { ...ctx.ports, payment: new Map([[1, port]]) } }
  const asked = refundOneOrder(broken, { id: order.id, ...back, amount: 500 })
  await expect(asked).rejects.toMatchObject({ status, error, message: expect.stringMatching(/決済会社/) })
  expect(await trail(order.id)).toEqual([])
  expect(await mails(order.id)).toEqual([])
})

test('parcels are received, one or all; the missing parcel of a partly shipped order is cancelled', async () => {
  const order = await placed('shipped', 'captured')
  await addShipment(db, order.id, { tracking_no: '1' })
  const shown = await receiveOneOrder(ctx, { id: order.id })
  expect(shown).toMatchObject({ status: 'delivered', shipments: [{ status: 'received' }] })
  const part = await placed('arranged', 'captured')
  await addShipment(db, part.id)
  const { shipment_no } = await addShipment(db, part.id, { status: 'ready', shipped_at: null })
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
    () => refundOneOrder(elsewhere, { id: order.id, ...back, is_return: true }),
    () => receiveOneOrder(elsewhere, { id: order.id }),
    () => cancelOneParcel(elsewhere, { id: order.id, shipment_no: 'X', decision_reason: '欠品' }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]!.status).toBe('received')
})
