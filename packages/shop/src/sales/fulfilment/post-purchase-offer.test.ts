import type { OrderDraft } from '@kushi/contract/order'
import { customer } from '@kushi/db/schema/customer'
import { shipment_item } from '@kushi/db/schema/fulfilment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { order_offer, order_offer_answer } from '@kushi/db/schema/order-offer'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { formatYen } from '@kushi/values/yen'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import type { MemberContext } from '../../context.ts'
import { addOrderOffer, listOrderOffers } from '../../operation/configuration/admin/order-offers.ts'
import { erasePersonalData } from '../../operation/membership/admin/erase.ts'
import { createOrderEvidence } from '../../operation/membership/admin/order-evidence.ts'
import { addPrivacyRequest, changePrivacyRequest } from '../../operation/membership/admin/requests.ts'
import type { EvidenceDocument } from '../../ports/document-port.ts'
import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { fakeCardVault } from '../../testing/card-vault.ts'
import { testContext, throwingPort } from '../../testing/context.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { cashOnDeliveryPort } from '../payment/cash-payments.ts'
import { cancelOneOrder } from './admin/end-order.ts'
import { holdOrder } from './admin/hold.ts'
import { acceptPostPurchaseOffer, showPostPurchaseOffer } from './post-purchase-offer.ts'
import { shipOrder } from './ship-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const OIL = 101
const SHAMPOO = 105
const SET = 128
const YEARLY = 127
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const desk = await operatorContext(db, 'manager')

/** Amounts that the card company was asked for, and what it does then. */
const asked: { amounts: number[]; hook: () => Promise<void> } = { amounts: [], hook: async () => {} }
const card: PaymentPort = {
  ...throwingPort<PaymentPort>('payment'),
  async change({ reference }, amount) {
    asked.amounts.push(amount)
    await asked.hook()
    return reference
  },
}
/** Minutes after noon, when the orders are placed. */
let minutes = 0
async function member() {
  const [customer_id] = await insertMembers(db, 1)
  const ctx = testContext(db, {
    customer_id: customer_id!,
    settings,
    ports: {
      payment: new Map([
        [1, card],
        [null, cashOnDeliveryPort],
      ]),
    },
  })
  const now = () => new Date(Date.parse('2026-11-21T12:00:00+09:00') + minutes * 60_000)
  return { ...ctx, clock: { ...ctx.clock, now } } as MemberContext
}

const shampoo = {
  offer_place: 'after' as const,
  title: '同じ箱でお届けできます',
  text: '',
  visible: true,
  opens_at: null,
  closes_at: null,
  sort_no: 10,
  cart_type: 0 as const,
  product_sku_id: SHAMPOO,
  quantity: 1,
  for_sku_ids: [],
  landing_slug: '',
  take_within_minutes: 30,
}
const offer = (more: Partial<Parameters<typeof addOrderOffer>[1]> = {}) =>
  addOrderOffer(desk, { ...shampoo, ...more }).then(({ id }) => id)

const goods = (...ids: number[]) => ids.map((product_sku_id) => ({ product_sku_id, quantity: 1, revision: 1 }))
async function ordered(ctx: MemberContext, more: Partial<OrderDraft> = {}) {
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft(more)))
  return order_no
}
/** Paid by 代引 and then said to be by card, so that no test needs a card. */
async function orderedByCard(ctx: MemberContext) {
  const order_no = await ordered(ctx)
  const { id } = await rowOf(order_no)
  await db.update(orders).set({ payment_method_id: 1 }).where(eq(orders.id, id))
  await db.update(payment).set({ payment_method_id: 1 }).where(eq(payment.order_id, id))
  return order_no
}
const rowOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
const stateOf = async (order_no: string) => {
  const row = await rowOf(order_no)
  const items = await db.select().from(order_item).where(eq(order_item.order_id, row.id)).orderBy(order_item.id)
  const paid = await db.select().from(payment).where(eq(payment.order_id, row.id))
  return { row, items, paid: paid.map(({ amount, state }) => ({ amount, state })) }
}
const shown = async (ctx: MemberContext, order_no: string) => (await showPostPurchaseOffer(ctx, { order_no })).offer
async function press(ctx: MemberContext, order_no: string, more: Partial<{ payment_total: number }> = {}) {
  const found = await shown(ctx, order_no)
  return pressOn(ctx, order_no, found!, more)
}
const pressOn = (
  ctx: MemberContext,
  order_no: string,
  found: NonNullable<Awaited<ReturnType<typeof shown>>>,
  more: Partial<{ payment_total: number }> = {},
) => {
  const { payment_total } = { ...found.amounts, ...more }
  return acceptPostPurchaseOffer(ctx, {
    order_no,
    order_offer_id: found.order_offer_id,
    shown: {
      payment_total,
      terms_version: found.terms_version,
      shown_at: '2026-11-21T03:01:00.000Z',
      text: `この商品を追加する 合計${formatYen(payment_total)}`,
    },
  })
}
const answers = () => db.select().from(order_offer_answer)
const setSku = (id: number, change: Partial<typeof product_sku.$inferInsert>) =>
  db
    .update(product_sku)
    .set(change)
    .where(and(eq(product_sku.shop_id, 2), eq(product_sku.id, id)))
const stockOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock

beforeEach(async () => {
  minutes = 0
  Object.assign(asked, { amounts: [], hook: async () => {} })
  await db.delete(order_offer_answer)
  await db.delete(order_offer)
  await db.update(shop).set({ order_offer_flag: false, point_flag: false })
  await db.update(promotion).set({ status: 'stopped' })
  await setSku(SHAMPOO, { temperature: 'normal', stock: 180 })
})

test('shown after the order with both totals and all terms; taken, the order is as if its goods had been in the cart', async () => {
  const ctx = await member()
  const id = await offer()
  const order_no = await ordered(ctx)
  const before = await rowOf(order_no)
  const both = (await validateOrder(ctx, testOrderDraft({ items: goods(OIL, SHAMPOO) }))).summary
  const found = (await shown(ctx, order_no))!
  expect(found).toMatchObject({
    order_offer_id: id,
    until: '2026-11-21T03:30:00.000Z',
    item: { id: SHAMPOO, quantity: 1, price: 2640 },
    total_before: before.payment_total,
    amounts: { payment_total: both.payment_total, tax_total: both.tax_total, delivery_fee: both.delivery_fee },
  })
  const terms = found.terms.map(({ label, lines }) => `${label}: ${lines.join('')}`).join('\n')
  for (const words of ['ご注文のキャンセル', '返品・交換', 'お申し込みの期限: 2026年11月21日(土) 12:30まで'])
    expect(terms).toContain(words)
  const answer = { order_id: before.id, offer_place: 'after', order_offer_id: id }
  expect(await answers()).toMatchObject([{ ...answer, is_taken: false, taken_at: null, shown: null }])

  const stock = await stockOf(SHAMPOO)
  minutes = 2
  await pressOn(ctx, order_no, found)
  const after = await stateOf(order_no)
  expect(after).toMatchObject({
    row: { payment_total: both.payment_total, delivery_fee: both.delivery_fee, delivery_date: before.delivery_date },
    items: [{ product_sku_id: OIL }, { product_sku_id: SHAMPOO, quantity: 1, price: 2640 }],
    paid: [{ amount: both.payment_total, state: 'authorised' }],
  })
  expect(await stockOf(SHAMPOO)).toBe(stock - 1)
  expect(await answers()).toMatchObject([
    {
      ...answer,
      is_taken: true,
      total_before: before.payment_total,
      total_after: both.payment_total,
      taken_at: new Date('2026-11-21T03:02:00Z'),
      shown: { terms: found.terms, text: expect.stringContaining(formatYen(both.payment_total)) },
    },
  ])
  const [mail, ...others] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.order_id, before.id), like(outbox.dedupe_key, 'order-changed%')))
  expect(others).toEqual([])
  expect(JSON.stringify(mail!.payload)).toContain(formatYen(both.payment_total))
  const { timeline } = await showOrder(desk, { id: before.id })
  expect(timeline).toContainEqual(
    expect.objectContaining({ text: 'ご注文のあとのご案内から、商品を追加しました', actor: 'お客様' }),
  )
  expect(timeline.filter(({ kind }) => kind === 'staff')).toEqual([])
  expect((await listOrderOffers(desk, {})).items).toMatchObject([
    { shown: 1, taken: 1, taken_yen: both.payment_total - before.payment_total },
  ])
})

test('pressed again, and in two tabs at once: once', async () => {
  const ctx = await member()
  await offer()
  const order_no = await orderedByCard(ctx)
  const found = (await shown(ctx, order_no))!
  asked.hook = () => new Promise((done) => setTimeout(done, 200))
  await Promise.all([pressOn(ctx, order_no, found), pressOn(ctx, order_no, found)])
  await pressOn(ctx, order_no, found)
  expect(asked.amounts).toEqual([found.amounts.payment_total])
  const { items } = await stateOf(order_no)
  expect(items.map(({ product_sku_id, quantity }) => [product_sku_id, quantity])).toEqual([
    [OIL, 1],
    [SHAMPOO, 1],
  ])
  expect(await shown(ctx, order_no)).toBeNull()
})

test('at most one an order: another is not shown in its place, nor after it', async () => {
  const ctx = await member()
  const first = await offer()
  const other = await offer({ product_sku_id: SET, sort_no: 20 })
  const order_no = await ordered(ctx)
  const found = (await shown(ctx, order_no))!
  expect(found.order_offer_id).toBe(first)
  await expect(pressOn(ctx, order_no, { ...found, order_offer_id: other })).rejects.toMatchObject({
    error: 'ERROR_OFFER_ENDED',
  })
  await db.update(order_offer).set({ visible: false }).where(eq(order_offer.id, first))
  expect(await shown(ctx, order_no)).toBeNull()
  expect(await answers()).toHaveLength(1)
})

test.each([
  ['the card refuses', () => new PaymentRefused('limit', 'G02'), 422, 'ERROR_PAYMENT_REFUSED'],
  ['nobody answers', () => new PaymentUnavailable('timeout'), 503, 'ERROR_PAYMENT_UNAVAILABLE'],
])('%s: the first order stands, unchanged, and says so', async (_, fault, status, error) => {
  const ctx = await member()
  await offer()
  const order_no = await orderedByCard(ctx)
  const before = await stateOf(order_no)
  asked.hook = async () => {
    throw fault()
  }
  await expect(press(ctx, order_no)).rejects.toMatchObject({
    status,
    error,
    message: expect.stringContaining('はじめのご注文は、そのまま承っています'),
  })
  expect(await stateOf(order_no)).toEqual(before)
  expect(await answers()).toMatchObject([{ is_taken: false }])
})

test('the last piece goes while the card is asked: the old amount is set again', async () => {
  const ctx = await member()
  await offer()
  const order_no = await orderedByCard(ctx)
  const before = await stateOf(order_no)
  asked.hook = async () => {
    await setSku(SHAMPOO, { stock: 0 })
  }
  await expect(press(ctx, order_no)).rejects.toMatchObject({ status: 409, error: 'ERROR_OFFER_ENDED' })
  expect(asked.amounts).toEqual([expect.any(Number), before.row.payment_total])
  expect((await stateOf(order_no)).paid).toEqual(before.paid)
  expect((await stateOf(order_no)).items).toEqual(before.items)
})

test('what was shown holds, or nothing is charged', async () => {
  const ctx = await member()
  await offer()
  const order_no = await orderedByCard(ctx)
  const before = await stateOf(order_no)
  const refused = { status: 409, error: 'ERROR_AMOUNT_CHANGED' }
  await expect(press(ctx, order_no, { payment_total: 1 })).rejects.toMatchObject(refused)
  const found = (await shown(ctx, order_no))!
  await setSku(SHAMPOO, { price: 2750 })
  await expect(pressOn(ctx, order_no, found)).rejects.toMatchObject(refused)
  await setSku(SHAMPOO, { price: 2640 })
  await expect(
    acceptPostPurchaseOffer(ctx, {
      order_no,
      order_offer_id: found.order_offer_id,
      shown: { ...found.amounts, terms_version: found.terms_version, shown_at: found.until, text: 'はい' },
    }),
  ).rejects.toMatchObject({ status: 422, fields: [{ path: 'shown.text' }] })
  expect(asked.amounts).toEqual([])
  expect(await stateOf(order_no)).toEqual(before)
})

type Prepare = (order: typeof orders.$inferSelect) => Promise<unknown>
const set = (change: Partial<typeof orders.$inferInsert>): Prepare => {
  return ({ id }) => db.update(orders).set(change).where(eq(orders.id, id))
}
const change = (more: Partial<typeof order_offer.$inferInsert>): Prepare => {
  return () => db.update(order_offer).set(more)
}
test.each<[string, Prepare]>([
  ['its time', async () => (minutes = 30)],
  ['its own end', change({ closes_at: new Date('2026-11-21T12:00:00+09:00') })],
  ['it was hidden', change({ visible: false })],
  ['the desk began to pack', set({ status: 'arranged' })],
  ['the order was cancelled', set({ status: 'cancelled' })],
  ['the order goes to somebody else', set({ addr01: '鎌倉市大町' })],
  [
    'the order was wrapped',
    set({ wrapping: { wrap: { wrapping_name: 'リボン', wrapping_fee: 0 }, noshi: null, message_card: null } }),
  ],
  ['the desk holds it', async ({ order_no }) => holdOrder(desk, { order_no, note: '確認' })],
  [
    'an operator placed it',
    ({ id }) =>
      db
        .update(order_status_event)
        .set({ actor_kind: 'operator', actor_id: 1, actor_name: '受注' })
        .where(eq(order_status_event.order_id, id)),
  ],
  ['the goods are sold out', () => setSku(SHAMPOO, { stock: 0 })],
  ['the goods need a parcel of their own', () => setSku(SHAMPOO, { temperature: 'frozen' })],
  ['it is for other goods', change({ for_sku_ids: [102] })],
  ['it is of a page', change({ landing_slug: 'oil' })],
  [
    'the money was taken to ship it',
    ({ id, payment_total }) =>
      db.update(payment).set({ state: 'captured', captured_amount: payment_total }).where(eq(payment.order_id, id)),
  ],
])('after %s it is neither shown nor taken, and the order stays', async (_, prepare) => {
  const ctx = await member()
  await offer()
  const order_no = await ordered(ctx)
  const found = (await shown(ctx, order_no))!
  await prepare(await rowOf(order_no))
  const before = await stateOf(order_no)
  expect(await shown(ctx, order_no)).toBeNull()
  await expect(pressOn(ctx, order_no, found)).rejects.toMatchObject({ status: 409, error: 'ERROR_OFFER_ENDED' })
  expect(await stateOf(order_no)).toEqual(before)
})

test('nobody else: another member, one who was never shown it', async () => {
  const ctx = await member()
  const id = await offer()
  const order_no = await ordered(ctx)
  const other = await member()
  await expect(shown(other, order_no)).rejects.toMatchObject({ status: 404 })
  const found = (await shown(ctx, order_no))!
  await expect(pressOn(other, order_no, found)).rejects.toMatchObject({ status: 404 })
  const unseen = await ordered(ctx)
  await expect(pressOn(ctx, unseen, { ...found, order_offer_id: id })).rejects.toMatchObject({ status: 409 })
})

const page = {
  shop_id: 2,
  slug: 'oil',
  title: '椿油',
  visible: true,
  successor: '',
  cart_type: 0 as const,
  items: [{ product_sku_id: OIL, quantity: 1 }],
  intervals: [],
  adcd: '',
  thanks: '',
  blocks: [],
} satisfies typeof landing_page.$inferInsert

test('what a 申し込みページ gave of its own stays with what is added', async () => {
  const ctx = await member()
  await offer()
  await db.delete(landing_page)
  const { id: promotion_id } = await insertRunningPromotion(db, { trigger: 'landing_page' })
  await db.insert(landing_page).values({ ...page, promotion_id })
  const order_no = await ordered(ctx, { landing_slug: 'oil' })
  await press(ctx, order_no)
  const { row, items } = await stateOf(order_no)
  expect(row).toMatchObject({ discount_amount: 500, landing_slug: 'oil' })
  expect(items).toHaveLength(2)
})

test('not after a 定期便, nor with what the order has; of a page only after its orders', async () => {
  const ctx = await member()
  await offer()
  const every = { subscription_division_id: 3, param1: 45, param2: null, param3: null } as const
  expect(await shown(ctx, await ordered(ctx, { is_subscription: true, delivery_pattern: every }))).toBeNull()
  expect(await shown(ctx, await ordered(ctx, { items: goods(SHAMPOO) }))).toBeNull()
  await db.delete(landing_page)
  await db.insert(landing_page).values(page)
  const ofPage = await offer({ landing_slug: 'oil', sort_no: 1, product_sku_id: SET })
  expect((await shown(ctx, await ordered(ctx, { landing_slug: 'oil' })))!.order_offer_id).toBe(ofPage)
  expect((await shown(ctx, await ordered(ctx)))!.order_offer_id).not.toBe(ofPage)
})

test.each<
  [string, (ctx: MemberContext) => Promise<{ draft?: Partial<OrderDraft>; offered?: Partial<typeof shampoo> }>]
>([
  ['a set', async () => ({ offered: { product_sku_id: SET } })],
  ['an order of a set', async () => ({ draft: { items: goods(SET) } })],
  ['an order that becomes free of 送料', async () => ({ offered: { quantity: 5 } })],
  ['a code', async () => ({ draft: { coupon_codes: [(await insertRunningPromotion(db)).code] } })],
  [
    '数量割引',
    async () => {
      await setSku(SHAMPOO, { quantity_prices: [{ from_pieces: 2, price: 2400, subscription_price: null }] })
      return { offered: { quantity: 2 } }
    },
  ],
  [
    'points',
    async (ctx) => {
      await db.update(shop).set({ point_flag: true, point_rate: 1, point_least: 1, point_most_rate: 100 })
      await adjustPoints(desk, { id: ctx.customer_id, points: 500, reason: 'お詫び', balance: 0 })
      return { draft: { points: 300 } }
    },
  ],
])('after × %s: shown, charged and written at the price of both in one cart', async (_, prepare) => {
  const ctx = await member()
  const { draft: more = {}, offered = {} } = await prepare(ctx)
  await offer(offered)
  const { product_sku_id, quantity } = { ...shampoo, ...offered }
  const items = [...(more.items ?? goods(OIL)), { product_sku_id, quantity, revision: 1 }]
  const both = (await validateOrder(ctx, testOrderDraft({ ...more, items }))).summary
  const order_no = await ordered(ctx, more)
  await press(ctx, order_no)
  const { row, paid } = await stateOf(order_no)
  expect(row).toMatchObject({ payment_total: both.payment_total, discount_amount: both.discount_amount })
  expect(paid).toMatchObject([{ amount: both.payment_total }])
  await setSku(SHAMPOO, { quantity_prices: [] })
})

test('with it the order goes on like any other: cancelled, its goods come back; shipped, the whole amount is due', async () => {
  const ctx = await member()
  await offer()
  const stock = await stockOf(SHAMPOO)
  const order_no = await ordered(ctx)
  await press(ctx, order_no)
  const { id } = await rowOf(order_no)
  const why = { decision_reason: 'お申し出', notify: false, keep_subscription: false }
  await cancelOneOrder({ ...desk, ports: ctx.ports }, { id, ...why })
  expect(await stockOf(SHAMPOO)).toBe(stock)
  const other = await ordered(ctx)
  await press(ctx, other)
  const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
  await shipOrder(desk, { order_no: other, ...parcel })
  const { row, paid } = await stateOf(other)
  expect(row.status).toBe('shipped')
  expect(paid).toMatchObject([{ amount: row.payment_total }])
  const pieces = await db
    .select({ quantity: shipment_item.quantity })
    .from(shipment_item)
    .innerJoin(
      order_item,
      and(
        eq(order_item.shop_id, shipment_item.shop_id),
        eq(order_item.id, shipment_item.order_item_id),
        eq(order_item.order_id, row.id),
      ),
    )
  expect(pieces).toEqual([{ quantity: 1 }, { quantity: 1 }])
})

test('統合 between the offer and the press: it goes with the order', async () => {
  const ctx = await member()
  const kept = await member()
  await offer()
  const order_no = await ordered(ctx)
  const found = (await shown(ctx, order_no))!
  await mergeWithIdentityChecks(desk, kept.customer_id, ctx.customer_id)
  await expect(pressOn(ctx, order_no, found)).rejects.toMatchObject({ status: 404 })
  await pressOn(kept, order_no, found)
  expect(await answers()).toMatchObject([{ is_taken: true }])
})

test('証拠書類 has what was shown, until its member is erased', async () => {
  const ctx = await member()
  await offer()
  const order_no = await ordered(ctx)
  await press(ctx, order_no)
  const { id, payment_total } = await rowOf(order_no)
  let made: EvidenceDocument | undefined
  const document = {
    render: () => Promise.reject(new Error('no invoice')),
    renderDossier: async (dossier: EvidenceDocument) => {
      made = dossier
      return new Uint8Array([1])
    },
  }
  const action = 'POST /admin/v1/orders/{id}/evidence'
  await createOrderEvidence({ ...desk, action, ports: { ...desk.ports, document } }, { id, reason: '照会' })
  const lines = made!.sections.find(({ heading }) => heading === 'ご注文のあとの、商品の追加')?.lines.join('\n')
  expect(lines).toContain(`合計${formatYen(payment_total)}`)
  expect(lines).toContain('■ お申し込みの期限')

  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, id))
  const asked = { source: 'phone', inquiry_id: null, content: '消してほしい', due_on: null } as const
  const request = await addPrivacyRequest(desk, { ...asked, id: ctx.customer_id, kind: 'erasure' })
  const checked = { identity_check: '登録のお電話に折り返した', answer: '', due_on: '2026-12-01' }
  await changePrivacyRequest(desk, { id: request.id, ...checked, state: 'working' })
  const eraser = { ...desk, ports: { ...desk.ports, card: fakeCardVault() } }
  await erasePersonalData(eraser, { id: request.id, with_guest_records: false })
  const [answer] = await answers()
  expect(answer!.shown).toMatchObject({ terms_version: expect.any(String) })
  expect(answer!.shown).not.toHaveProperty('text')
})

test.each([
  ['without its minutes', { take_within_minutes: null }, 'take_within_minutes'],
  ['as a 定期便', { cart_type: 1 as const }, 'cart_type'],
])('%s it is refused beside its field', async (_, more, path) => {
  const { OrderOfferInput } = await import('@kushi/contract/admin/order-offer')
  const result = OrderOfferInput.safeParse({ ...shampoo, ...more })
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test('年払い is refused, as with any change', async () => {
  const ctx = await member()
  await offer()
  await db.update(order_offer).set({ product_sku_id: YEARLY })
  expect(await shown(ctx, await ordered(ctx))).toBeNull()
})

test('an address that the member has meanwhile changed is another', async () => {
  const ctx = await member()
  await offer()
  const order_no = await ordered(ctx)
  await db.update(customer).set({ addr02: '9-9' }).where(eq(customer.id, ctx.customer_id))
  expect(await shown(ctx, order_no)).toBeNull()
  await db.update(customer).set(kamakuraAddress).where(eq(customer.id, ctx.customer_id))
  expect(await shown(ctx, order_no)).not.toBeNull()
})
