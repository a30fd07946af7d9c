import { customer } from '@kushi/db/schema/customer'
import { shipment_item } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { order_credit, order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { mapOrderFees } from '@kushi/values/order-amounts'
import { and, asc, eq, ne } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminInput } from '../../../foundation/admin/index.ts'
import type { ProviderPaymentRecord } from '../../../ports/payment-port.ts'
import { fakeCardProvider } from '../../../testing/fake-card-provider.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertOrderRow, insertShipmentRow } from '../../../testing/rows.ts'
import { loadDocumentSource } from '../../document/internal/make-document.ts'
import { cancelOneParcel, recordOneParcelReturn } from '../../fulfilment/admin/end-order.ts'
import { markParcelsDelivered } from '../../fulfilment/receive-shipments.ts'
import { listAllOrders } from '../../order/admin/list-orders.ts'
import { checkPendingRefunds } from '../../payment/check-refunds.ts'
import { refundOrder } from '../refund-order.ts'
import { refundOneOrder, retainOwedAmount } from './refund-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const ledger = fakeCardProvider()
const ports = {
  ...ledger.ports(),
  payment: new Map([...ledger.ports().payment, [2, ledger.port] as const]),
}
const ctx = await operatorContext(db, 'manager', { ports })

/** Two bottles at 10 % and two teas at 8 %, with delivery; two parcels: the bottles, and the teas. */
async function placed(state: 'captured' | 'authorised' = 'captured', payment_method_id: number | null = 1) {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const items = [
    { product_sku_id: 101, quantity: 2 },
    { product_sku_id: 102, quantity: 2 },
  ]
  const order = await insertOrderRow(db, member!, items, { status: 'shipped', payment_method_id })
  const [oil, tea] = await db
    .select()
    .from(order_item)
    .where(eq(order_item.order_id, order.id))
    .orderBy(asc(order_item.id))
  const price = { price: 1980, subtotal: 3960, discount_amount: 0, tax_rate: 10 }
  await db.update(order_item).set(price).where(eq(order_item.id, oil!.id))
  await db
    .update(order_item)
    .set({ price: 1620, subtotal: 3240, discount_amount: 0, tax_rate: 8 })
    .where(eq(order_item.id, tea!.id))
  const amounts = {
    subtotal: 7200,
    discount_amount: 0,
    delivery_fee: 720,
    payment_fee: 0,
    adjustment_amount: 0,
    payment_total: 7920,
    tax_total: 665,
    tax_lines: [
      { tax_rate: 10, total: 4680, tax: 425 },
      { tax_rate: 8, total: 3240, tax: 240 },
    ],
  }
  await db.update(orders).set(amounts).where(eq(orders.id, order.id))
  const captured_amount = state === 'captured' ? 7920 : 0
  await db.insert(payment).values({
    shop_id: 2,
    order_id: order.id,
    payment_method_id,
    state,
    amount: 7920,
    provider_order_id: order.order_no,
    captured_amount,
    reference: payment_method_id === null ? { state: 'authorised' } : {},
  })
  const trade = { state, amount: 7920, refunded_amount: 0, reference: {}, executions: 1, refusals: 0, is_present: true }
  ledger.trades.set(order.order_no, trade)
  const parcel = async (item: number, more: object) => {
    const made = await insertShipmentRow(db, order.id, more)
    await db
      .delete(shipment_item)
      .where(and(eq(shipment_item.shipment_id, made.id), ne(shipment_item.order_item_id, item)))
    return made
  }
  const oils = await parcel(oil!.id, {})
  const teas = await parcel(tea!.id, { status: 'ready', shipped_at: null, carrier: null, tracking_no: null })
  return { id: order.id, order_no: order.order_no, oil: oil!.id, tea: tea!.id, oils, teas }
}
const seen = { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 }
const back = { seen, by_hand: false, decision_reason: 'お客様のご都合', notify: true }
type Goods = Extract<AdminInput<'POST /admin/v1/orders/{id}/refund'>['refund'], { kind: 'goods' }>
const goods = (items: Goods['items'], amount: number, more: Partial<Goods> = {}): Goods => ({
  kind: 'goods',
  ...mapOrderFees(() => false),
  items,
  amount,
  ...more,
})
const reduction = (amount: number) => ({ kind: 'reduction', amount }) as const
const returned = { kind: 'return', restock: false, keep_subscription: false } as const
const owed = { kind: 'owed' } as const
const credits = async (id: number) =>
  db
    .select({ kind: order_credit.kind, amount: order_credit.amount, tax_lines: order_credit.tax_lines })
    .from(order_credit)
    .where(eq(order_credit.order_id, id))
    .orderBy(asc(order_credit.id))
const refunds = async (id: number) =>
  (await db.select().from(payment_refund).where(eq(payment_refund.order_id, id)).orderBy(asc(payment_refund.id))).map(
    ({ way, amount }) => [way, amount],
  )
const mails = async (id: number) =>
  (await db.select().from(outbox).where(eq(outbox.order_id, id)).orderBy(asc(outbox.id))).map(
    ({ payload }) => payload as { subject: string; text: string },
  )
const stock = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
const owedOnes = async () =>
  (await listAllOrders(ctx, { page: 1, per_page: 100, sort: '-created_at', is_owed: 'true' } as never)).items.map(
    ({ id }) => id,
  )

test('返品 names its goods: money, tax at their rate, stock, document, list of what happened', async () => {
  const order = await placed()
  const before = await stock(102)
  const items = [{ order_item_id: order.tea, quantity: 1, restock: true }]
  const shown = await refundOneOrder(ctx, { id: order.id, ...back, refund: goods(items, 1620) })
  expect(shown).toMatchObject({ status: 'shipped', kept_amount: 6300, owed_amount: 0 })
  expect(shown.credits).toMatchObject([
    { kind: 'return', amount: 1620, tax_lines: [{ tax_rate: 8, total: 1620, tax: 120 }], lines: [{ quantity: 1 }] },
  ])
  expect(shown.refundable.items.find((one) => one.order_item_id === order.tea)?.amounts).toEqual([1620])
  expect(await refunds(order.id)).toEqual([['provider', 1620]])
  expect(await stock(102)).toBe(before + 1)
  const { returned } = await loadDocumentSource(db, eq(orders.id, order.id))
  expect(returned).toMatchObject([{ name: expect.stringContaining('返品'), quantity: 1, amount: 1620, tax_rate: 8 }])
  // Pressed again with what the screen showed before.
  await expect(refundOneOrder(ctx, { id: order.id, ...back, refund: goods(items, 1620) })).rejects.toMatchObject({
    error: 'ERROR_CHANGED_MEANWHILE',
  })
  const more = [{ order_item_id: order.tea, quantity: 2, restock: false }]
  await expect(
    refundOneOrder(ctx, { id: order.id, ...back, refund: goods(more, 3240), seen: { ...seen, refunded_amount: 1620 } }),
  ).rejects.toMatchObject({ status: 422, fields: [{ path: 'refund.items' }] })
})

test('a mixture of goods, fee, sum and the rest: to the yen what was paid, each once', async () => {
  const order = await placed()
  const items = [{ order_item_id: order.oil, quantity: 1, restock: false }]
  const press = (refund: Parameters<typeof refundOneOrder>[1]['refund'], refunded_amount: number) =>
    refundOneOrder(ctx, { id: order.id, ...back, refund, seen: { ...seen, refunded_amount } })
  await press(goods(items, 2700, { delivery_fee: true }), 0)
  await press(reduction(500), 2700)
  const shown = await press(returned, 3200)
  expect(shown).toMatchObject({ status: 'returned', kept_amount: 0, owed_amount: 0, payment_state: 'refunded' })
  expect((await credits(order.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['return', 2700],
    ['reduction', 500],
    ['return', 4720],
  ])
  expect(await refunds(order.id)).toEqual([
    ['provider', 2700],
    ['provider', 500],
    ['provider', 4720],
  ])
})

test('欠品: what was paid for it is owed, told, listed, and settled once', async () => {
  const order = await placed()
  const shipment_no = order.teas.shipment_no
  const shown = await cancelOneParcel(ctx, { id: order.id, shipment_no, decision_reason: '棚にない' })
  expect(shown).toMatchObject({ owed_amount: 3240, kept_amount: 7920, next_step: { text: '返金が済んでいません' } })
  expect(await owedOnes()).toContain(order.id)
  expect(await mails(order.id)).toMatchObject([{ text: expect.stringMatching(/欠品[\s\S]*¥3,240をご返金します/) }])
  const { returned } = await loadDocumentSource(db, eq(orders.id, order.id))
  expect(returned).toMatchObject([{ name: expect.stringContaining('欠品'), quantity: 2, amount: 3240, tax_rate: 8 }])
  const seenOwed = { ...seen, owed_amount: 3240 }
  const paid = await refundOneOrder(ctx, { id: order.id, ...back, refund: owed, seen: seenOwed })
  expect(paid).toMatchObject({ owed_amount: 0, kept_amount: 4680 })
  expect(await refunds(order.id)).toEqual([['provider', 3240]])
  expect(await owedOnes()).not.toContain(order.id)
  await expect(refundOneOrder(ctx, { id: order.id, ...back, refund: owed })).rejects.toMatchObject({ status: 409 })
})

test('what is owed can be given back by hand, or kept with a reason', async () => {
  const one = await placed()
  const missing = (order: typeof one) =>
    cancelOneParcel(ctx, { id: order.id, shipment_no: order.teas.shipment_no, decision_reason: '棚にない' })
  await missing(one)
  const seenOwed = { ...seen, owed_amount: 3240 }
  const byHand = { ...back, refund: owed, seen: seenOwed, by_hand: true }
  expect(await refundOneOrder(ctx, { id: one.id, ...byHand })).toMatchObject({
    owed_amount: 0,
    kept_amount: 4680,
  })
  expect(await refunds(one.id)).toEqual([['hand', 3240]])
  expect(ledger.trades.get(one.order_no)).toMatchObject({ refunded_amount: 0 })
  const two = await placed()
  await missing(two)
  const keep = { id: two.id, decision_reason: '別便で届けた' }
  await expect(retainOwedAmount(ctx, { ...keep, owed_amount: 1 })).rejects.toMatchObject({
    error: 'ERROR_CHANGED_MEANWHILE',
  })
  expect(await retainOwedAmount(ctx, { ...keep, owed_amount: 3240 })).toMatchObject({
    owed_amount: 0,
    kept_amount: 7920,
  })
  expect((await credits(two.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['missing', 3240],
    ['kept', -3240],
  ])
})

test('代引: a label that is not printed yet collects less; one that is collects all, and the rest is owed', async () => {
  const late = await placed('authorised', null)
  await db.execute(`update shipment set collects_cash = false where id = ${late.oils.id}`)
  const missing = (order: typeof late) =>
    cancelOneParcel(ctx, { id: order.id, shipment_no: order.teas.shipment_no, decision_reason: '棚にない' })
  await missing(late)
  expect((await mails(late.id))[0]!.text).toContain('¥4,680(お届けできない商品の¥3,240を差し引きました)')
  const [row] = await db.select().from(payment).where(eq(payment.order_id, late.id))
  expect(row).toMatchObject({ amount: 4680, credited_amount: 0 })
  const printed = await placed('authorised', null)
  expect(await missing(printed)).toMatchObject({ owed_amount: 0 })
  expect((await mails(printed.id))[0]!.text).toContain('お届けのときは¥7,920をお支払いください')
  await markParcelsDelivered(ctx, { order_no: printed.order_no })
  expect(await owedOnes()).toContain(printed.id)
})

test('返品 of the rest leaves pieces that came back damaged out of stock', async () => {
  const order = await placed('captured', null)
  const before = [await stock(101), await stock(102)]
  const damaged = [{ order_item_id: order.tea, quantity: 1, restock: false }]
  const asked = { id: order.id, ...back, by_hand: true }
  await refundOneOrder(ctx, { ...asked, refund: goods(damaged, 1620) })
  const now = { ...seen, repaid_amount: 1620 }
  await refundOneOrder(ctx, { ...asked, refund: { ...returned, restock: true }, seen: now })
  const moved = [(await stock(101)) - before[0]!, (await stock(102)) - before[1]!]
  expect(moved).toEqual([2, 1])
})

test('代引: pieces that come back are owed once, with their stock', async () => {
  const order = await placed('captured', null)
  const before = await stock(102)
  const items = [{ order_item_id: order.tea, quantity: 1, restock: true }]
  const press = () => refundOneOrder(ctx, { id: order.id, ...back, refund: goods(items, 1620) })
  expect(await press()).toMatchObject({ owed_amount: 1620, kept_amount: 7920 })
  await expect(press()).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  expect([await stock(102), await refunds(order.id), (await mails(order.id)).length]).toEqual([before + 1, [], 0])
  const [said] = await db
    .select({ before: audit_event.before, after: audit_event.after })
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(order.id))))
  expect(said).toMatchObject({ before: { owed_amount: 0 }, after: { owed_amount: 1620 } })
  const given = { id: order.id, ...back, refund: goods(items, 1620), by_hand: true }
  const now = { ...seen, owed_amount: 1620 }
  expect(await refundOneOrder(ctx, { ...given, seen: now })).toMatchObject({ owed_amount: 1620 })
  expect(await refunds(order.id)).toEqual([['hand', 1620]])
})

test('a piece that cost nothing comes back without money: goods, stock, and what happened; nothing is asked of anybody', async () => {
  for (const method of [1, null]) {
    const order = await placed('captured', method)
    await db.update(order_item).set({ price: 0, subtotal: 0 }).where(eq(order_item.id, order.tea))
    const free = { subtotal: 3960, payment_total: 4680, tax_lines: [{ tax_rate: 10, total: 4680, tax: 425 }] }
    await db.update(orders).set(free).where(eq(orders.id, order.id))
    await db.update(payment).set({ amount: 4680, captured_amount: 4680 }).where(eq(payment.order_id, order.id))
    const before = await stock(102)
    const items = [{ order_item_id: order.tea, quantity: 1, restock: true }]
    await expect(refundOneOrder(ctx, { id: order.id, ...back, refund: goods(items, 1) })).rejects.toMatchObject({
      fields: [{ path: 'refund.amount' }],
    })
    const shown = await refundOneOrder(ctx, { id: order.id, ...back, refund: goods(items, 0) })
    expect(shown).toMatchObject({ status: 'shipped', kept_amount: 4680, owed_amount: 0 })
    expect(shown.credits).toMatchObject([{ kind: 'return', amount: 0, lines: [{ quantity: 1 }] }])
    expect(shown.refundable.items.find((one) => one.order_item_id === order.tea)?.amounts).toEqual([0])
    expect([await stock(102), await refunds(order.id), await mails(order.id)]).toEqual([before + 1, [], []])
    const { availability } = await loadDocumentSource(db, eq(orders.id, order.id))
    expect(availability.is_returned).toBe(false)
    const more = [{ order_item_id: order.tea, quantity: 2, restock: false }]
    await expect(refundOneOrder(ctx, { id: order.id, ...back, refund: goods(more, 0) })).rejects.toMatchObject({
      fields: [{ path: 'refund.items' }],
    })
  }
})

test('an order for which nothing was to be paid: some of its goods come back, the last ones with the order', async () => {
  const order = await placed()
  await db.delete(payment).where(eq(payment.order_id, order.id))
  await db.update(order_item).set({ price: 0, subtotal: 0 }).where(eq(order_item.order_id, order.id))
  const free = { subtotal: 0, delivery_fee: 0, payment_total: 0, tax_total: 0, tax_lines: [] }
  await db.update(orders).set(free).where(eq(orders.id, order.id))
  const some = [
    { order_item_id: order.oil, quantity: 1, restock: false },
    { order_item_id: order.tea, quantity: 2, restock: true },
  ]
  const before = await stock(102)
  const shown = await refundOneOrder(ctx, { id: order.id, ...back, refund: goods(some, 0) })
  expect(shown.refundable.items.map(({ amounts }) => amounts)).toEqual([[0], []])
  expect(await stock(102)).toBe(before + 2)
  const last = [{ order_item_id: order.oil, quantity: 1, restock: false }]
  await expect(refundOneOrder(ctx, { id: order.id, ...back, refund: goods(last, 0) })).rejects.toMatchObject({
    fields: [{ path: 'refund.amount' }],
  })
  expect(await refundOneOrder(ctx, { id: order.id, ...back, refund: returned })).toMatchObject({ status: 'returned' })
})

test('代引 that is not collected yet: no goods of it, as on the screen', async () => {
  const order = await placed('authorised', null)
  const before = await stock(101)
  const items = [{ order_item_id: order.oil, quantity: 2, restock: true }]
  for (const by_hand of [false, true])
    await expect(
      refundOneOrder(ctx, { id: order.id, ...back, by_hand, refund: goods(items, 3960) }),
    ).rejects.toMatchObject({ status: 422, fields: [{ path: 'refund.amount' }] })
  expect([await credits(order.id), await stock(101)]).toEqual([[], before])
})

test('pieces of an order for which nothing was captured come back once, however many ask at once', async () => {
  const order = await placed('authorised', null)
  const before = await stock(101)
  const { order_no } = order
  const refund = { kind: 'goods', items: [{ order_item_id: order.oil, quantity: 2, restock: true }] } as const
  const said = await Promise.allSettled([1, 2, 3].map(() => refundOrder(ctx, { order_no, refund })))
  expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const one of said.filter((two) => two.status === 'rejected'))
    expect(one.reason).toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  expect(await credits(order.id)).toMatchObject([{ amount: 3960 }])
  expect(await stock(101)).toBe(before + 2)
})

test('荷物の戻り: the price of its goods is owed until somebody decides', async () => {
  const order = await placed()
  const shipment_no = order.oils.shipment_no
  const shown = await recordOneParcelReturn(ctx, {
    id: order.id,
    shipment_no,
    is_unpaid: false,
    decision_reason: '受取拒否',
  })
  expect(shown).toMatchObject({ owed_amount: 3960 })
  expect(shown.credits).toMatchObject([{ kind: 'parcel_back', amount: 3960 }])
})

test('a refund that the provider declines later is owed again, and the next one is made', async () => {
  const order = await placed('captured', 2)
  await refundOneOrder(ctx, { id: order.id, ...back, refund: reduction(500) })
  const due = () =>
    db
      .update(payment)
      .set({ refund_check_at: new Date(0) })
      .where(eq(payment.order_id, order.id))
  const find = ledger.port.find
  const answer = (more: Partial<ProviderPaymentRecord>) => {
    ledger.port.find = async (attempt) => ({ ...(await find(attempt))!, state: 'captured', ...more })
  }
  await due()
  answer({ refunded_amount: 500, is_refund_open: true })
  expect(await checkPendingRefunds(ctx)).toBe(0)
  await due()
  answer({ refunded_amount: 0, is_refund_open: false })
  expect(await checkPendingRefunds(ctx)).toBe(1)
  expect(await owedOnes()).toContain(order.id)
  expect(await refunds(order.id)).toEqual([
    ['provider', 500],
    ['provider', -500],
  ])
  ledger.port.find = find
  expect(await refundOneOrder(ctx, { id: order.id, ...back, refund: owed })).toMatchObject({ owed_amount: 0 })
  expect(await refunds(order.id)).toHaveLength(3)
  expect(await db.$count(order_credit_item)).toBeGreaterThan(0)
})
