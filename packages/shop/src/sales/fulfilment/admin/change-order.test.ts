import type { OrderChange } from '@kushi/contract/admin/order'
import { customer } from '@kushi/db/schema/customer'
import { shipment, shipment_item, shipping_decision } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type PaymentBill, type PaymentPort, PaymentRefused } from '../../../ports/payment-port.ts'
import { throwingPort } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { asChosenItems, insertMembers, kamakuraAddress } from '../../../testing/order.ts'
import { insertOrderRow, insertShipmentRow } from '../../../testing/rows.ts'
import { showOrder } from '../../order/admin/show-order.ts'
import { findShopOrder } from '../../order/internal/order-row.ts'
import { cashOnDeliveryPort } from '../../payment/cash-payments.ts'
import { loadDueOrders } from '../internal/due-orders.ts'
import { createShipmentsOfOrder } from '../internal/shipments.ts'
import { changeOrder, previewOrderChange } from './change-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

/** Calls to the payment provider: the amounts in order, and the last bill. */
const charged: { amounts: number[]; bill: PaymentBill | null; hook: () => Promise<void> } = {
  amounts: [],
  bill: null,
  hook: async () => {},
}
const provider: PaymentPort = {
  ...throwingPort<PaymentPort>('payment'),
  async change({ reference }, amount, bill) {
    charged.amounts.push(amount)
    charged.bill = bill
    await charged.hook()
    return reference
  },
}
beforeEach(() => {
  Object.assign(charged, { amounts: [], bill: null, hook: async () => {} })
})
const ctx = await operatorContext(db, 'manager', {
  ports: {
    payment: new Map([
      [1, provider],
      [4, provider],
      [null, cashOnDeliveryPort],
    ]),
  },
})

async function placed(more: Partial<typeof orders.$inferInsert> = {}, product_sku_id = 101, price = 2000) {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id, quantity: 2, price }], {
    delivery_fee: 660,
    ...more,
  })
  await db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id: order.payment_method_id,
    state: 'authorised',
    amount: order.payment_total,
    provider_order_id: order.order_no,
  })
  return order.id
}
/** The change form as the screen sends it, with some fields replaced. */
async function form(id: number, { items: wanted, ...more }: Partial<OrderChange> = {}) {
  const { version, delivery_notes, delivery_id, delivery_time_id, delivery_date, adjustment_amount, items } =
    await showOrder(ctx, { id })
  return {
    id,
    version,
    delivery_notes,
    delivery_id,
    delivery_time_id,
    delivery_date,
    adjustment_amount,
    shipping_address: kamakuraAddress,
    decision_reason: 'お電話で承りました',
    notify: true,
    items: asChosenItems(wanted ?? items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity }))),
    ...more,
  }
}
const change = async (id: number, more: Partial<OrderChange>) => changeOrder(ctx, await form(id, more))
const stock = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
/** What the shipping desk shows for an order. */
const toPackOf = async (id: number) =>
  (await loadDueOrders(db, 2, { where: eq(orders.id, id), limit: 1 }))[0]!.pieces.map(
    ({ product_sku_id, quantity }) => ({ product_sku_id, quantity }),
  )
const trail = (id: number) =>
  db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(id)))
const mails = async (order_id: number) => (await db.select().from(outbox).where(eq(outbox.order_id, order_id))).length
const paid = async (order_id: number) =>
  (await db.select().from(payment).where(eq(payment.order_id, order_id)))[0]!.amount

test('captured because a parcel was leaving: what the screen refuses the calls refuse, an address too', async () => {
  const id = await placed()
  const asked = await form(id, { shipping_address: { ...kamakuraAddress, addr01: '鎌倉市大町' } })
  await db.update(payment).set({ state: 'captured', captured_amount: 4660 }).where(eq(payment.order_id, id))
  const { refusals } = await showOrder(ctx, { id })
  expect(refusals.change).toContain('代金を受け取り済み')
  for (const call of [previewOrderChange, changeOrder])
    await expect(call(ctx, asked)).rejects.toMatchObject({ error: 'ERROR_ORDER_STATUS', message: refusals.change })
})

test('another address and day cost nothing, and the provider of a card hears of nothing', async () => {
  const id = await placed()
  const to = { ...kamakuraAddress, addr01: '鎌倉市大町', addr02: '1-1' }
  const shown = await change(id, { shipping_address: to, delivery_date: '2026-12-01', delivery_notes: '不在なら隣へ' })
  expect(shown).toMatchObject({
    payment_total: 4660,
    delivery_date: '2026-12-01',
    delivery_notes: '不在なら隣へ',
    recipient: { address: '〒248-0006 神奈川県鎌倉市大町1-1' },
  })
  expect(charged.amounts).toEqual([])
  // The audit log names the fields and masks their values; it contains no address.
  expect(await trail(id)).toMatchObject([
    {
      before: { お届け先の住所: '神奈川県＊＊', お届け希望日: '最短' },
      after: { お届け先の住所: '神奈川県＊＊', お届け希望日: '12月1日(火)', decision_reason: 'お電話で承りました' },
      fields: expect.arrayContaining(['お届け先の住所', '備考']),
    },
  ])
  // A time can contain 248 too.
  const kept = JSON.stringify((await trail(id)).map(({ before, after, fields }) => ({ before, after, fields })))
  for (const word of ['鎌倉', '248', '不在']) expect(kept).not.toContain(word)
  expect(await mails(id)).toBe(1)
})

test('数量割引: other pieces cost the price of so many, said before it is confirmed; a price that is no longer known stays', async () => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
  const steps = [
    { from_pieces: 2, price: sku!.price - 200, subscription_price: null },
    { from_pieces: 4, price: sku!.price - 500, subscription_price: null },
  ]
  const setSteps = (quantity_prices: typeof steps) =>
    db.update(product_sku).set({ quantity_prices }).where(eq(product_sku.id, 101))
  await setSteps(steps)
  const bought = (price: number) => placed({}, 101, price)
  const items = (quantity: number) => ({ items: [{ product_sku_id: 101, quantity }] })
  const preview = async (id: number, quantity: number) => previewOrderChange(ctx, await form(id, items(quantity)))
  const id = await bought(sku!.price - 200)
  const priceLines = async (quantity: number) =>
    (await preview(id, quantity)).changes.filter(({ label }) => label === '1点の価格')
  const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
  expect(await priceLines(1)).toMatchObject([
    {
      before: expect.stringContaining(yen(sku!.price - 200)),
      after: expect.stringContaining(yen(sku!.price)),
    },
  ])
  expect(await priceLines(4)).toMatchObject([{ after: expect.stringContaining(yen(sku!.price - 500)) }])
  expect(await priceLines(3)).toEqual([])
  const shown = await change(id, items(1))
  expect(shown.items).toMatchObject([{ quantity: 1, price: sku!.price }])
  expect(shown.subtotal).toBe(sku!.price)
  // Sold at another price, or in a contract: as it was agreed.
  const other = await bought(sku!.price - 300)
  expect((await change(other, items(1))).items).toMatchObject([{ price: sku!.price - 300 }])
  await setSteps([])
  const gone = await bought(sku!.price - 200)
  expect((await change(gone, items(1))).items).toMatchObject([{ price: sku!.price - 200 }])
})

test('every time of the method can be chosen', async () => {
  const id = await placed()
  await change(id, { delivery_time_id: 3 })
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  expect(order!.delivery_time_id).toBe(3)
})

test('a label decision is discarded once the address or the notes change', async () => {
  const id = await placed()
  const label = { name: '山口 花子', address: ['昔の住所'] } as never
  await db.insert(shipping_decision).values({
    shop_id: 2,
    order_id: id,
    label,
    note_read_at: ctx.clock.now(),
    updated_at: ctx.clock.now(),
  })
  const decided = async () =>
    (await db.select().from(shipping_decision).where(eq(shipping_decision.order_id, id))).map((row) => [
      row.label === null,
      row.note_read_at === null,
    ])
  await change(id, { adjustment_amount: -100 })
  expect(await decided()).toEqual([[false, false]])
  await change(id, { shipping_address: { ...kamakuraAddress, addr01: '鎌倉市大町' } })
  expect(await decided()).toEqual([[true, false]])
  await change(id, { delivery_notes: '不在なら隣へ' })
  expect(await decided()).toEqual([[true, true]])
})

test('what was sold keeps its tax too, whatever the catalogue says since', async () => {
  const id = await placed()
  const [sold] = (await showOrder(ctx, { id })).items
  const { tax_rate } = sold!
  const now = eq(product_sku.id, sold!.product_sku_id)
  await db
    .update(product_sku)
    .set({ tax_rate: tax_rate === 8 ? 10 : 8 })
    .where(now)
  try {
    const shown = await change(id, { items: [{ product_sku_id: sold!.product_sku_id, quantity: sold!.quantity + 1 }] })
    expect(shown.items).toMatchObject([{ tax_rate }])
    const rates = shown.tax_lines.map((one) => one.tax_rate)
    expect(rates).toEqual(tax_rate === 10 ? [10] : expect.arrayContaining([tax_rate]))
  } finally {
    await db.update(product_sku).set({ tax_rate }).where(now)
  }
})

test('items are priced anew: what was sold keeps its price, what is added costs what the shop asks', async () => {
  const id = await placed()
  const [a, b] = [await stock(101), await stock(120)]
  const items = [
    { product_sku_id: 101, quantity: 1 },
    { product_sku_id: 120, quantity: 1 },
  ]
  const preview = await previewOrderChange(ctx, await form(id, { items }))
  const comb = (await db.select().from(product_sku).where(eq(product_sku.id, 120)))[0]!.price
  // Free delivery from 8,800 yen.
  expect(preview.after).toMatchObject({ subtotal: 2000 + comb, delivery_fee: 0, payment_total: 2000 + comb })
  expect(preview.payment_text).toMatch(/^クレジットカードの仮売上を、¥4,660から¥[\d,]+に変更します。$/)
  expect(preview.changes.map(({ label }) => label)).toEqual(['商品', '商品合計', '送料', 'お支払い合計'])
  expect(await stock(101)).toBe(a)
  const shown = await change(id, { items })
  expect(shown).toMatchObject({ payment_total: preview.after.payment_total, pieces: 2 })
  expect(shown.items).toMatchObject([
    { price: 2000, quantity: 1 },
    { product_sku_id: 120, price: comb },
  ])
  expect([await stock(101), await stock(120)]).toEqual([a + 1, b - 1])
  expect(charged.amounts).toEqual([preview.after.payment_total])
  expect(await paid(id)).toBe(preview.after.payment_total)
  const sum = charged.bill!.rows.reduce((total, { price, quantity }) => total + price * quantity, 0)
  expect(sum).toBe(preview.after.payment_total)
  expect(charged.bill!.rows[1]).toMatchObject({ name: '本つげ櫛', variant: '細歯' })
})

test('a discount with its reason, and taken back again', async () => {
  const id = await placed()
  expect(await change(id, { adjustment_amount: -660 })).toMatchObject({ payment_total: 4000, adjustment_amount: -660 })
  const shown = await change(id, { adjustment_amount: 0 })
  expect(shown.payment_total).toBe(4660)
  expect(shown.tax_lines.reduce((sum, { total }) => sum + total, 0)).toBe(4660)
  expect(charged.amounts).toEqual([4000, 4660])
  await expect(change(id, { adjustment_amount: -4660 })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'adjustment_amount' }],
  })
})

test.each<[string, Partial<OrderChange>, string]>([
  ['more than the stock', { items: [{ product_sku_id: 114, quantity: 1 }] }, 'items.0.quantity'],
  ['what is not sold', { items: [{ product_sku_id: 501, quantity: 1 }] }, 'items.0.product_sku_id'],
  ['a day that can’t be reached', { delivery_date: '2026-11-22' }, 'delivery_date'],
  ['a time of another method', { delivery_time_id: 999 }, 'delivery_time_id'],
  ['a method that there is not', { delivery_id: 999 }, 'delivery_id'],
])('%s is refused beside its field, before anything is told', async (_, more, path) => {
  const id = await placed()
  await expect(change(id, more)).rejects.toMatchObject({ status: 422, fields: [{ path }] })
  expect([charged.amounts, await trail(id)]).toEqual([[], []])
})

test('a later delivery of a 定期便 keeps its day by メール便 when something else of it is changed; another day is refused', async () => {
  const light = { delivery_id: 2, delivery_fee: 275, delivery_date: '2026-12-10' }
  const id = await placed(light, 125)
  const moved = change(id, { delivery_date: '2026-12-11' })
  await expect(moved).rejects.toMatchObject({ status: 422, fields: [{ path: 'delivery_date' }] })
  await change(id, { delivery_notes: '様方' })
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  expect(order).toMatchObject({ delivery_id: 2, delivery_date: '2026-12-10', delivery_notes: '様方' })
})

test('of two changes of the same version the second is refused, and so is a change of an order that the customer cancelled', async () => {
  const id = await placed()
  const [first, second] = [await form(id, { adjustment_amount: -1 }), await form(id, { adjustment_amount: -2 })]
  await changeOrder(ctx, first)
  await expect(changeOrder(ctx, second)).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  const stale = await form(id)
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id))
  await expect(changeOrder(ctx, stale)).rejects.toMatchObject({ status: 409 })
})

test('when items sell out during the call to the provider, it gets the old amount back, and nothing is written', async () => {
  const id = await placed()
  const before = await stock(121)
  charged.hook = async () => {
    charged.hook = async () => {}
    await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 121))
  }
  const items = [
    { product_sku_id: 101, quantity: 2 },
    { product_sku_id: 121, quantity: 1 },
  ]
  await expect(change(id, { items })).rejects.toMatchObject({ error: 'ERROR_OUT_OF_STOCK' })
  expect(charged.amounts).toEqual([expect.any(Number), 4660])
  expect([await paid(id), await trail(id)]).toEqual([4660, []])
  expect((await db.select().from(order_item).where(eq(order_item.order_id, id))).length).toBe(1)
  await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 121))
})

test('a refusal of the provider changes nothing here', async () => {
  const id = await placed()
  charged.hook = () => Promise.reject(new PaymentRefused('limit', '42G'))
  await expect(change(id, { adjustment_amount: 100 })).rejects.toMatchObject({ error: 'ERROR_PAYMENT_REFUSED' })
  expect([await paid(id), await trail(id), await mails(id)]).toEqual([4660, [], 0])
})

test('an invoice is written anew for another recipient, at the same amount', async () => {
  const id = await placed({ payment_method_id: 4 })
  await change(id, { shipping_address: { ...kamakuraAddress, name02: '次郎' } })
  expect(charged.amounts).toEqual([4660])
  expect(charged.bill!.recipient).toMatchObject({ name02: '次郎' })
})

test('a parcel that is made is made anew with the new items; one that is packed or out holds the order', async () => {
  const id = await placed({ status: 'arranged' })
  const parcel = await insertShipmentRow(db, id, { status: 'ready', shipped_at: null })
  await change(id, { items: [{ product_sku_id: 101, quantity: 1 }] })
  expect((await db.select().from(shipment).where(eq(shipment.id, parcel.id)))[0]!.status).toBe('cancelled')
  // The desk shows the contents of the box: the changed items and the unchanged ones.
  const items = [
    { product_sku_id: 101, quantity: 3 },
    { product_sku_id: 120, quantity: 1 },
  ]
  await change(id, { items })
  expect(await toPackOf(id)).toEqual(items)
  const order = await findShopOrder(ctx, id)
  const [, [made]] = await db.transaction((tx) => createShipmentsOfOrder(tx, ctx, order))
  expect(await toPackOf(id)).toEqual(items)
  await change(id, { items: items.slice(0, 1) })
  expect(await toPackOf(id)).toEqual(items.slice(0, 1))
  expect(await db.$count(shipment_item, eq(shipment_item.shipment_id, made!.id))).toBe(0)
  await insertShipmentRow(db, id)
  await expect(change(id, { adjustment_amount: -5 })).rejects.toMatchObject({ status: 409 })
  const other = { ...ctx, shop_id: 3 }
  await expect(changeOrder(other, await form(id))).rejects.toMatchObject({ status: 404 })
})

test('cash on delivery follows the total without a provider, and refuses 置き配', async () => {
  const id = await placed({ payment_method_id: null })
  const shown = await change(id, { adjustment_amount: -100 })
  expect(shown.payment_total).toBe(4560)
  expect(await paid(id)).toBe(4560)
  await expect(change(id, { delivery_notes: '玄関前に置いてください' })).rejects.toMatchObject({
    message: expect.stringContaining('置き配'),
  })
})

test('what a job notes about an order is no change: a form that was open is saved, and the note stays', async () => {
  const id = await placed()
  const open = await form(id, { delivery_notes: '玄関へ' })
  await db.update(orders).set({ is_repeat: true }).where(eq(orders.id, id))
  await changeOrder(ctx, open)
  expect(await findShopOrder(ctx, id)).toMatchObject({ delivery_notes: '玄関へ', is_repeat: true })
})
