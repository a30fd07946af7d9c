import { shipment, shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { testDatabase } from '@kushi/db/testing'
import { asc, desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { kamakuraAddress } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { setUpShippingDesk } from '../../testing/shipping-desk.ts'
import { replaceOrder } from '../order/admin/replace-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { buyAgain } from '../order/buy-again.ts'
import { getOrder, listPurchases } from '../order/orders.ts'
import { decideAddressChange, requestAddressChange } from './admin/address-change-request.ts'
import { createShippingBatch } from './admin/batch.ts'
import { createShipmentsOfOrder } from './internal/shipments.ts'
import { shipOrder } from './ship-order.ts'
import { splitParcel } from './split-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { desk, manager, member, placed, begin } = await setUpShippingDesk(database)

/** A set of an oil and two teas, which are sold alone too; the tea is the gift as well. */
const [SET, OIL, TEA] = [128, 101, 133]
const change = (id: number, to: object) => db.update(product_sku).set(to).where(eq(product_sku.id, id))
beforeEach(async () => {
  await begin()
  const parts = [
    { product_sku_id: OIL, pieces: 1 },
    { product_sku_id: TEA, pieces: 2 },
  ]
  await change(SET, { parts, stock: 0, price: 4000, quantity_prices: [], sale_limit: 99 })
  await change(OIL, { stock: 1000 })
  await change(TEA, { stock: 100, price: 1080, visible: true })
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const giving = (more: Partial<typeof promotion.$inferInsert> = {}) =>
  insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'gift', product_sku_id: TEA, pieces: 1 },
    ...more,
  })
const asked = async (...wanted: [id: number, quantity: number][]) =>
  Promise.all(
    wanted.map(async ([product_sku_id, quantity]) => {
      const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, product_sku_id))
      return { product_sku_id, quantity, revision: sku!.revision }
    }),
  )
const buy = async (...wanted: [id: number, quantity: number][]) => {
  const order_no = await placed({ items: await asked(...wanted) })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return order!
}
const rowsOf = (order_id: number) =>
  db.select().from(order_item).where(eq(order_item.order_id, order_id)).orderBy(asc(order_item.id))
const stockOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
const wish = (more: object = {}) => ({
  shipping_address: { ...kamakuraAddress, ...more },
  decision_reason: 'お電話',
  notify: false,
})

const sapporo = { postal_code01: '060', postal_code02: '0001', pref_id: 1, addr01: '札幌市中央区', addr02: '1-1' }

test.each<[string, [number, number][], object]>([
  ['a gift, in the same prefecture', [[OIL, 1]], { addr02: '9-9-9' }],
  ['a gift, in another one', [[OIL, 1]], sapporo],
  ['a set and a gift', [[SET, 1]], { addr02: '9-9-9' }],
  [
    'a set, its part beside it and a gift',
    [
      [SET, 2],
      [TEA, 1],
    ],
    sapporo,
  ],
])('another address moves the order as it was bought: %s', async (_, wanted, to) => {
  await giving()
  const order = await buy(...wanted)
  const { order_no } = order
  const before = await rowsOf(order.id)
  const stock = [await stockOf(OIL), await stockOf(TEA)]
  await createShippingBatch(desk, { order_nos: [order_no] })
  await requestAddressChange(manager, { id: order.id, ...wish(to) })
  await decideAddressChange(desk, { order_no, decision: 'correct' })
  const rows = await rowsOf(order.id)
  const sold = (all: typeof rows) =>
    all.map((row) => [row.product_sku_id, row.quantity, row.subtotal, row.set_sku_id, row.gift_promotion_id])
  expect(sold(rows)).toEqual(sold(before))
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual(stock)
  const [after] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(after).toMatchObject({ ...to, subtotal: order.subtotal })
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, order.id)).orderBy(desc(payment.id))
  expect(paid!.amount).toBe(order.payment_total + after!.delivery_fee - order.delivery_fee)
})

test('an address that the order can’t be changed to is refused before a parcel is taken out', async () => {
  const order = await buy([OIL, 1])
  await createShippingBatch(desk, { order_nos: [order.order_no] })
  await requestAddressChange(manager, { id: order.id, ...wish(sapporo) })
  await db.update(order_item).set({ lump_sum_payment_flag: true }).where(eq(order_item.order_id, order.id))
  const deciding = decideAddressChange(desk, { order_no: order.order_no, decision: 'correct' })
  await expect(deciding).rejects.toMatchObject({ status: 422 })
  expect(await db.select().from(shipment)).toMatchObject([{ status: 'packed' }])
})

test('a parcel is split by pieces, also where a SKU is in the order bought, in a set, and given', async () => {
  await giving()
  const order = await buy([TEA, 2], [SET, 1])
  const [tea] = await rowsOf(order.id)
  const { product_code } = tea!
  await db.transaction((tx) => createShipmentsOfOrder(tx, manager, order))
  const moved = await splitParcel(desk, { order_no: order.order_no, items: [{ product_code, quantity: 3 }] })
  const pieces = await db.select().from(shipment_item).where(eq(shipment_item.shipment_id, moved.id))
  expect(pieces.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3)
  const all = await db.select().from(shipment_item)
  expect(all.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(6)
  const many = {
    order_no: order.order_no,
    shipment_no: (await db.select().from(shipment).orderBy(asc(shipment.id)))[0]!.shipment_no,
  }
  const split = (...quantities: number[]) =>
    splitParcel(desk, { ...many, items: quantities.map((quantity) => ({ product_code, quantity })) })
  await expect(split(3)).rejects.toMatchObject({ status: 422 })
  await expect(split(1, 2)).rejects.toMatchObject({ status: 422 })
})

test('two promotions that give the same goods both keep theirs when the order is changed and none is left', async () => {
  await change(TEA, { price: 100 })
  await giving()
  await giving()
  const order = await buy([OIL, 1])
  await change(TEA, { stock: 0 })
  await createShippingBatch(desk, { order_nos: [order.order_no] })
  await requestAddressChange(manager, { id: order.id, ...wish(sapporo) })
  await decideAddressChange(desk, { order_no: order.order_no, decision: 'correct' })
  expect((await rowsOf(order.id)).map((row) => [row.product_sku_id, row.quantity])).toEqual([
    [OIL, 1],
    [TEA, 1],
    [TEA, 1],
  ])
})

test('what was given was not bought: 購入履歴, buying again after a 再送, and the name of an order', async () => {
  await giving()
  const order = await buy([SET, 1])
  const { items } = await listPurchases(member, { page: 1, per_page: 20 })
  expect(items.map((one) => [one.product_sku_id, one.quantity])).toEqual([[SET, 1]])
  expect(await showOrder(manager, { id: order.id })).toMatchObject({
    items_text: expect.stringContaining('贈りもの箱'),
  })
  await shipOrder(desk, { order_no: order.order_no, carrier: 'yamato', tracking_no: '123456789012' })
  const rows = await rowsOf(order.id)
  const again = await replaceOrder(manager, {
    id: order.id,
    kind: 'resend',
    items: rows.map((row) => ({ order_item_id: row.id, product_sku_id: row.product_sku_id, quantity: row.quantity })),
    idempotency_key: 'sent-again-0001',
    decision_reason: '破損',
    notify: false,
  })
  const bought = await buyAgain(member, { order_no: again.order_no, idempotency_key: 'bought-again-0001' })
  expect(bought.items.map((one) => [one.product_sku_id, one.quantity])).toEqual([[SET, 1]])
})

test('an order that was not paid counts as ordered again by the same goods, not by a gift or by parts of a set', async () => {
  const failed = await buy([TEA, 1])
  await db.update(orders).set({ status: 'payment_error' }).where(eq(orders.id, failed.id))
  const again = async () => (await getOrder(member, { order_no: failed.order_no })).ordered_again
  await giving()
  await buy([OIL, 1])
  await buy([SET, 1])
  expect(await again()).toBeNull()
  const { order_no } = await buy([TEA, 1])
  expect(await again()).toBe(order_no)
})
