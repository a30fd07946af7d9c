import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import { customer } from '@kushi/db/schema/customer'
import { order_document } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import type { OrderStatus } from '@kushi/values/order-status'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { insertOrderRow, insertShipmentRow } from '../../testing/rows.ts'
import { insertTestSku } from '../cart/testing.ts'
import { buyAgain } from './buy-again.ts'
import { lockOrderRow, writeOrderStatus } from './internal/lock-order.ts'
import { getOrder, listOwnOrders, listPurchases } from './orders.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const ctx = testContext(db, { customer_id: hanako!.id })
const others = [
  { ...ctx, customer_id: taro!.id },
  { ...ctx, shop_id: 3 },
]
const page = { page: 1, per_page: 20 }
const oil = await insertTestSku(db, 9001)
const soap = await insertTestSku(db, 9002, { stock: 3 })
const comb = await insertTestSku(db, 9003, { stock: 0 })
const gone = await insertTestSku(db, 9004, { product_visible: false })
const subscribed = await insertTestSku(db, 9005, { sale_type: 2 })
const at = (time: string) => ({ created_at: new Date(`${time}+09:00`), updated_at: new Date(`${time}+09:00`) })
let key = 0
const again = (order_no: string, idempotency_key = `buy-again-${String(++key).padStart(8, '0')}`) =>
  buyAgain(ctx, { order_no, idempotency_key })

beforeEach(async () => {
  for (const table of [cart_item, cart_sync, order_document]) await db.delete(table)
  await database.pool.query('delete from ledger_entry; delete from order_item; delete from orders')
})

test('years begin at midnight in Japan', async () => {
  const before = await insertOrderRow(db, hanako!, [{ product_sku_id: oil }], at('2025-12-31T23:59:59'))
  const after = await insertOrderRow(db, hanako!, [{ product_sku_id: oil }], at('2026-01-01T00:00:00'))
  await insertOrderRow(db, taro!, [{ product_sku_id: oil }], at('2024-05-01T00:00:00'))
  const of = async (year?: number) => {
    const { items, total, years } = await listOwnOrders(ctx, { ...page, year })
    return { numbers: items.map((item) => item.order_no), total, years }
  }
  expect(await of()).toEqual({ numbers: [after.order_no, before.order_no], total: 2, years: [2026, 2025] })
  expect(await of(2025)).toEqual({ numbers: [before.order_no], total: 1, years: [2026, 2025] })
  expect(await of(2024)).toEqual({ numbers: [], total: 0, years: [2026, 2025] })
})

test('an order is found by the key of the press that made it, by its own member', async () => {
  const idempotency_key = 'of-this-press-alone'
  const { order_no } = await insertOrderRow(db, hanako!, [{ product_sku_id: oil }], { idempotency_key })
  await insertOrderRow(db, hanako!, [{ product_sku_id: oil }])
  expect((await listOwnOrders(ctx, { ...page, idempotency_key })).items).toMatchObject([{ order_no }])
  expect((await listOwnOrders(others[0]!, { ...page, idempotency_key })).items).toEqual([])
  expect((await listOwnOrders(ctx, { ...page, idempotency_key: 'of-no-order-at-all' })).items).toEqual([])
})

test('an order with its history, its parcel and its documents', async () => {
  const { id, order_no } = await insertOrderRow(
    db,
    hanako!,
    [{ product_sku_id: oil, quantity: 2 }],
    at('2026-11-01T10:00:00'),
  )
  const move = (status: OrderStatus, time: string) =>
    db.transaction(async (tx) => {
      const clock = { ...ctx.clock, now: () => new Date(time) }
      await writeOrderStatus(tx, { ...ctx, clock }, [await lockOrderRow(tx, { shop_id: 2, id })], status)
    })
  expect(await getOrder(ctx, { order_no })).toMatchObject({
    status_events: [{ status: 'received', created_at: '2026-11-01T01:00:00.000Z' }],
    shipped_at: null,
    delivered_at: null,
    shipments: [],
    shipment_message: null,
    subscription_id: null,
    receipt_available: false,
    receipt_reason: expect.stringContaining('発送のあと'),
    statement_available: true,
    receipt_count: 0,
    delivery_slip_available: false,
    items: [{ product_sku_id: oil, quantity: 2, subtotal: 2000 }],
  })
  await move('arranged', '2026-11-02T10:00:00+09:00')
  await move('shipped', '2026-11-03T10:00:00+09:00')
  await expect(move('arranged', '2026-11-04T10:00:00+09:00')).rejects.toMatchObject({ status: 409 })
  await insertShipmentRow(db, id, { shipped_at: new Date('2026-11-03T10:00:00+09:00'), tracking_no: '1234-5678-9012' })
  await db.insert(order_document).values({
    shop_id: 2,
    order_id: id,
    document_type: 'receipt',
    issue_no: 1,
    addressee: '',
    proviso: '',
    created_at: ctx.clock.now(),
  })
  const order = await getOrder(ctx, { order_no })
  expect(order.status_events.map((event) => event.status)).toEqual(['received', 'arranged', 'shipped'])
  expect(order).toMatchObject({
    shipped_at: '2026-11-03T01:00:00.000Z',
    delivered_at: null,
    shipment_message: null,
    shipments: [
      {
        carrier: 'yamato',
        tracking_no: '1234-5678-9012',
        status: 'shipped',
        shipped_on: '2026-11-03',
        received_on: null,
        tracking_url: 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number=123456789012',
        items: [{ product_sku_id: oil, product_name: '品9001', quantity: 2 }],
      },
    ],
    receipt_count: 1,
  })
  for (const other of others) await expect(getOrder(other, { order_no })).rejects.toMatchObject({ status: 404 })
})

test('purchases product by product: orders that count, pieces, first and last day, still sold or not', async () => {
  await insertOrderRow(
    db,
    hanako!,
    [{ product_sku_id: oil, quantity: 2, product_name: '旧名' }],
    at('2026-01-31T23:30:00'),
  )
  await insertOrderRow(db, hanako!, [{ product_sku_id: gone }], at('2026-03-01T12:00:00'))
  const last = await insertOrderRow(
    db,
    hanako!,
    [{ product_sku_id: oil, quantity: 3, product_name: '新名' }, { product_sku_id: comb }],
    at('2026-05-01T00:10:00'),
  )
  for (const status of ['cancelled', 'payment_error', 'payment_pending', 'returned'] as const)
    await insertOrderRow(db, hanako!, [{ product_sku_id: soap, quantity: 9 }], { status })
  await insertOrderRow(db, taro!, [{ product_sku_id: soap }])
  const { items, total } = await listPurchases(ctx, page)
  expect(total).toBe(3)
  expect(items.map((item) => item.product_sku_id)).toEqual([comb, oil, gone])
  expect(items[1]).toMatchObject({
    product_name: '新名',
    times: 2,
    quantity: 5,
    last_order_no: last.order_no,
    first_date: '2026-01-31',
    last_date: '2026-05-01',
    is_sold: true,
    is_out_stock: false,
  })
  expect(items[0]).toMatchObject({ is_sold: true, is_out_stock: true })
  expect(items[2]).toMatchObject({ is_sold: false })
  expect(await listPurchases(ctx, { page: 2, per_page: 2 })).toMatchObject({
    items: [{ product_sku_id: gone }],
    total: 3,
  })
  expect(await listPurchases(ctx, { page: 9, per_page: 2 })).toMatchObject({ items: [], total: 3 })
  expect(await listPurchases(others[1]!, page)).toMatchObject({ items: [], total: 0 })
})

test('bought again: what can be had is in the cart, and of the rest is said why not', async () => {
  const { order_no } = await insertOrderRow(db, hanako!, [
    { product_sku_id: oil, quantity: 2 },
    { product_sku_id: soap, quantity: 5 },
    { product_sku_id: comb },
    { product_sku_id: gone },
    { product_sku_id: subscribed },
  ])
  const { items, cart } = await again(order_no)
  expect(
    items.map(({ product_sku_id, subscription, result, error }) => [product_sku_id, subscription, result, error]),
  ).toEqual([
    [oil, 0, 'added', null],
    [soap, 0, 'limited', 'over_stock'],
    [comb, 0, 'refused', 'out_of_stock'],
    [gone, 0, 'refused', 'not_sold'],
    [subscribed, 1, 'added', null],
  ])
  expect(items[1]!.message).toBe('「品9002」の在庫は残り3点です。数量をご変更ください。')
  expect(items[2]!.message).toBe('「品9003」は在庫切れのため、ご購入いただけません。')
  expect(items[0]!.message).toBeNull()
  expect(cart.map(({ id, subscription, quantity }) => [id, subscription, quantity])).toEqual([
    [oil, 0, 2],
    [soap, 0, 3],
    [subscribed, 1, 1],
  ])
})

test('the same key adds nothing twice; another one adds to what is there, up to the limit', async () => {
  const { order_no } = await insertOrderRow(db, hanako!, [{ product_sku_id: oil, quantity: 6 }])
  const first = await again(order_no, 'buy-again-same-key')
  expect(await again(order_no, 'buy-again-same-key')).toEqual(first)
  expect(first.cart).toMatchObject([{ id: oil, quantity: 6 }])
  const second = await again(order_no)
  expect(second.items).toMatchObject([{ result: 'limited', error: 'over_sale_limit' }])
  expect(second.cart).toMatchObject([{ id: oil, quantity: 10 }])
})

test('another member’s order can’t be bought again', async () => {
  const { order_no } = await insertOrderRow(db, hanako!, [{ product_sku_id: oil }])
  for (const other of others) {
    const tried = buyAgain(other, { order_no, idempotency_key: 'buy-again-somebody' })
    await expect(tried).rejects.toMatchObject({ status: 404 })
  }
})

test('a product that went over to another catalogue name keeps its page', async () => {
  await db.update(product).set({ product_name: '改名' }).where(eq(product.id, oil))
  await db.update(product_sku).set({ visible: false }).where(eq(product_sku.id, soap))
  await insertOrderRow(db, hanako!, [{ product_sku_id: oil }, { product_sku_id: soap }])
  const { items } = await listPurchases(ctx, page)
  expect(items.map(({ product_sku_id, is_sold }) => [product_sku_id, is_sold])).toEqual([
    [soap, false],
    [oil, true],
  ])
})

test('an unpaid order names the later one of the same goods that stands', async () => {
  const items = [{ product_sku_id: oil }]
  const failed = await insertOrderRow(db, hanako!, items, { status: 'payment_error' })
  const of = async () => (await getOrder(ctx, { order_no: failed.order_no })).ordered_again
  await insertOrderRow(db, hanako!, items, { status: 'payment_error' })
  await insertOrderRow(db, hanako!, [{ product_sku_id: soap }], { status: 'received' })
  await insertOrderRow(db, taro!, items, { status: 'received' })
  expect(await of()).toBeNull()
  const paid = await insertOrderRow(db, hanako!, [...items, { product_sku_id: soap }], { status: 'received' })
  expect(await of()).toBe(paid.order_no)
  const { items: listed } = await listOwnOrders(ctx, page)
  expect(listed.filter((one) => one.ordered_again !== null).map(({ status }) => status)).toEqual([
    'payment_error',
    'payment_error',
  ])
})
