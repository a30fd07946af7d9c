import { openDatabase } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { issued_document, order_credit, order_credit_item, order_document, orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeSeller } from '../../foundation/setting/index.ts'
import type { Invoice } from '../../ports/document-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { insertOrderRow, insertShipmentRow } from '../../testing/rows.ts'
import { getOrder } from '../order/orders.ts'
import { exportDocument } from './export-document.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const member = async (email: string) => (await db.select().from(customer).where(eq(customer.email, email)))[0]!
const [hanako, taro, salon] = [
  await member('hanako@example.com'),
  await member('taro@example.com'),
  await member('salon@example.com'),
]
const printed: Invoice[] = []
const document = {
  render: async (invoice: Invoice) => {
    printed.push(invoice)
    return new Uint8Array([37, 80, 68, 70])
  },
  renderDossier: () => Promise.reject(new Error('no dossier')),
}
const clock = testClock('2026-12-03')
const ctx = testContext(db, { customer_id: hanako.id, clock, ports: { document } })
const ask: { type: Invoice['type']; name: string; proviso: string } = {
  type: 'receipt',
  name: '',
  proviso: '',
}
const print = async (orderId: string | number, more: Partial<typeof ask> = {}, by = ctx) => {
  // What is kept is given out again without being printed.
  await db.delete(issued_document)
  const answer = await exportDocument(by, { ...ask, ...more, orderId: String(orderId) })
  return { ...answer, invoice: printed.at(-1)! }
}
const later = (minutes: number) => ({
  ...ctx,
  clock: { ...clock, now: () => new Date(clock.now().getTime() + minutes * 60_000) },
})
const ordered = (more: Partial<typeof orders.$inferInsert> = {}, by = hanako) =>
  insertOrderRow(db, by, [{ product_sku_id: 101, quantity: 2, discount_amount: 99 }], { delivery_fee: 660, ...more })
const paidFor = async (
  { shop_id, id: order_id, order_no, payment_total }: Awaited<ReturnType<typeof ordered>>,
  more: Partial<typeof payment.$inferInsert> = {},
) =>
  (
    await db
      .insert(payment)
      .values({
        shop_id,
        order_id,
        payment_method_id: 1,
        provider_order_id: order_no,
        state: 'captured',
        amount: payment_total,
        captured_amount: payment_total,
        ...more,
      })
      .returning()
  )[0]!
/** Shipped, and its money is here. */
const place: typeof ordered = async (more = {}, by = hanako) => {
  const order = await ordered({ status: 'shipped', ...more }, by)
  if (order.payment_method_id !== null && order.status === 'shipped') await paidFor(order)
  return order
}

beforeEach(async () => {
  printed.length = 0
  await db.delete(order_document)
})

test('a receipt of one’s own order, by number or id, equals the order', async () => {
  const order = await place({ adjustment_amount: -100 })
  const { file_name, content, invoice } = await print(order.order_no)
  expect(file_name).toBe(`領収書_${order.order_no}.pdf`)
  expect(content).toHaveLength(4)
  expect(invoice).toMatchObject({
    type: 'receipt',
    title: '領収書',
    order_no: order.order_no,
    is_reissue: false,
    addressee: '山口 花子 様',
    proviso: '但し 商品代 として',
    destination: null,
    ordered_on: '2026-11-21',
    traded_on: '2026-11-21',
    issued_on: '2026-12-03',
    payment_total: order.payment_total,
    tax_total: order.tax_total,
    tax_lines: order.tax_lines,
    issuer: { name: '株式会社 椿野', shop_name: '椿野', lines: ['〒000-0000', '東京都大島町元町字椿野0-0'] },
  })
  expect(invoice.issuer.registration_number).toMatch(/^T\d{13}$/)
  expect(invoice.rows.reduce((sum, row) => sum + row.amount, 0)).toBe(order.payment_total)
  expect((await print(order.id)).invoice.order_no).toBe(order.order_no)
})

test('after a refund in part the receipt is of what is left, and the return invoice of what was given back', async () => {
  const order = await place()
  await expect(print(order.order_no, { type: 'return-invoice' })).rejects.toMatchObject({ status: 409 })
  const [row] = await db.select().from(payment).where(eq(payment.order_id, order.id))
  const refund = { shop_id: 2, payment_id: row!.id, order_id: order.id, ...ctx.actor }
  const refunded = (amount: number, day: string, corrects_id: number | null = null) =>
    db.transaction(async (tx) => {
      const repaid_amount = sql`${payment.repaid_amount} + ${amount}`
      await tx.update(payment).set({ repaid_amount }).where(eq(payment.id, row!.id))
      return tx
        .insert(payment_refund)
        .values({ ...refund, way: 'hand', amount, corrects_id, created_at: new Date(`${day}T10:00:00+09:00`) })
        .returning()
    })
  await refunded(600, '2026-11-29')
  await refunded(500, '2026-12-01')
  // The bank gave one back: it did not reach the customer.
  const [lost] = await refunded(77, '2026-12-02')
  await refunded(-77, '2026-12-02', lost!.id)
  const refunds = { days: ['2026-11-29', '2026-12-01'], total: 1100 }
  const { invoice } = await print(order.order_no)
  const total = order.payment_total - 1100
  expect(invoice).toMatchObject({ payment_total: total, refunds })
  expect(invoice.rows.at(-1)).toMatchObject({ name: '返金', amount: -1100 })
  expect(invoice.rows.reduce((sum, line) => sum + line.amount, 0)).toBe(total)
  expect(invoice.tax_lines).toEqual([{ tax_rate: 10, total, tax: Math.floor((total * 10) / 110) }])
  const returned = await print(order.order_no, { type: 'return-invoice' })
  expect(returned.invoice).toMatchObject({
    title: '適格返還請求書',
    payment_total: 1100,
    tax_total: 100,
    refunds,
    lead: '下記のとおりご返金いたしました。',
    tax_lines: [{ tax_rate: 10, total: 1100, tax: 100 }],
  })
  // 納品書 is of what was sold, and says nothing of a refund that it does not deduct.
  expect((await print(order.order_no, { type: 'delivery-slip' })).invoice).toMatchObject({
    payment_total: order.payment_total,
    refunds: { days: [], total: 0 },
  })
  expect(await getOrder(ctx, order)).toMatchObject({ return_invoice_available: true })
})

test('what went back is what the payment says, also where no day of it is known', async () => {
  const order = await place()
  // As an earlier version left it.
  await db.execute(sql`alter table payment disable trigger payment_refunds_agree`)
  await db.update(payment).set({ refunded_amount: 700, repaid_amount: 400 }).where(eq(payment.order_id, order.id))
  await db.execute(sql`alter table payment enable trigger payment_refunds_agree`)
  const refunds = { days: [], total: 1100 }
  expect((await print(order.id)).invoice).toMatchObject({ payment_total: order.payment_total - 1100, refunds })
  expect((await print(order.id, { type: 'return-invoice' })).invoice).toMatchObject({ payment_total: 1100, refunds })
  expect(await getOrder(ctx, order)).toMatchObject({ return_invoice_available: true })
})

test('the ご利用明細 of an order without anything to pay speaks of no money that is still to come', async () => {
  const order = await insertOrderRow(db, hanako, [{ product_sku_id: 101, quantity: 1, price: 0 }])
  const { invoice } = await print(order.id, { type: 'statement' })
  expect([invoice.payment_total, invoice.lead]).toEqual([0, expect.not.stringContaining('代金の受領前')])
})

test('before the money is here there is ご利用明細, which is no invoice and no receipt', async () => {
  const order = await ordered()
  await paidFor(order, { state: 'authorised', captured_amount: 0 })
  for (const type of ['receipt', 'delivery-slip'] as const)
    await expect(print(order.id, { type })).rejects.toMatchObject({ status: 409, error: 'ERROR_DOCUMENT_UNAVAILABLE' })
  const { file_name, invoice } = await print(order.id, { type: 'statement' })
  expect(file_name).toBe(`ご利用明細_${order.order_no}.pdf`)
  expect(invoice).toMatchObject({ title: 'ご利用明細', traded_on: null, is_reissue: false, proviso: '' })
  expect(invoice.lead).toContain('代金の受領前')
  expect(await db.$count(order_document)).toBe(0)
  expect(await db.$count(issued_document)).toBe(0)
  expect(await getOrder(ctx, order)).toMatchObject({
    receipt_available: false,
    statement_available: true,
    delivery_slip_available: false,
  })
  // All papers of the supply have the day on which it left, also those of a second parcel.
  await db
    .update(payment)
    .set({ state: 'captured', captured_amount: order.payment_total })
    .where(eq(payment.order_id, order.id))
  await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, order.id))
  await insertShipmentRow(db, order.id, { shipped_at: new Date('2026-11-24T23:30:00+09:00'), tracking_no: '1234' })
  await insertShipmentRow(db, order.id, { shipped_at: new Date('2026-11-26T10:00:00+09:00'), tracking_no: '5678' })
  for (const type of ['receipt', 'delivery-slip'] as const)
    expect((await print(order.id, { type })).invoice).toMatchObject({ traded_on: '2026-11-24', is_reissue: false })
  await expect(print(order.id, { type: 'statement' })).rejects.toMatchObject({ status: 409 })
})

test('a 適格返還請求書 says of each return its day, and that money went back only once it did', async () => {
  const order = await place()
  const [row] = await db.select().from(payment).where(eq(payment.order_id, order.id))
  const key = { shop_id: 2, order_id: order.id, ...ctx.actor }
  const taken = async (amount: number, day: string) => {
    const created_at = new Date(`${day}T10:00:00+09:00`)
    const tax_lines = [{ tax_rate: 10, total: amount, tax: Math.floor((amount * 10) / 110) }]
    const [credit] = await db
      .insert(order_credit)
      .values({ ...key, kind: 'reduction', amount, tax_lines, note: '', created_at })
      .returning()
    await db
      .insert(order_credit_item)
      .values({ shop_id: 2, order_credit_id: credit!.id, kind: 'reduction', amount, tax_rate: 10 })
  }
  await taken(300, '2026-11-28')
  await taken(200, '2026-11-30')
  await db.update(payment).set({ credited_amount: 500 }).where(eq(payment.id, row!.id))
  const owed = (await print(order.id, { type: 'return-invoice' })).invoice
  expect(owed.lead).toContain('返金のお手続きをしております')
  expect(owed.refunds).toEqual({ days: [], total: 0 })
  expect(owed.rows.map(({ detail, amount }) => [detail, amount])).toEqual([
    ['2026年11月28日(土)', 300],
    ['2026年11月30日(月)', 200],
  ])
  const refund = { ...key, payment_id: row!.id, way: 'hand' as const, amount: 500 }
  await db.transaction(async (tx) => {
    await tx.update(payment).set({ repaid_amount: 500 }).where(eq(payment.id, row!.id))
    await tx.insert(payment_refund).values({ ...refund, created_at: new Date('2026-12-02T10:00:00+09:00') })
  })
  expect((await print(order.id, { type: 'return-invoice' })).invoice).toMatchObject({
    lead: '下記のとおりご返金いたしました。',
    refunds: { days: ['2026-12-02'], total: 500 },
  })
})

test('with other words it is a second receipt, and marked; the same again within ten minutes is the same one', async () => {
  const { order_no } = await place()
  const reissued = async (more: object, by = ctx) => (await print(order_no, more, by)).invoice.is_reissue
  expect(await reissued({ name: '株式会社 椿野' })).toBe(false)
  expect(await reissued({ name: '株式会社 椿野' }, later(9))).toBe(false)
  expect(await reissued({ name: '株式会社 椿野' }, later(10))).toBe(true)
  expect(await reissued({ name: '株式会社 椿野', proviso: 'お品代' }, later(11))).toBe(true)
  expect(await db.select().from(order_document)).toMatchObject([
    { issue_no: 1, addressee: '株式会社 椿野 御中', proviso: '但し 商品代 として' },
    { issue_no: 2 },
    { issue_no: 3, proviso: '但し お品代 として' },
  ])
  expect(await getOrder(ctx, { order_no })).toMatchObject({ receipt_count: 3 })
})

test('of several concurrent requests on two processes, one gets the first receipt', async () => {
  const { order_no } = await place()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => print(order_no, { name: `宛名 ${n}` }, { ...ctx, db: n % 2 ? db : second.db })),
  )
  expect(printed.filter((invoice) => !invoice.is_reissue)).toHaveLength(1)
  expect(await db.$count(order_document)).toBe(8)
})

test('a delivery slip says where it went and when, and is no receipt', async () => {
  const { id, order_no } = await place({ name01: '井上', name02: '和子', payment_method_id: null })
  const updated_at = new Date('2026-11-24T23:30:00+09:00')
  await db.update(orders).set({ status: 'shipped', updated_at }).where(eq(orders.id, id))
  await insertShipmentRow(db, id, { shipped_at: updated_at, tracking_no: '1234' })
  await insertShipmentRow(db, id, {
    shipped_at: new Date('2026-11-26T10:00:00+09:00'),
    carrier: 'sagawa',
    tracking_no: '5678',
  })
  const { file_name, invoice } = await print(order_no, { type: 'delivery-slip' })
  expect(file_name).toBe(`納品書_${order_no}.pdf`)
  expect(invoice).toMatchObject({
    title: '納品書',
    addressee: '山口 花子 様',
    proviso: '',
    traded_on: '2026-11-24',
    payment_name: '代金引換',
    destination: {
      name: '井上 和子 様',
      lines: ['〒248-0006', '神奈川県鎌倉市小町0-0-1', 'メゾン椿 201号室', 'TEL 0900-000-0001'],
    },
    shipments: [
      { carrier_name: 'ヤマト運輸', tracking_no: '1234' },
      { carrier_name: '佐川急便', tracking_no: '5678' },
    ],
  })
  await db.update(shop).set({ phone_display: 'usual' }).where(eq(shop.id, 2))
  expect((await print(order_no, { type: 'delivery-slip' })).invoice.destination?.lines.at(-1)).toBe('TEL 090-0000-0001')
  await db.update(shop).set({ phone_display: '4-3-rest' }).where(eq(shop.id, 2))
  expect(await db.$count(order_document)).toBe(0)
  await expect(print(order_no)).rejects.toMatchObject({ status: 409, error: 'ERROR_DOCUMENT_UNAVAILABLE' })
})

test('an order that is not paid has neither', async () => {
  const { order_no } = await place({ status: 'payment_pending' })
  for (const type of ['receipt', 'delivery-slip', 'statement'] as const)
    await expect(print(order_no, { type })).rejects.toMatchObject({ status: 409 })
  expect(await db.$count(order_document)).toBe(0)
})

test('a company’s receipt is addressed to the company', async () => {
  const order = await insertOrderRow(db, salon, [{ product_sku_id: 501 }], { delivery_id: 3, status: 'shipped' })
  await paidFor(order)
  const { order_no } = order
  const asSalon = { ...ctx, customer_id: salon.id, shop_id: 3 }
  const { invoice } = await print(order_no, {}, asSalon)
  expect(invoice).toMatchObject({ addressee: '株式会社 結髪舎 御中', issuer: { shop_name: '椿野 卸' } })
})

test('another member’s order is 404, by number and by id, and nothing is printed', async () => {
  const order = await place()
  for (const by of [
    { ...ctx, customer_id: taro.id },
    { ...ctx, shop_id: 3 },
  ])
    for (const orderId of [order.order_no, order.id])
      await expect(print(orderId, {}, by)).rejects.toMatchObject({ status: 404 })
  await expect(print('K000000-NOTHING')).rejects.toMatchObject({ status: 404 })
  expect(printed).toEqual([])
})

test('a receipt keeps its day: the seller and the number of then, whatever the shop is called now', async () => {
  const old = await place({ created_at: new Date('2026-11-20T12:00:00+09:00') })
  const [before] = await db.select().from(shop).where(eq(shop.id, 2))
  const change = (company_name: string, registration_number: string) =>
    db.transaction((tx) =>
      changeSeller(tx, ctx, () => tx.update(shop).set({ company_name, registration_number }).where(eq(shop.id, 2))),
    )
  await change('株式会社 新椿野', 'T1234567890123')
  const recent = await place({ created_at: new Date('2026-12-03T12:00:00+09:00') })
  const { company_name: name, registration_number } = before!
  expect((await print(old.order_no)).invoice.issuer).toMatchObject({ name, registration_number })
  const now = { name: '株式会社 新椿野', registration_number: 'T1234567890123' }
  expect((await print(recent.order_no)).invoice.issuer).toMatchObject(now)
  // Two changes of a day are one; the day before keeps its seller.
  await change('合同会社 椿野', 'T1234567890123')
  expect((await print(recent.order_no)).invoice.issuer).toMatchObject({ ...now, name: '合同会社 椿野' })
  expect((await print(old.order_no)).invoice.issuer).toMatchObject({ name, registration_number })
})
