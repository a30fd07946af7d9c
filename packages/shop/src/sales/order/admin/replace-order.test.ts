import { randomUUID } from 'node:crypto'
import type { Replacement } from '@kushi/contract/admin/order'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { audit_event } from '@kushi/db/schema/operator'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku, stock_event } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { ORDER_STATUSES } from '@kushi/values/order-status'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertMembers, kamakuraAddress } from '../../../testing/order.ts'
import { insertOrderRow } from '../../../testing/rows.ts'
import { getOrder, listPurchases } from '../orders.ts'
import { replaceOrder } from './replace-order.ts'
import { settleReturnedGoods } from './return-goods.ts'
import { showOrder } from './show-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const ctx = await operatorContext(db)

/** Two bottles and a comb that were shipped, paid by cash on delivery. */
async function sold(more: Partial<typeof orders.$inferInsert> = {}) {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const bought = [{ product_sku_id: 101, quantity: 2, price: 2000 }, { product_sku_id: 102 }]
  const order = await insertOrderRow(db, member!, bought, { status: 'shipped', payment_method_id: null, ...more })
  const items = await db.select().from(order_item).where(eq(order_item.order_id, order.id)).orderBy(order_item.id)
  return { order, member: member!, items }
}
type OrderUnderTest = Awaited<ReturnType<typeof sold>>
const asked = ({ order, items }: OrderUnderTest, more: Partial<Replacement> = {}) => ({
  id: order.id,
  kind: 'resend' as const,
  decision_reason: '配送中の破損',
  notify: true,
  items: [{ order_item_id: items[0]!.id, product_sku_id: 101, quantity: 1 }],
  idempotency_key: randomUUID(),
  ...more,
})
const stock = async (id = 101) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
const refused = (promise: Promise<unknown>, fields: Record<string, unknown>) =>
  expect(promise).rejects.toMatchObject(fields)
const madeOf = (id: number) => db.select().from(orders).where(eq(orders.replaces_order_id, id))

test('the items are sent to the same address again, free of charge, with a mail and an audit entry', async () => {
  const one = await sold({ delivery_notes: '玄関の前へ', adcd: 'SPRING' })
  const before = await stock()
  const made = await replaceOrder(ctx, asked(one))
  expect(await stock()).toBe(before - 1)
  expect(made).toMatchObject({
    status: 'received',
    replacement_kind: 'resend',
    replaces: { order_no: one.order.order_no },
    is_first: false,
    subtotal: 2000,
    adjustment_amount: -2000,
    payment_total: 0,
    tax_total: 0,
    payments: [],
    adcd: null,
    subscription: null,
    delivery_notes: '玄関の前へ',
    delivery_date: null,
    recipient: { name: '山口 花子' },
    items: [{ product_sku_id: 101, quantity: 1, price: 2000, replaceable: 1 }],
    refusals: { cancel: null, change: expect.stringContaining('再送'), refund: expect.any(String), goods_back: null },
    documents: { receipt: expect.stringContaining('再送'), delivery_slip: expect.stringContaining('発送のあと') },
  } as never)
  expect(await db.$count(payment, eq(payment.order_id, made.id))).toBe(0)
  const mails = await db.select().from(outbox).where(eq(outbox.order_id, made.id))
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('商品を再度お送りします')])
  expect(JSON.stringify(mails[0]!.payload)).toContain(one.order.order_no)
  const [trail] = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(made.id)))
  expect(trail!.after).toMatchObject({ replaces: one.order.order_no, decision_reason: '配送中の破損' })
  // Each of the two orders names the other.
  const original = await showOrder(ctx, { id: one.order.id })
  expect(original).toMatchObject({
    replacements: [{ order_no: made.order_no, replacement_kind: 'resend', status: 'received' }],
    items: [{ replaceable: 1 }, { replaceable: 1 }],
    refusals: { replace: null },
  })
  expect(original.timeline.map(({ text }) => text)).toContain(`再送の注文 ${made.order_no} を作りました`)
  expect(made.timeline.map(({ text }) => text)).toContain(`再送の注文です(元の注文 ${one.order.order_no})`)
})

test('its member sees it for 0 yen, and it does not count as bought', async () => {
  const one = await sold()
  const { order_no } = await replaceOrder(ctx, asked(one))
  const member = testContext(db, { customer_id: one.member.id })
  expect(await getOrder(member, { order_no })).toMatchObject({
    replacement_kind: 'resend',
    payment_total: 0,
    payment_texts: [],
    receipt_available: false,
    statement_available: true,
    delivery_slip_available: false,
  })
  const { items } = await listPurchases(member, { page: 1, per_page: 10 })
  expect(items.find(({ product_sku_id }) => product_sku_id === 101)).toMatchObject({ times: 1, quantity: 2 })
})

test.each(ORDER_STATUSES)('%s: only what has left is sent again', async (status) => {
  const made = replaceOrder(ctx, asked(await sold({ status })))
  if (['shipped', 'delivered', 'returned'].includes(status)) expect(await made).toMatchObject({ payment_total: 0 })
  else await refused(made, { status: 409, error: 'ERROR_ORDER_STATUS' })
})

test('never more pieces than were sold, those aside whose replacement was cancelled', async () => {
  const one = await sold()
  const [first] = one.items
  const item = { order_item_id: first!.id, product_sku_id: 101 }
  const beside = (path: string, message: string) => ({
    status: 422,
    fields: [expect.objectContaining({ path, message: expect.stringContaining(message) })],
  })
  await refused(replaceOrder(ctx, asked(one, { items: [{ ...item, quantity: 3 }] })), beside('items.0.quantity', '2点'))
  // Two lines of the same item are counted together.
  const twice = [
    { ...item, quantity: 1 },
    { ...item, quantity: 2 },
  ]
  await refused(replaceOrder(ctx, asked(one, { items: twice })), beside('items.1.quantity', 'あと1点'))
  const made = await replaceOrder(ctx, asked(one, { items: [{ ...item, quantity: 2 }] }))
  await refused(replaceOrder(ctx, asked(one)), beside('items.0.quantity', 'あと0点'))
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, made.id))
  expect(await replaceOrder(ctx, asked(one))).toMatchObject({ payment_total: 0 })
})

test('items of other orders, other goods as 再送 and unknown goods are refused beside their field', async () => {
  const [one, other] = [await sold(), await sold()]
  const wish = (order_item_id: number, product_sku_id: number) => ({ order_item_id, product_sku_id, quantity: 1 })
  for (const [item, path, kind] of [
    [wish(other.items[0]!.id, 101), 'items.0.order_item_id', 'resend'],
    [wish(one.items[0]!.id, 102), 'items.0.product_sku_id', 'resend'],
    [wish(one.items[0]!.id, 999_999), 'items.0.product_sku_id', 'exchange'],
  ] as const)
    await refused(replaceOrder(ctx, asked(one, { kind, items: [item] })), { status: 422, fields: [{ path }] })
  expect(await madeOf(one.order.id)).toEqual([])
})

test('without stock nothing is made', async () => {
  const one = await sold()
  const before = await stock()
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
  await refused(replaceOrder(ctx, asked(one)), { status: 409, error: 'ERROR_OUT_OF_STOCK' })
  expect(await madeOf(one.order.id)).toEqual([])
  await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 101))
})

test('what the shop hides goes again as long as there is some, and nothing else that is hidden', async () => {
  const one = await sold()
  const before = await stock()
  const hide = (visible: boolean) => db.update(product_sku).set({ visible }).where(eq(product_sku.id, 101))
  await hide(false)
  const other = await sold()
  await db.delete(order_item).where(eq(order_item.id, other.items[0]!.id))
  const items = [{ order_item_id: other.items[1]!.id, product_sku_id: 101, quantity: 1 }]
  await refused(replaceOrder(ctx, asked(other, { kind: 'exchange', items })), {
    status: 422,
    fields: [{ path: 'items.0.product_sku_id' }],
  })
  expect(await replaceOrder(ctx, asked(one))).toMatchObject({ items: [{ product_sku_id: 101, price: 2000 }] })
  expect(await stock()).toBe(before - 1)
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
  await refused(replaceOrder(ctx, asked(one)), { status: 409, error: 'ERROR_OUT_OF_STOCK' })
  await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 101))
  await hide(true)
})

test('a friend is told over LINE too, where they are told at all', async () => {
  const one = await sold()
  const line_id = `U${one.member.id}`
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  await db.update(customer).set({ line_id }).where(eq(customer.id, one.member.id))
  await db
    .insert(line_friend)
    .values({ shop_id: 2, line_user_id: line_id, friend_status_id: 4, updated_at: new Date() })
  const messagesOf = async (id: number) =>
    (await db.select().from(outbox).where(eq(outbox.order_id, id)).orderBy(outbox.kind)).map(({ kind }) => kind)
  const made = await replaceOrder(ctx, asked(one))
  const [card] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.order_id, made.id), eq(outbox.kind, 'line')))
  expect(await messagesOf(made.id)).toEqual(['line', 'mail'])
  const { to, message } = card!.payload as { to: string; message: { altText: string } }
  expect(to).toBe(line_id)
  for (const said of ['商品を再度お送りします', made.order_no, one.order.order_no, '1点'])
    expect(message.altText).toContain(said)
  expect(await messagesOf((await replaceOrder(ctx, asked(one, { notify: false }))).id)).toEqual([])
})

test('pressed twice, one after the other and at once, it is one order', async () => {
  const one = await sold()
  const before = await stock()
  const press = asked(one)
  const made = await Promise.all([replaceOrder(ctx, press), replaceOrder(ctx, press)])
  made.push(await replaceOrder(ctx, press))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await stock()).toBe(before - 1)
  // Concurrent calls can't send more than was sold either.
  const all = [{ order_item_id: one.items[0]!.id, product_sku_id: 101, quantity: 1 }]
  const two = await Promise.allSettled([1, 2].map(() => replaceOrder(ctx, asked(one, { items: all }))))
  expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // The key of a different order is rejected.
  const another = await sold()
  const stolen = await replaceOrder(ctx, asked(another))
  await db
    .update(orders)
    .set({ idempotency_key: press.idempotency_key.replace(/^./, 'x') })
    .where(eq(orders.id, stolen.id))
  await db.update(orders).set({ customer_id: one.member.id }).where(eq(orders.id, stolen.id))
  const theirs = asked(one, { idempotency_key: press.idempotency_key.replace(/^./, 'x') })
  await refused(replaceOrder(ctx, theirs), { status: 409, error: 'ERROR_CHANGED_MEANWHILE' })
})

test('another address is taken, and a day that can not be had is refused', async () => {
  const one = await sold()
  const shipping_address = { ...kamakuraAddress, addr01: '鎌倉市大町' }
  await refused(replaceOrder(ctx, asked(one, { shipping_address, delivery_date: '2020-01-01' })), {
    status: 422,
    fields: [{ path: 'delivery_date' }],
  })
  const made = await replaceOrder(ctx, asked(one, { shipping_address, notify: false }))
  expect(made.recipient.address).toContain('鎌倉市大町')
  expect(await db.$count(outbox, eq(outbox.order_id, made.id))).toBe(0)
})

test('交換: others leave, and what comes back is settled once', async () => {
  const one = await sold()
  const items = [{ order_item_id: one.items[0]!.id, product_sku_id: 102, quantity: 2 }]
  const [bottles, others] = [await stock(101), await stock(102)]
  const made = await replaceOrder(ctx, asked(one, { kind: 'exchange', items }))
  expect([await stock(101), await stock(102)]).toEqual([bottles, others - 2])
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 102))
  expect(made).toMatchObject({ payment_total: 0, subtotal: sku!.price * 2, items: [{ product_sku_id: 102 }] })
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, made.id))
  expect((await showOrder(ctx, { id: made.id })).next_step.text).toContain('交換で戻る商品')
  const back = { id: made.id, restock: true, decision_reason: '未開封' }
  const settled = await Promise.allSettled([settleReturnedGoods(ctx, back), settleReturnedGoods(ctx, back)])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect([await stock(101), await stock(102)]).toEqual([bottles + 2, others - 2])
  const [event] = await db
    .select()
    .from(stock_event)
    .where(and(eq(stock_event.shop_id, 2), eq(stock_event.idempotency_key, `goods-back-${made.order_no}-101`)))
  expect(event).toMatchObject({ kind: 'correction', quantity: 2, reason: expect.stringContaining('未開封') })
  expect(await showOrder(ctx, { id: made.id })).toMatchObject({
    refusals: { goods_back: '戻った商品は、記録済みです。' },
    next_step: { text: '' },
  })
})

test('broken goods are settled without stock; after a 返品 of the original they are counted there', async () => {
  const one = await sold()
  const before = await stock()
  const items = [{ order_item_id: one.items[0]!.id, product_sku_id: 101, quantity: 1 }]
  const made = await replaceOrder(ctx, asked(one, { kind: 'exchange', items }))
  await db.update(orders).set({ status: 'returned' }).where(eq(orders.id, one.order.id))
  const back = { id: made.id, restock: true, decision_reason: '割れていた' }
  await refused(settleReturnedGoods(ctx, back), { status: 422, fields: [{ path: 'restock' }] })
  await settleReturnedGoods(ctx, { ...back, restock: false })
  expect(await stock()).toBe(before - 1)
  await refused(settleReturnedGoods(ctx, { ...back, id: one.order.id }), { status: 409 })
})

test('a member who left gets nothing any more, and another shop sees nothing', async () => {
  const one = await sold()
  await refused(replaceOrder({ ...ctx, shop_id: 3 }, asked(one)), { status: 404 })
  await refused(
    settleReturnedGoods({ ...ctx, shop_id: 3 }, { id: one.order.id, restock: true, decision_reason: 'x' }),
    {
      status: 404,
    },
  )
  await db.update(customer).set({ withdrawn_at: new Date() }).where(eq(customer.id, one.member.id))
  await refused(replaceOrder(ctx, asked(one)), { status: 409, message: expect.stringContaining('退会') })
})

test('an exchange for something cheaper: the difference to what was paid is owed', async () => {
  const one = await sold({ payment_method_id: 1 })
  const { id: order_id, order_no, payment_total } = one.order
  await db.insert(payment).values({
    shop_id: 2,
    order_id,
    payment_method_id: 1,
    state: 'captured',
    amount: payment_total,
    captured_amount: payment_total,
    provider_order_id: order_no,
  })
  await db.update(product_sku).set({ price: 1500 }).where(eq(product_sku.id, 102))
  const cheap = { order_item_id: one.items[0]!.id, product_sku_id: 102, quantity: 1 }
  await replaceOrder(ctx, asked(one, { kind: 'exchange', items: [cheap] }))
  expect(await showOrder(ctx, { id: order_id })).toMatchObject({
    owed_amount: 500,
    credits: [{ kind: 'exchange', amount: 500 }],
  })
})
