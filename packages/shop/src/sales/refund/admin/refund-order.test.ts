import { audit_event } from '@kushi/db/schema/operator'
import { order_item } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { mapOrderFees } from '@kushi/values/order-amounts'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { fakeCardProvider } from '../../../testing/fake-card-provider.ts'
import { waitForLockWaiters } from '../../../testing/lock-waits.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertPaidOrder, type PaidOrderState } from '../../../testing/paid-order.ts'
import { insertShipmentRow } from '../../../testing/rows.ts'
import { cancelOneParcel, markOneOrderDelivered } from '../../fulfilment/admin/end-order.ts'
import { showOrder } from '../../order/admin/show-order.ts'
import { refundOneOrder, retainOwedAmount } from './refund-order.ts'

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
const waiting = (count: number) => waitForLockWaiters(database, count)
const mails = async (order_id: number) =>
  (await db.select().from(outbox).where(eq(outbox.order_id, order_id))).map(({ subject }) => subject)
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
const seen = { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 }
const back = { seen, by_hand: false, decision_reason: 'お客様のご都合', notify: true }
const returned = { kind: 'return', restock: false, keep_subscription: false } as const
const reduction = (amount: number) => ({ kind: 'reduction', amount }) as const

test('the mail of a refund names the goods and what was paid for them', async () => {
  const order = await placed('shipped', 'captured')
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
  const [piece] = (await showOrder(ctx, { id: order.id })).refundable.items
  const amount = piece!.amounts[0]!
  await refundOneOrder(ctx, {
    id: order.id,
    ...back,
    refund: {
      kind: 'goods',
      items: [{ order_item_id: item!.id, quantity: 1, restock: false }],
      ...mapOrderFees(() => false),
      amount,
    },
  })
  const [mail] = await db.select().from(outbox).where(eq(outbox.order_id, order.id))
  const { text } = mail!.payload as { text: string }
  expect(text).toContain(`返金の内訳\n・${item!.product_name}`)
  expect(text).toContain(`1点 ${formatYen(amount)}`)
})

test('a partial refund is made once, however often it is requested; more than was captured is rejected at the field', async () => {
  const order = await placed('shipped', 'captured')
  for (let n = 0; n < 2; n++) {
    const shown = await refundOneOrder(ctx, { id: order.id, ...back, refund: reduction(500) })
    expect(shown).toMatchObject({ status: 'shipped', kept_amount: order.payment_total - 500 })
  }
  expect(ledger.trades.get(order.order_no)).toMatchObject({ refunded_amount: 500 })
  expect(await mails(order.id)).toEqual([expect.stringContaining('ご返金の手続き')])
  const entries = await trail(order.id)
  expect(entries[0]).toMatchObject({ before: { refunded_amount: 0 }, after: { refunded_amount: 500 } })
  const now = { ...seen, refunded_amount: 500 }
  for (const amount of [order.payment_total, order.payment_total - 500])
    await expect(
      refundOneOrder(ctx, { id: order.id, ...back, refund: reduction(amount), seen: now }),
    ).rejects.toMatchObject({ status: 422, fields: [{ path: 'refund.amount' }] })
  await expect(refundOneOrder(ctx, { id: order.id, ...back, refund: reduction(300) })).rejects.toMatchObject({
    error: 'ERROR_CHANGED_MEANWHILE',
  })
  expect(await trail(order.id)).toHaveLength(entries.length)
})

test('a return refunds the rest and ends the order', async () => {
  const order = await placed('shipped', 'captured')
  await insertShipmentRow(db, order.id)
  await refundOneOrder(ctx, { id: order.id, ...back, refund: reduction(500) })
  const shown = await refundOneOrder(ctx, {
    id: order.id,
    ...back,
    refund: returned,
    seen: { ...seen, refunded_amount: 500 },
  })
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
  await insertShipmentRow(db, order.id)
  await db.update(payment).set({ payment_method_id: null }).where(eq(payment.order_id, order.id))
  const holding = await database.pool.connect()
  await holding.query('begin')
  await holding.query('select 1 from orders where shop_id = 2 and id = $1 for update', [order.id])
  const received = markOneOrderDelivered(ctx, { id: order.id })
  await waiting(1)
  const returning = refundOneOrder(ctx, { id: order.id, ...back, refund: returned })
  const refused = expect(returning).rejects.toMatchObject({ status: 409, error: 'ERROR_ORDER_STATUS' })
  await waiting(2)
  await holding.query('commit')
  holding.release()
  expect(await received).toMatchObject({ status: 'delivered' })
  await refused
  expect(await refundOneOrder(ctx, { id: order.id, ...back, refund: returned })).toMatchObject({
    status: 'returned',
    kept_amount: order.payment_total,
    owed_amount: order.payment_total,
  })
})

test('returned goods go back into stock once if the operator says so, except those cancelled before', async () => {
  const order = await placed('shipped', 'captured')
  await insertShipmentRow(db, order.id)
  const { shipment_no } = await insertShipmentRow(db, order.id, { status: 'ready', shipped_at: null })
  await cancelOneParcel(ctx, { id: order.id, shipment_no, decision_reason: '欠品' })
  const before = await stock()
  for (let n = 0; n < 2; n++)
    await refundOneOrder(ctx, { id: order.id, ...back, refund: { ...returned, restock: true } })
  expect(await stock()).toBe(before + 2)
  const other = await placed('shipped', 'captured')
  await insertShipmentRow(db, other.id)
  await refundOneOrder(ctx, { id: other.id, ...back, refund: returned })
  expect(await stock()).toBe(before + 2)
})

test.each([
  [new PaymentRefused('unusable', '42G'), 422, 'ERROR_PAYMENT_REFUSED'],
  [new PaymentUnavailable('timeout'), 503, 'ERROR_PAYMENT_UNAVAILABLE'],
])('the provider’s answer (%s) is reported in words, and nothing is written', async (said, status, error) => {
  const order = await placed('shipped', 'captured')
  const port = { ...ledger.port, refund: () => Promise.reject(said) }
  const broken = { ...ctx, ports: { ...ctx.ports, payment: new Map([[1, port]]) } }
  const asked = refundOneOrder(broken, { id: order.id, ...back, refund: reduction(500) })
  await expect(asked).rejects.toMatchObject({ status, error, message: expect.stringMatching(/決済会社/) })
  expect(await trail(order.id)).toEqual([])
  expect(await mails(order.id)).toEqual([])
})

test('an order of another shop is not found', async () => {
  const order = await placed('shipped', 'captured')
  const elsewhere = { ...ctx, shop_id: 3 }
  for (const call of [
    () => refundOneOrder(elsewhere, { id: order.id, ...back, refund: returned }),
    () => retainOwedAmount(elsewhere, { id: order.id, decision_reason: '再送で済ませたため', owed_amount: 1 }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
})
