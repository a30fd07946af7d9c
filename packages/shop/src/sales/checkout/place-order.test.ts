import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cart_item } from '@kushi/db/schema/cart'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { line_friend } from '@kushi/db/schema/line'
import { order_evidence, order_item, order_visit, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { consumeLimit } from '../../foundation/limit/consume-limit.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { deliverOutbox } from '../../messaging/message/deliver-outbox.ts'
import type { CardPort, SavedCard } from '../../ports/card-port.ts'
import { testClock, testContext, throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { listOwnOrders } from '../order/orders.ts'
import { listPaymentMethods } from '../payment/list-payment-methods.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
async function member(more = {}) {
  const [customer_id] = await insertMembers(db, 1, more)
  return testContext(db, { customer_id: customer_id!, settings })
}
const stockOf = async (id: number) =>
  (await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
const ordersOf = (id: number) => db.select().from(orders).where(eq(orders.customer_id, id))
const visa: SavedCard = {
  card_seq: 3,
  card_info: '****1111',
  expire: '3012',
  holder_name: 'HANAKO',
  brand: null,
  default_flag: '1',
}
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const

test('a member whom the shop has blocked orders nothing', async () => {
  const ctx = await member({ blocked_at: new Date() })
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 403, error: 'ERROR_MEMBER_BLOCKED' })
  expect(await ordersOf(ctx.customer_id)).toEqual([])
})

test('cash on delivery: order, items, evidence, stock, cart and one mail, all at once', async () => {
  const sent: { to: string; subject: string; text: string }[] = []
  const buyer = await member()
  const mail = { send: async (one: never) => void sent.push(one) }
  const ctx = { ...buyer, ports: { ...buyer.ports, mail } }
  const mine = { shop_id: 2, customer_id: ctx.customer_id, revision: 1 }
  await db.insert(cart_item).values([
    { ...mine, product_sku_id: 101, subscription: 0, quantity: 3 },
    { ...mine, product_sku_id: 101, subscription: 1, quantity: 1 },
    { ...mine, product_sku_id: 105, subscription: 0, quantity: 2 },
  ])
  const before = await stockOf(101)
  const wanted = testOrderDraft({
    items: [
      { product_sku_id: 105, quantity: 2, revision: 1 },
      { product_sku_id: 101, quantity: 2, revision: 1 },
    ],
    delivery_date: '2026-12-03',
    delivery_time_id: 2,
    delivery_notes: ' 門の前で ',
  })
  const request = await confirmedOrderInput(ctx as never, wanted, { adcd: 'AD1', abmtcd: 'AB1', ad_user_id: 'U1' })
  const placed = await placeOrder(ctx as never, request)
  expect(placed).toMatchObject({ status: 'received', redirect_url: null, payment_message: null })

  const [order] = await ordersOf(ctx.customer_id)
  // 2420 × 2 + 2640 × 2 = 10120: free delivery; the fee of cash on delivery by its table.
  expect(order).toMatchObject({
    order_no: placed.order_no,
    subtotal: 10_120,
    delivery_fee: 0,
    payment_total: request.shown.payment_total,
    delivery_date: '2026-12-03',
    delivery_time_id: 2,
    delivery_notes: ' 門の前で ',
    adcd: 'AD1',
    abmtcd: 'AB1',
    ad_user_id: 'U1',
    subscription_id: null,
  })
  expect(order!.tax_lines).toEqual([
    { tax_rate: 10, total: order!.payment_total, tax: Math.floor((order!.payment_total * 10) / 110) },
  ])
  const items = await db.select().from(order_item).where(eq(order_item.order_id, order!.id))
  expect(items.map((one) => [one.product_sku_id, one.quantity, one.price])).toEqual([
    [105, 2, 2640],
    [101, 2, 2420],
  ])
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, order!.id))
  expect(evidence).toMatchObject({ terms_version: request.shown.terms_version, user_agent: 'vitest' })
  expect(evidence!.shown).toMatchObject({ ...request.shown, summary: { payment_total: order!.payment_total } })
  expect(await stockOf(101)).toBe(before - 2)
  const theirs = eq(cart_item.customer_id, ctx.customer_id)
  const cart = await db.select().from(cart_item).where(theirs).orderBy(cart_item.subscription)
  expect(cart.map((one) => [one.product_sku_id, one.subscription, one.quantity])).toEqual([
    [101, 0, 1],
    [101, 1, 1],
  ])
  await deliverOutbox(ctx)
  expect(sent).toHaveLength(1)
  expect(sent[0]!.subject).toBe(`【椿野】ご注文ありがとうございます(${placed.order_no})`)
  expect(sent[0]!.text).toContain('お届け予定日: 2026年12月3日(木)')
  expect(sent[0]!.text).toContain('お支払い方法: 代金引換')
  expect(sent[0]!.text).toContain('登録番号 T')
  expect(await placeOrder(ctx as never, request)).toEqual(placed)
  await deliverOutbox(ctx)
  expect(sent).toHaveLength(1)
  expect(await stockOf(101)).toBe(before - 2)
})

test('the visit through an advert stays with the order, its click ids only where the shop keeps them, and for 90 days', async () => {
  const ad_visit = { landing_path: '/products/1', click_ids: { gclid: 'G-1', yclid: 'Y1' } }
  const visits = () => db.select().from(order_visit).orderBy(order_visit.order_id)
  const order = async () => {
    const ctx = await member()
    await placeOrder(ctx as never, await confirmedOrderInput(ctx as never, testOrderDraft({}), { ad_visit }))
  }
  await order()
  expect(await visits()).toMatchObject([{ landing_path: '/products/1', click_ids: null }])
  await db.update(shop).set({ click_id_flag: true }).where(eq(shop.id, 2))
  await order()
  await db.update(shop).set({ click_id_flag: false }).where(eq(shop.id, 2))
  expect((await visits())[1]).toMatchObject({ landing_path: '/products/1', click_ids: { gclid: 'G-1', yclid: 'Y1' } })
  const [, { created_at }] = (await visits()) as [unknown, { created_at: Date }]
  const after = (days: number) =>
    testContext(db, { clock: { ...testClock(), now: () => new Date(created_at.getTime() + days * 86_400_000) } })
  await deleteExpiredRows(after(89))
  expect((await visits())[1]!.click_ids).not.toBeNull()
  await deleteExpiredRows(after(91))
  expect(await visits()).toMatchObject([{ click_ids: null }, { landing_path: '/products/1', click_ids: null }])
})

test('a subscription begins: pattern, the next two deliveries, cycle 2, an event; the mail says until when to change', async () => {
  const ctx = await member()
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly, delivery_date: '2026-12-05' })
  const seen = await validateOrder(ctx, wanted)
  expect(seen).toMatchObject({
    next_delivery_date: '2027-01-05',
    next_next_delivery_date: '2027-02-05',
    change_deadline: '2026-12-26',
  })
  const ad = { adcd: 'AD1', abmtcd: null, ad_user_id: 'U1' }
  const placed = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted, ad))
  const [order] = await ordersOf(ctx.customer_id)
  const [regular] = await db.select().from(subscription).where(eq(subscription.customer_id, ctx.customer_id))
  expect(order).toMatchObject({ subscription_id: regular!.id, cycle: 1, subtotal: 1936 })
  expect(regular).toMatchObject({
    ...monthly,
    ...ad,
    summary_status: 1,
    cycle: 2,
    next_delivery_date: '2027-01-05',
    next_next_delivery_date: '2027-02-05',
    payment_method_id: null,
    card_seq: null,
    delivery_fee: seen.summary.following!.delivery_fee,
    ...kamakuraAddress,
  })
  // The completion page names the same days.
  const { next_delivery_date, next_next_delivery_date, change_deadline } = seen
  expect(
    (await listOwnOrders(ctx, { page: 1, per_page: 1, order_no: order!.order_no })).items[0]?.subscription,
  ).toMatchObject({
    id: regular!.id,
    next_delivery_date,
    next_next_delivery_date,
    change_deadline,
  })
  const items = await db
    .select()
    .from(subscription_order_item)
    .where(eq(subscription_order_item.subscription_id, regular!.id))
  expect(items).toMatchObject([{ product_sku_id: 101, quantity: 1 }])
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, regular!.id))
  expect(events).toMatchObject([
    { event: 'created', actor_kind: 'member', actor_id: ctx.customer_id, detail: { order_no: placed.order_no } },
  ])
  const [mail] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupe_key, `order-received:${placed.order_no}`))
  const { text, pictures } = mail!.payload as { text: string; pictures: string[] }
  expect(text).toContain('2026年12月26日(土)まで承ります')
  // The price of the next delivery is stated beside that of this one.
  expect(text).toMatch(/次回からの商品代金\(税込、1回分\):\n {2}純椿油「しずく」\(無香料 \/ 30mL\) ¥2,178 × 1/)
  // The link opens the order itself; Outlook and LINE show JPEG.
  expect(text).toContain(`ご注文の内容を見る\nhttp://localhost:3000/sh/mypage/history?order_no=${placed.order_no}\n`)
  expect(pictures).toEqual([expect.stringMatching(/^https?:\/\/.+\.jpg$/)])
})

test('a gift: mail and LINE card address the buyer; the card says date, 定期便 and the later price', async () => {
  const ctx = await member({ name01: '贈主', name02: '和子' })
  const line_id = `U${ctx.customer_id}`
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  await db.update(customer).set({ line_id }).where(eq(customer.id, ctx.customer_id))
  await db
    .insert(line_friend)
    .values({ shop_id: 2, line_user_id: line_id, friend_status_id: 4, updated_at: new Date() })
  const to = { ...kamakuraAddress, name01: '祖父江', name02: '茂' }
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly, shipping_address: to })
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))
  const [order] = await ordersOf(ctx.customer_id)
  const sent = await db.select().from(outbox).where(eq(outbox.order_id, order!.id))
  const { text } = sent.find(({ kind }) => kind === 'mail')!.payload as { text: string }
  expect(text.startsWith('贈主 和子 様\n')).toBe(true)
  expect(text).toContain('祖父江 茂 様')
  const { message } = sent.find(({ kind }) => kind === 'line')!.payload as { message: { altText: string } }
  expect(message.altText).toMatch(
    /お届け予定日 20\d\d年.+\(最短の日程\)\n定期便 毎月5日\n次回のお届け 20\d\d年.+\n2回目から 商品代金 ¥2,178\(税込\)/,
  )
  expect(JSON.stringify(message)).toContain(`/sh/mypage/history?order_no=${order_no}`)
})

test('a delivery on 12月3日 can be changed until 11月23日', async () => {
  const ctx = {
    ...(await member()),
    clock: { now: () => new Date('2026-10-20T12:00:00+09:00'), today: () => '2026-10-20' },
  }
  const thirty = { subscription_division_id: 3, param1: 30, param2: null, param3: null } as const
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: thirty, delivery_date: '2026-11-03' })
  expect(await validateOrder(ctx as never, wanted)).toMatchObject({
    next_delivery_date: '2026-12-03',
    change_deadline: '2026-11-23',
  })
})

test('the same key twenty times at once is one order', async () => {
  const ctx = await member()
  const before = await stockOf(121)
  const request = await confirmedOrderInput(
    ctx,
    testOrderDraft({ items: [{ product_sku_id: 121, quantity: 1, revision: 1 }] }),
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(ctx, request)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await ordersOf(ctx.customer_id)).toHaveLength(1)
  expect(await stockOf(121)).toBe(before - 1)
})

test('a double click on the last piece is one order and no refusal', async () => {
  await db.update(product_sku).set({ stock: 1 }).where(eq(product_sku.id, 122))
  const ctx = await member()
  const request = await confirmedOrderInput(
    ctx,
    testOrderDraft({ items: [{ product_sku_id: 122, quantity: 1, revision: 1 }] }),
  )
  const answers = await Promise.all(Array.from({ length: 12 }, () => placeOrder(ctx, request)))
  expect(new Set(answers.map(({ order_no }) => order_no)).size).toBe(1)
  expect(await stockOf(122)).toBe(0)
})

test('a second click that is delayed until the first one has taken the last piece returns that order', async () => {
  await db.update(product_sku).set({ stock: 1 }).where(eq(product_sku.id, 120))
  const ctx = await member()
  const limited = { ...ctx, settings: { ...settings, rate_limit_factor: 1 } }
  await consumeLimit(limited, 'order', { account: String(ctx.customer_id), address: ctx.ip })
  const request = await confirmedOrderInput(
    ctx,
    testOrderDraft({ items: [{ product_sku_id: 120, quantity: 1, revision: 1 }] }),
  )
  const [first, second] = await db.transaction(async (tx) => {
    // A concurrent request waits for this lock, after it has found no order yet.
    await tx.execute(sql`select from rate_limit for update`)
    const pending = placeOrder(limited, request)
    await sleep(200)
    return [await placeOrder(ctx, request), { pending }] as const
  })
  expect(await second.pending).toEqual(first)
})

test('a key that comes back with other content is refused, and its order stands', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  await placeOrder(ctx, request)
  const other = { ...request, shipping_address: { ...kamakuraAddress, addr02: '0-0-9' } }
  await expect(placeOrder(ctx, other)).rejects.toMatchObject({ status: 409, error: 'ERROR_IDEMPOTENCY_KEY_REUSED' })
  expect(await ordersOf(ctx.customer_id)).toHaveLength(1)
})

test('the same key of two members is two orders', async () => {
  const [one, two] = [await member(), await member()]
  const request = await confirmedOrderInput(one, testOrderDraft())
  const placed = [await placeOrder(one, request), await placeOrder(two, request)]
  expect(placed[0]!.order_no).not.toBe(placed[1]!.order_no)
})

/** Checks that the call fails, and that neither the member's data nor the stock has changed. */
async function refused(ctx: Awaited<ReturnType<typeof member>>, work: () => Promise<unknown>, expected: object) {
  const all = async () => (await db.select({ stock: sql<number>`sum(${product_sku.stock})::int` }).from(product_sku))[0]
  const mails = async () => (await db.select({ n: count() }).from(outbox))[0]
  const before = [await all(), await mails()]
  await expect(work()).rejects.toMatchObject(expected)
  expect([await all(), await mails()]).toEqual(before)
  expect(await ordersOf(ctx.customer_id)).toHaveLength(0)
  expect(await db.select().from(subscription).where(eq(subscription.customer_id, ctx.customer_id))).toHaveLength(0)
}

const changed = { status: 409, error: 'ERROR_AMOUNT_CHANGED' }

test.each([
  ['total', { payment_total: 1 }],
  ['first date', { first_delivery_date: '2026-11-27' }],
  ['next date', { next_delivery_date: '2027-01-01' }],
  ['following total', { following_payment_total: 2178 }],
  ['terms', { terms_version: '2025-01-01' }],
])('what was shown differs in the %s: refused', async (_, shown) => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  await refused(ctx, () => placeOrder(ctx, { ...request, shown: { ...request.shown, ...shown } }), changed)
})

test('the price changed between screen and order: refused', async () => {
  const ctx = await member()
  const wanted = testOrderDraft({ items: [{ product_sku_id: 128, quantity: 1, revision: 1 }] })
  const request = await confirmedOrderInput(ctx, wanted)
  await db.update(product_sku).set({ price: 1 }).where(eq(product_sku.id, 128))
  await refused(ctx, () => placeOrder(ctx, request), changed)
})

test('the terms changed between screen and order: refused', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  await db.update(shop).set({ terms_version: '2026-12-01' }).where(eq(shop.id, 2))
  await refused(ctx, () => placeOrder(ctx, request), changed)
  await db.update(shop).set({ terms_version: request.shown.terms_version }).where(eq(shop.id, 2))
})

test.each([
  ['sold out meanwhile', { stock: 0 }, 'ERROR_OUT_OF_STOCK'],
  ['fewer left than wanted', { stock: 1 }, 'ERROR_OUT_OF_STOCK'],
  ['hidden meanwhile', { visible: false }, 'ERROR_ORDER_REFUSED'],
  ['another thing under the same id', { revision: 2 }, 'ERROR_ORDER_REFUSED'],
])('%s: refused, and nothing is written', async (_, set, error) => {
  const ctx = await member()
  const wanted = testOrderDraft({ items: [{ product_sku_id: 129, quantity: 2, revision: 1 }] })
  const request = await confirmedOrderInput(ctx, wanted)
  await db.update(product_sku).set(set).where(eq(product_sku.id, 129))
  await refused(ctx, () => placeOrder(ctx, request), { status: 409, error })
  await db.update(product_sku).set({ stock: 40, visible: true, revision: 1 }).where(eq(product_sku.id, 129))
})

test('the way to pay is switched off between screen and order: refused beside its field, and nothing is written', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  const cash = and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id))
  await db.update(shop_payment).set({ visible: false }).where(cash)
  await refused(ctx, () => placeOrder(ctx, request), field('payment_method_id'))
  await db.update(shop_payment).set({ visible: true }).where(cash)
  expect(await placeOrder(ctx, request)).toMatchObject({ order_no: expect.any(String) })
})

const piece = (product_sku_id: number, quantity = 1) => ({ product_sku_id, quantity, revision: 1 })
const field = (path: string) => ({ status: 422, fields: [expect.objectContaining({ path })] })
const sold = { status: 409, error: 'ERROR_ORDER_REFUSED' }

test.each<[string, Parameters<typeof testOrderDraft>[0], object]>([
  ['a hidden SKU', { items: [piece(108)] }, sold],
  ['a SKU of a hidden product', { items: [piece(134)] }, sold],
  ['another shop’s SKU', { items: [piece(501)] }, sold],
  ['no such SKU', { items: [piece(999_999)] }, sold],
  ['one hidden among others', { items: [piece(101), piece(108)] }, sold],
  ['over the limit', { items: [piece(121, 4)] }, sold],
  ['over the limit in two entries', { items: [piece(121, 2), piece(121, 2)] }, sold],
  ['a date before the first', { delivery_date: '2026-11-25' }, field('delivery_date')],
  ['a date after the last', { delivery_date: '2027-01-23' }, field('delivery_date')],
  ['a time of another shop', { delivery_time_id: 11 }, field('delivery_time_id')],
  ['another shop’s method', { delivery_id: 3 }, field('delivery_id')],
  ['a method for light goods', { delivery_id: 2 }, field('delivery_id')],
  ['cash by letterbox', { delivery_id: 2, items: [piece(125)] }, field('payment_method_id')],
  ['a date by letterbox', { delivery_id: 2, items: [piece(125)], delivery_date: '2026-12-03' }, field('delivery_date')],
  ['a method of payment not offered', { payment_method_id: 4 }, field('payment_method_id')],
  ['a pattern for a single purchase', { delivery_pattern: monthly }, field('delivery_pattern')],
  ['a subscription without a pattern', { is_subscription: true }, field('delivery_pattern')],
  [
    'a pattern out of range',
    { is_subscription: true, delivery_pattern: { ...monthly, param1: 7 } },
    field('delivery_pattern'),
  ],
  ['once only, as a subscription', { is_subscription: true, delivery_pattern: monthly, items: [piece(121)] }, sold],
  ['subscription only, once', { items: [piece(118)] }, sold],
])('%s: refused', async (_, wanted, expected) => {
  const ctx = await member()
  const request = { ...(await confirmedOrderInput(ctx, testOrderDraft())), ...wanted }
  await refused(ctx, () => placeOrder(ctx, request as never), expected)
})

test('too dear for cash on delivery: refused', async () => {
  const ctx = await member()
  await db.update(shop_payment).set({ max_amount: 2000 }).where(eq(shop_payment.id, 5))
  const wanted = testOrderDraft()
  await expect(validateOrder(ctx, wanted)).rejects.toMatchObject(field('payment_method_id'))
  await db.update(shop_payment).set({ max_amount: 300_000 }).where(eq(shop_payment.id, 5))
})

test('later deliveries over the limit of the method: refused in the list, the confirmation and the order', async () => {
  const ctx = await member()
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly })
  const request = await confirmedOrderInput(ctx, wanted)
  const { payment_total, following, payment_fee } = (await validateOrder(ctx, wanted)).summary
  expect(payment_total).toBeLessThan(following!.payment_total)
  await db.update(shop_payment).set({ max_amount: payment_total }).where(eq(shop_payment.id, 5))
  const reason = expect.stringMatching(/^2回目からのお支払い金額が/)
  const query = {
    amount: payment_total - payment_fee,
    following_amount: following!.payment_total - following!.payment_fee,
    is_subscription: true,
  }
  const listed = (await listPaymentMethods(ctx, query)).items.find((one) => one.payment_method_id === null)
  expect(listed).toMatchObject({ is_available: false, reason })
  await expect(validateOrder(ctx, wanted)).rejects.toMatchObject(field('payment_method_id'))
  await refused(ctx, () => placeOrder(ctx, request), field('payment_method_id'))
  await db.update(shop_payment).set({ max_amount: following!.payment_total }).where(eq(shop_payment.id, 5))
  await placeOrder(ctx, request)
  await db.update(shop_payment).set({ max_amount: 300_000 }).where(eq(shop_payment.id, 5))
})

test('a card order without a card is refused before anything is written', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }))
  await refused(ctx, () => placeOrder(ctx, request), field('card'))
})

test.each<[string, SavedCard[]]>([
  ['a card that the member does not have', []],
  ['a card that has expired', [{ ...visa, expire: '2001' }]],
])('%s is refused before anything is written', async (_, cards) => {
  const buyer = await member({ gmo_id: randomUUID() })
  const card = { ...throwingPort<CardPort>('card'), listCards: async () => cards }
  const ctx = { ...buyer, ports: { ...buyer.ports, card } }
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), {
    card: { card_seq: visa.card_seq },
  })
  await refused(ctx, () => placeOrder(ctx, request), field('card'))
})

test.each([
  ['no words', ''],
  ['words without the total', 'ご注文内容の確認 ¥12,3456'],
])('%s are no evidence: refused', async (_, text) => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  await refused(ctx, () => placeOrder(ctx, { ...request, shown: { ...request.shown, text } }), field('shown.text'))
})

test('a browser whose clock is years ahead buys; when the screen was shown is then our word', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  const ahead = { ...request.shown, shown_at: '2099-01-01T00:00:00.000Z' }
  await placeOrder(ctx, { ...request, shown: ahead })
  const [order] = await ordersOf(ctx.customer_id)
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, order!.id))
  expect(evidence!.shown_at).toEqual(ctx.clock.now())
})

test('a rank’s discount is in the total, on the lines and on no guest’s', async () => {
  const ranked = await member({ customer_rank_id: 3 })
  const plain = await member({ customer_rank_id: null })
  const wanted = testOrderDraft({ items: [piece(102, 2)] })
  await placeOrder(ranked, await confirmedOrderInput(ranked, wanted))
  await placeOrder(plain, await confirmedOrderInput(plain, wanted))
  const [withRank] = await ordersOf(ranked.customer_id)
  const [without] = await ordersOf(plain.customer_id)
  expect(withRank).toMatchObject({ subtotal: 8360, discount_amount: 418 })
  expect(without).toMatchObject({ subtotal: 8360, discount_amount: 0 })
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, withRank!.id))
  expect(item!.discount_amount).toBe(418)
})

test('another shop’s member can’t be charged here: the shop of the request counts', async () => {
  const ctx = await member()
  await expect(validateOrder({ ...ctx, shop_id: 3 }, testOrderDraft({ items: [piece(101)] }))).rejects.toMatchObject(
    field('delivery_id'),
  )
  expect((await db.select().from(customer).where(eq(customer.id, ctx.customer_id)))[0]!.shop_id).toBe(2)
})
