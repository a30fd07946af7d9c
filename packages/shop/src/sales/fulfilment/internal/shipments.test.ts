import { customer } from '@kushi/db/schema/customer'
import { shipment, shipment_item, shipping_batch } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { asc, eq, inArray, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../../../context.ts'
import { type PaymentPort, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { commandLineContext } from '../../../testing/admin-context.ts'
import { carrierFilesInMemory } from '../../../testing/carrier-files.ts'
import { testClock, testContext, throwingPort } from '../../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../../testing/order.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../../testing/rows.ts'
import { placeOrder } from '../../checkout/place-order.ts'
import { getOrder, listOrdersForOperator } from '../../order/orders.ts'
import { refundOrder } from '../../refund/refund-order.ts'
import { cancelOrder } from '../cancel-order.ts'
import { markDeliveredByTerm } from '../mark-delivered-by-term.ts'
import { cancelShipment, markParcelsDelivered } from '../receive-shipments.ts'
import { shipOrder } from '../ship-order.ts'
import { splitParcel } from '../split-order.ts'
import { startShippingBatch } from '../start-batch.ts'
import { makeShipmentNo } from './shipments.ts'
import { unpackShipment } from './unpack-shipment.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const codes = await db
  .select({ id: product_sku.id, code: product_sku.product_code })
  .from(product_sku)
  .where(inArray(product_sku.id, [101, 133]))
const oil = codes.find(({ id }) => id === 101)!.code
const other = codes.find(({ id }) => id === 133)!.code

let captured: { amount: number; tracking_no: string; carrier: string }[] = []
/** Runs during the call that reports the parcel to the provider. */
let capturing: () => Promise<void> = async () => {}
const reference = { np_transaction_id: '1' }
const port: Partial<PaymentPort> = {
  authorise: async () => ({ kind: 'authorised', reference }),
  capture: async ({ amount }, { tracking_no, carrier }) => {
    await capturing()
    captured.push({ amount, tracking_no, carrier })
    return reference
  },
  refund: async () => reference,
}
const clock = testClock()
const { payment: cash } = testContext(db).ports
const [customer_id] = await insertMembers(db, 1)
const ctx: MemberContext = testContext(db, {
  customer_id: customer_id!,
  clock,
  ports: {
    payment: new Map([...cash, [4, { ...throwingPort<PaymentPort>('payment'), ...port } as PaymentPort]]),
    carrier_file: carrierFilesInMemory(),
  },
})

beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit')
  captured = []
  capturing = async () => {}
})

/** Two oils and another product, by invoice or cash on delivery. */
async function placed(payment_method_id: 4 | null = 4): Promise<string> {
  const items = [
    { product_sku_id: 101, quantity: 2, revision: 1 },
    { product_sku_id: 133, quantity: 1, revision: 1 },
  ]
  return (await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id, items })))).order_no
}
const yamato = (tracking_no: string) => ({ carrier: 'yamato', tracking_no }) as const
const parcels = () => db.select().from(shipment).orderBy(asc(shipment.id))
const statusOf = async (order_no: string) => (await getOrder(ctx, { order_no })).status
const contents = async (order_no: string) =>
  (await getOrder(ctx, { order_no })).shipments.map(({ items }) =>
    items.map(({ product_code, quantity }) => `${product_code}=${quantity}`),
  )
const mailCount = async () => (await db.select().from(outbox).where(like(outbox.dedupe_key, 'order-shipped:%'))).length
/** Frozen oil in the first parcel, the other product in the second. */
async function inTwo(payment_method_id: 4 | null = 4) {
  const order_no = await placed(payment_method_id)
  await splitParcel(ctx, { order_no, items: [{ product_code: other, quantity: 1 }], temperature: 'frozen' })
  const [first, second] = await parcels()
  return { order_no, first: first!.shipment_no, second: second!.shipment_no }
}

test('a number is 12 signs that can be read out, and begins with the day', () => {
  expect(makeShipmentNo('2026-11-21')).toMatch(/^261121[2-9A-HJ-NP-Z]{6}$/)
})

test('an order that is shipped whole has one parcel with everything', async () => {
  const order_no = await placed()
  expect(await getOrder(ctx, { order_no })).toMatchObject({ shipments: [], shipment_message: null })
  expect(await shipOrder(ctx, { order_no, ...yamato('1111') })).toMatchObject({ status: 'shipped' })
  expect(await getOrder(ctx, { order_no })).toMatchObject({
    shipment_message: null,
    shipments: [{ status: 'shipped', carrier: 'yamato', tracking_no: '1111', received_on: null }],
    status_events: [
      { status: 'payment_pending' },
      { status: 'received' },
      { status: 'arranged' },
      { status: 'shipped' },
    ],
  })
  expect(await contents(order_no)).toEqual([[`${oil}=2`, `${other}=1`]])
  expect((await markParcelsDelivered(ctx, { order_no })).status).toBe('delivered')
  expect((await markParcelsDelivered(ctx, { order_no })).status).toBe('delivered')
})

test('the number of another shop’s order is unknown here', async () => {
  const order_no = await placed()
  const elsewhere = { ...ctx, shop_id: 3 }
  for (const call of [
    () => shipOrder(elsewhere, { order_no, ...yamato('100000000001') }),
    () => splitParcel(elsewhere, { order_no, items: [{ product_code: other, quantity: 1 }] }),
    () => cancelOrder(elsewhere, { order_no }),
    () => markParcelsDelivered(elsewhere, { order_no }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  expect(captured).toEqual([])
  // Another shop's job does not touch its parcels either.
  await shipOrder(ctx, { order_no, ...yamato('100000000001') })
  clock.move(30)
  expect(await markDeliveredByTerm(elsewhere)).toBe(0)
  expect(await markDeliveredByTerm(ctx)).toBe(1)
  clock.move(-30)
})

test('several parcels: the money is taken once, with the first; the order follows the last', async () => {
  const { order_no, first, second } = await inTwo()
  expect(await contents(order_no)).toEqual([[`${oil}=2`], [`${other}=1`]])
  expect((await parcels()).map(({ temperature }) => temperature)).toEqual(['normal', 'frozen'])
  await expect(shipOrder(ctx, { order_no, ...yamato('1111') })).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_NO' })
  expect(captured).toEqual([])

  await shipOrder(ctx, { order_no, shipment_no: first, ...yamato('1111') })
  const part = await getOrder(ctx, { order_no })
  expect(part).toMatchObject({
    status: 'arranged',
    shipment_message: expect.stringContaining('一部の商品を発送しました'),
  })
  const [mail] = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `order-shipped:${first}:1111`))
  expect(mail!.payload).toMatchObject({
    text: expect.stringMatching(/お荷物の内容: .+\(.+ \/ .+\) 2点\n[\s\S]*残りの商品は[\s\S]*\/sh\/mypage\/history/),
    // Of this parcel, not of the whole order.
    pictures: [expect.stringContaining('/sh/letter-pictures/large/camellia-oil-6.jpg')],
  })
  clock.move(1)
  expect((await shipOrder(ctx, { order_no, shipment_no: second, carrier: 'sagawa', tracking_no: '2222' })).status).toBe(
    'shipped',
  )
  expect(captured).toEqual([{ amount: expect.any(Number), tracking_no: '1111', carrier: 'yamato' }])
  const [row] = await db.select().from(orders)
  expect(await db.select().from(payment)).toMatchObject([{ state: 'captured', captured_amount: row!.payment_total }])
  const whole = await getOrder(ctx, { order_no })
  expect(whole.shipment_message).toBeNull()
  expect(whole.shipments.map(({ tracking_url }) => tracking_url)).toEqual([
    expect.stringContaining('kuronekoyamato'),
    expect.stringContaining('sagawa'),
  ])
  expect(await listOrdersForOperator(ctx, undefined, 10)).toMatchObject([{ order_no, tracking_no: '1111 2222' }])

  expect((await markParcelsDelivered(ctx, { order_no, shipment_no: second })).status).toBe('shipped')
  expect((await markParcelsDelivered(ctx, { order_no, shipment_no: second })).status).toBe('shipped')
  expect((await markParcelsDelivered(ctx, { order_no })).status).toBe('delivered')
})

test('two parcels handed over at the same moment: captured once, both told', async () => {
  const { order_no, first, second } = await inTwo()
  await Promise.all([
    shipOrder(ctx, { order_no, shipment_no: first, ...yamato('1111') }),
    shipOrder(ctx, { order_no, shipment_no: second, ...yamato('2222') }),
  ])
  expect(captured).toHaveLength(1)
  expect(await statusOf(order_no)).toBe('shipped')
  expect((await parcels()).map(({ tracking_no }) => tracking_no)).toEqual(['1111', '2222'])
  expect(await mailCount()).toBe(2)
})

test('cut off after the money was taken: run again, it goes on without taking it twice', async () => {
  const { order_no, first, second } = await inTwo()
  // The provider has responded, but the database is gone.
  const broken = {
    ...ctx,
    db: Object.assign(Object.create(ctx.db), { transaction: () => Promise.reject(new Error('gone')) }),
  }
  await expect(shipOrder(broken, { order_no, shipment_no: first, ...yamato('1111') })).rejects.toThrow('gone')
  expect(captured).toHaveLength(1)
  expect((await parcels()).map(({ status }) => status)).toEqual(['ready', 'ready'])
  await expect(cancelOrder(ctx, { order_no })).rejects.toMatchObject({ status: 409 })
  await shipOrder(ctx, { order_no, shipment_no: first, ...yamato('1111') })
  await shipOrder(ctx, { order_no, shipment_no: second, ...yamato('2222') })
  expect(captured).toHaveLength(1)
  expect(await statusOf(order_no)).toBe('shipped')
})

test('no answer of the provider: nothing has left, and it is asked again', async () => {
  const order_no = await placed()
  capturing = () => Promise.reject(new PaymentUnavailable('down'))
  await expect(shipOrder(ctx, { order_no, ...yamato('1111') })).rejects.toThrow('down')
  expect(await statusOf(order_no)).toBe('received')
  capturing = async () => {}
  await shipOrder(ctx, { order_no, ...yamato('1111') })
  expect(captured).toHaveLength(1)
})

test('the same number twice is nothing; another one is a conflict, unless it is to replace the first', async () => {
  const order_no = await placed()
  for (let n = 0; n < 2; n++) await shipOrder(ctx, { order_no, ...yamato('1111') })
  expect(await mailCount()).toBe(1)
  const conflict = { status: 409, error: 'ERROR_TRACKING_NO', message: expect.stringContaining('ヤマト運輸 1111') }
  await expect(shipOrder(ctx, { order_no, ...yamato('9999') })).rejects.toMatchObject(conflict)
  await expect(shipOrder(ctx, { order_no, carrier: 'sagawa', tracking_no: '1111' })).rejects.toMatchObject(conflict)
  expect(await parcels()).toMatchObject([{ carrier: 'yamato', tracking_no: '1111' }])
  await shipOrder(ctx, { order_no, ...yamato('9999'), replace: true })
  expect(await parcels()).toMatchObject([{ tracking_no: '9999' }])
  expect(await mailCount()).toBe(2)
  expect(captured).toHaveLength(1)
  await markParcelsDelivered(ctx, { order_no })
  await shipOrder(ctx, { order_no, ...yamato('9999') })
  await expect(shipOrder(ctx, { order_no, ...yamato('8888'), replace: true })).rejects.toMatchObject({
    error: 'ERROR_TRACKING_NO',
  })
})

test('only what is in a parcel goes into another, and something stays', async () => {
  const order_no = await placed()
  const split = (items: { product_code: string; quantity: number }[]) => splitParcel(ctx, { order_no, items })
  const refused = { status: 422, error: 'ERROR_SHIPMENT_ITEMS' }
  for (const items of [
    [],
    [{ product_code: oil, quantity: 3 }],
    [{ product_code: oil, quantity: 0 }],
    [{ product_code: 'NOTHING', quantity: 1 }],
    [
      { product_code: oil, quantity: 2 },
      { product_code: other, quantity: 1 },
    ],
  ])
    await expect(split(items)).rejects.toMatchObject(refused)
  expect(await parcels()).toEqual([])
  await split([{ product_code: oil, quantity: 1 }])
  expect(await contents(order_no)).toEqual([[`${oil}=1`, `${other}=1`], [`${oil}=1`]])
  // Every ordered piece is in a parcel exactly once.
  const pieces = await db.select().from(shipment_item)
  const items = await db.select().from(order_item)
  for (const { id, quantity } of items)
    expect(pieces.filter((piece) => piece.order_item_id === id).reduce((sum, piece) => sum + piece.quantity, 0)).toBe(
      quantity,
    )
})

test('a batch freezes what is ready: it is not split or packed again, and is done when all has left', async () => {
  const desk = commandLineContext(ctx)
  const { order_no, first, second } = await inTwo()
  const { batch, shipments, left_out } = await startShippingBatch(desk, { order_nos: [order_no] })
  expect(batch).toMatchObject({ status: 'created', batch_no: expect.stringMatching(/^[0-9A-Z]{12}$/) })
  expect(left_out).toEqual([])
  expect(shipments.map(({ status, shipping_batch_id, pick_no }) => [status, shipping_batch_id, pick_no])).toEqual([
    ['packed', batch.id, 1],
    ['packed', batch.id, 2],
  ])
  const again = startShippingBatch(desk, { order_nos: [order_no] })
  await expect(again).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
  expect(await db.$count(shipping_batch)).toBe(1)
  const split = splitParcel(ctx, { order_no, shipment_no: first, items: [{ product_code: oil, quantity: 1 }] })
  await expect(split).rejects.toMatchObject({ error: 'ERROR_SHIPMENT_STATUS' })
  await shipOrder(ctx, { order_no, shipment_no: first, ...yamato('1111') })
  expect(await db.select().from(shipping_batch)).toMatchObject([{ status: 'created' }])
  const parcels = await db.select().from(shipment)
  expect(
    await db.transaction((tx) => unpackShipment(tx, desk, parcels.find(({ shipment_no }) => shipment_no === second)!)),
  ).toMatchObject({
    status: 'ready',
    shipping_batch_id: null,
    packed_at: null,
    pick_no: null,
  })
  expect(await db.select().from(shipping_batch)).toMatchObject([{ status: 'completed' }])
})

test('cancelled before it left: its parcels too; after a part left, what is missing is cancelled by itself', async () => {
  const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 133)))[0]!.stock
  const before = await stock()
  const whole = await inTwo()
  const early = cancelShipment(ctx, { order_no: whole.order_no, shipment_no: whole.second })
  await expect(early).rejects.toMatchObject({ status: 409 })
  await cancelOrder(ctx, { order_no: whole.order_no })
  expect((await parcels()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  expect(await stock()).toBe(before)
  expect(await getOrder(ctx, { order_no: whole.order_no })).toMatchObject({ status: 'cancelled', shipments: [] })

  await db.delete(shipment)
  const { order_no, first, second } = await inTwo()
  await shipOrder(ctx, { order_no, shipment_no: first, ...yamato('1111') })
  const late = cancelOrder(ctx, { order_no })
  await expect(late).rejects.toMatchObject({ status: 409, message: expect.stringContaining('一部を発送済み') })
  await markParcelsDelivered(ctx, { order_no })
  expect(await statusOf(order_no)).toBe('arranged')
  // Everything that still had to arrive has arrived.
  expect((await cancelShipment(ctx, { order_no, shipment_no: second })).status).toBe('delivered')
  expect(await stock()).toBe(before)
  expect((await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 100 } })).status).toBe('delivered')
  expect((await refundOrder(ctx, { order_no, refund: { kind: 'return' } })).status).toBe('returned')
  expect((await parcels()).map(({ status }) => status)).toEqual(['returned', 'cancelled'])
})

test('by its term each parcel is received, cash is collected with the last', async () => {
  const { order_no, first, second } = await inTwo(null)
  await shipOrder(ctx, { order_no, shipment_no: first, ...yamato('1111') })
  clock.move(4)
  await shipOrder(ctx, { order_no, shipment_no: second, ...yamato('2222') })
  clock.move(3)
  expect(await markDeliveredByTerm(ctx)).toBe(1)
  expect(await db.select().from(payment)).toMatchObject([{ state: 'authorised' }])
  expect(await statusOf(order_no)).toBe('shipped')
  clock.move(4)
  expect(await markDeliveredByTerm(ctx)).toBe(1)
  expect(await db.select().from(payment)).toMatchObject([{ state: 'captured' }])
  expect(await statusOf(order_no)).toBe('delivered')
})

test('a subscription goes on when the last parcel of its delivery is there, and not before', async () => {
  const [member] = await db.select().from(customer).where(eq(customer.id, customer_id!))
  const id = await insertSubscriptionRow(db, member!)
  const { order_no } = await insertOrderRow(db, member!, [{ product_sku_id: 101 }, { product_sku_id: 133 }], {
    subscription_id: id,
    cycle: 2,
    status: 'arranged',
    idempotency_key: null,
    payment_method_id: null,
  })
  await splitParcel(ctx, { order_no, items: [{ product_code: other, quantity: 1 }] })
  const [first, second] = await parcels()
  const cycle = async () => (await db.select().from(subscription).where(eq(subscription.id, id)))[0]!.cycle
  await shipOrder(ctx, { order_no, shipment_no: first!.shipment_no, ...yamato('1111') })
  await markParcelsDelivered(ctx, { order_no })
  expect(await cycle()).toBe(2)
  await shipOrder(ctx, { order_no, shipment_no: second!.shipment_no, ...yamato('2222') })
  await markParcelsDelivered(ctx, { order_no })
  expect(await cycle()).toBe(3)
  await markParcelsDelivered(ctx, { order_no })
  expect(await cycle()).toBe(3)
})

test('the database refuses a parcel that left without a number, and one that is packed in no batch', async () => {
  const order_no = await placed()
  await splitParcel(ctx, { order_no, items: [{ product_code: oil, quantity: 1 }] })
  for (const [set, constraint] of [
    [{ status: 'shipped' as const }, 'shipment_handover'],
    [{ status: 'packed' as const }, 'shipment_packed'],
    [{ shipment_no: 'K261121-7QK3M9XA' }, 'shipment_no'],
  ] as const)
    await expect(db.update(shipment).set(set)).rejects.toMatchObject({ cause: { constraint } })
})
