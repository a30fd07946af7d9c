import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { audit_event } from '@kushi/db/schema/operator'
import { order_evidence, order_request, order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { point_entry } from '@kushi/db/schema/point'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { memberActor } from '../../../actor.ts'
import { adjustPoints } from '../../../catalogue/point/admin/points.ts'
import { deleteExpiredRows } from '../../../foundation/retention/delete-expired-rows.ts'
import { fakeCardToken } from '../../../testing/card-vault.ts'
import { testClock, testContext } from '../../../testing/context.ts'
import { fakeCardProvider } from '../../../testing/fake-card-provider.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertRunningPromotion } from '../../../testing/promotions.ts'
import { addressColumnsOf, insertOrderRow } from '../../../testing/rows.ts'
import { payOrderRequest, showOrderRequest } from '../order-request.ts'
import { placePhoneOrder, previewPhoneOrder, showPhoneOrderOptions } from './order-for-member.ts'
import { listOrderRequests, sendOrderRequest, withdrawOrderRequest } from './request-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const given = { clock: testClock('2026-11-21'), ports: fakeCardProvider().ports() }
const ctx = await operatorContext(db, 'orders', given)

type Pattern = Parameters<typeof placePhoneOrder>[1]['delivery_pattern']

async function asked(payment_method_id: 1 | null = null, delivery_pattern: Pattern = null, product_sku_id = 101) {
  const [id] = await insertMembers(db, 1)
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  const { deliveries } = await showPhoneOrderOptions(ctx, { id: id! })
  const order = {
    items: [{ product_sku_id, quantity: 1 }],
    shipping_address: addressColumnsOf(row!),
    delivery_notes: '',
    delivery_id: deliveries[0]!.id,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id,
    delivery_pattern,
    coupon_codes: [] as string[],
  }
  const { summary, first_delivery_date } = await previewPhoneOrder(ctx, { id: id!, ...order })
  const shown = {
    shown_payment_total: summary.payment_total,
    shown_delivery_date: first_delivery_date,
    shown_following_total: summary.following?.payment_total ?? null,
  }
  return { id: id!, ...order, ...shown, idempotency_key: randomUUID(), third_party_consent: false }
}

test('an order by phone is the member’s, at the price read out, names the operator, and is placed once', async () => {
  const input = await asked()
  const placed = await placePhoneOrder(ctx, input)
  expect(placed).toMatchObject({ status: 'received', payment_message: null })
  expect((await placePhoneOrder(ctx, input)).order_id).toBe(placed.order_id)
  const mine = await db.select().from(orders).where(eq(orders.customer_id, input.id))
  expect(mine).toMatchObject([{ order_no: placed.order_no, payment_total: input.shown_payment_total }])
  const events = await db.select().from(order_status_event).where(eq(order_status_event.order_id, placed.order_id))
  expect(events).toMatchObject([{ actor_kind: 'operator', actor_name: '受注' }])
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, placed.order_id))
  expect((evidence!.shown as { text: string }).text).toContain('お電話でのご注文(担当者: 受注)')
  const trail = and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(placed.order_id)))
  const [entry] = await db.select().from(audit_event).where(trail)
  expect(entry!.after).toMatchObject({ by_phone: true, payment_total: input.shown_payment_total })
  expect(await db.$count(outbox, eq(outbox.order_id, placed.order_id))).toBe(1)
  // The first press may have taken the last piece.
  await db.update(product_sku).set({ visible: false }).where(eq(product_sku.id, 101))
  expect((await placePhoneOrder(ctx, input)).order_id).toBe(placed.order_id)
  await db.update(product_sku).set({ visible: true }).where(eq(product_sku.id, 101))
})

test('wrapping said on the phone: its fee in the price and in what is kept as read out, also behind a link', async () => {
  const offer = { wraps: [{ wrapping_name: '箱', wrapping_fee: 330 }], noshi: [], card_fee: 110 }
  await db.update(shop).set({ wrapping_offer: offer }).where(eq(shop.id, 2))
  const input = await asked()
  const wrapping = { wrap: '箱', noshi: null, message_card: 'お誕生日おめでとう' }
  const { summary, wrapping: read } = await previewPhoneOrder(ctx, { ...input, wrapping })
  expect(summary).toMatchObject({ gift_fee: 440, payment_total: input.shown_payment_total + 440 })
  expect(read).toMatchObject({ wrap: { wrapping_name: '箱' }, message_card: { card_text: 'お誕生日おめでとう' } })
  const placed = await placePhoneOrder(ctx, { ...input, wrapping, shown_payment_total: summary.payment_total })
  const [order] = await db.select().from(orders).where(eq(orders.id, placed.order_id))
  expect(order).toMatchObject({ gift_fee: 440, wrapping: read, payment_total: summary.payment_total })
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, placed.order_id))
  const { text } = evidence!.shown as { text: string }
  expect(text).toContain('ギフト包装 箱')
  expect(text).toContain('ギフト包装 ¥440')
  const link = await asked(1)
  await sendOrderRequest(ctx, { ...link, wrapping, shown_payment_total: link.shown_payment_total + 440 })
  const [row] = await db.select().from(order_request).where(eq(order_request.customer_id, link.id))
  const member = { ...ctx, customer_id: link.id, actor: memberActor(link.id) }
  const seen = await showOrderRequest(member, { request_no: row!.request_no })
  expect(seen.assessed).toMatchObject({ wrapping: read, summary: { gift_fee: 440 } })
  const elsewhere = { ...wrapping, wrap: '風呂敷' }
  await expect(previewPhoneOrder(ctx, { ...input, wrapping: elsewhere })).rejects.toMatchObject({
    fields: [{ path: 'wrapping.wrap' }],
  })
  await expect(previewPhoneOrder(ctx, { ...input, wrapping, delivery_pattern: monthly })).rejects.toMatchObject({
    fields: [{ path: 'wrapping.wrap' }],
  })
})

test('a code said on the phone: its price, what it says of each delivery, and its use', async () => {
  const { id: promotion_id, code } = await insertRunningPromotion(db, { to_cycle: 2 })
  const { coupon_codes: _, ...input } = await asked(null, monthly)
  const preview = (codes: string[]) => previewPhoneOrder(ctx, { ...input, coupon_codes: codes })
  const { summary } = await preview([code.toLowerCase()])
  expect(summary.payment_total).toBe(input.shown_payment_total - 500)
  expect((await preview(['NANIKA'])).summary.promotions).toMatchObject([{ is_applied: false }])
  const shown = {
    shown_payment_total: summary.payment_total,
    shown_following_total: summary.following!.payment_total,
    shown_later_totals: summary.later.map((phase) => phase.payment_total),
  }
  const place = (later: number[]) =>
    placePhoneOrder(ctx, { ...input, ...shown, coupon_codes: [code], shown_later_totals: later })
  // Not what was read out.
  await expect(place([summary.following!.payment_total])).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  const { order_id } = await place(shown.shown_later_totals)
  const [use] = await db.select().from(promotion_use).where(eq(promotion_use.order_id, order_id))
  expect(use).toMatchObject({ promotion_id, yen: 500 })
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, order_id))
  const { text } = evidence!.shown as { text: string }
  for (const words of ['秋の特典 -¥500', '2回目の毎回のお支払い', '3回目からの毎回のお支払い'])
    expect(text).toContain(words)
  await db.update(promotion).set({ status: 'stopped' })
})

test('points said on the phone: those of the member, within the bounds of their own checkout, also behind a link', async () => {
  await db.update(shop).set({ point_flag: true, point_least: 100, point_most_rate: 50 }).where(eq(shop.id, 2))
  const { id, ...order } = await asked(null, monthly)
  expect(await showPhoneOrderOptions(ctx, { id })).toMatchObject({ points_held: 0 })
  const preview = (points: number) => previewPhoneOrder(ctx, { id, ...order, points })
  const refused = (message: string) => ({ status: 422, fields: [{ path: 'points', message }] })
  await expect(preview(100)).rejects.toMatchObject(refused('このご注文ではポイントをお使いいただけません。'))
  const manager = await operatorContext(db, 'manager', given)
  await adjustPoints(manager, { id, points: 400, reason: 'お詫び', balance: 0 })
  expect(await showPhoneOrderOptions(ctx, { id })).toMatchObject({ points_held: 400 })
  for (const points of [99, 401])
    await expect(preview(points)).rejects.toMatchObject(refused('100から400までの数字を入力してください。'))
  const { summary } = await preview(300)
  expect(summary).toMatchObject({ payment_total: order.shown_payment_total - 300, points: { used: 300, balance: 400 } })
  expect(summary.following!.payment_total).toBe(order.shown_following_total)
  const place = (points: number, more = {}) =>
    placePhoneOrder(ctx, { id, ...order, points, shown_payment_total: summary.payment_total, ...more })
  // More than was read out, and none of what was.
  for (const points of [301, 0]) await expect(place(points)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  const { order_id } = await place(300)
  expect((await place(300)).order_id).toBe(order_id)
  const [use] = await db.select().from(point_entry).where(eq(point_entry.order_id, order_id))
  expect(use).toMatchObject({ customer_id: id, point_kind: 'use', points: -300 })
  const trail = and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(order_id)))
  const [entry] = await db.select().from(audit_event).where(trail)
  expect(entry!.after).toMatchObject({ by_phone: true, points: 300 })
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, order_id))
  expect((evidence!.shown as { text: string }).text).toContain('ポイント利用 -¥300')
  // What the member used meanwhile is no more: it was read out at another price.
  await expect(place(300, { idempotency_key: randomUUID() })).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  const link = await asked(1)
  await adjustPoints(manager, { id: link.id, points: 200, reason: 'お詫び', balance: 0 })
  await sendOrderRequest(ctx, { ...link, points: 200, shown_payment_total: link.shown_payment_total - 200 })
  const member = { ...ctx, customer_id: link.id, actor: memberActor(link.id) }
  const seen = await showOrderRequest(member, { request_no: (await requestOf(link.id)).request_no })
  expect(seen.assessed!.summary).toMatchObject({ points: { used: 200 } })
  const [mail] = await db.select().from(outbox).where(eq(outbox.customer_id, link.id))
  expect((mail!.payload as { text: string }).text).toContain('ポイント利用: -¥200')
  await payOrderRequest(member, paying(seen, fakeCardToken('1111')))
  expect((await showPhoneOrderOptions(ctx, { id: link.id })).points_held).toBe(0)
  await db.update(shop).set({ point_flag: false }).where(eq(shop.id, 2))
  expect((await showPhoneOrderOptions(ctx, { id: link.id })).points_held).toBeNull()
  await expect(preview(100)).rejects.toMatchObject(refused('このご注文ではポイントをお使いいただけません。'))
})

test('a hidden delivery method is not offered, even if it is the first', async () => {
  const [id] = await insertMembers(db, 1)
  const offered = async () => (await showPhoneOrderOptions(ctx, { id: id! })).deliveries.map((one) => one.id)
  const shown = await offered()
  await db.update(delivery).set({ visible: false }).where(eq(delivery.shop_id, 2))
  expect(await offered()).toEqual([])
  await db.update(delivery).set({ visible: true }).where(inArray(delivery.id, shown))
  expect(await offered()).toEqual(shown)
})

const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const

test('a 定期便 begins by phone at once, at the shop’s prices, with its terms stored and mailed', async () => {
  const input = await asked(null, monthly)
  const wrong = placePhoneOrder(ctx, { ...input, shown_following_total: 1 })
  await expect(wrong).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  const { order_id, status } = await placePhoneOrder(ctx, input)
  expect(status).toBe('received')
  const [begun] = await db.select().from(subscription).where(eq(subscription.customer_id, input.id))
  expect(begun).toMatchObject({ summary_status: 1, cycle: 2, param2: 5, payment_method_id: null })
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  expect(order).toMatchObject({ subscription_id: begun!.id, cycle: 1, payment_total: input.shown_payment_total })
  const [event] = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, begun!.id))
  expect(event).toMatchObject({ event: 'created', actor_kind: 'operator', actor_name: '受注' })
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, order_id))
  const { text } = evidence!.shown as { text: string }
  for (const word of ['定期便(毎月5日)', '2回目からの毎回のお支払い', '3回目のお届け', '解約: ', '返品・交換: '])
    expect(text).toContain(word)
  const [mail] = await db.select().from(outbox).where(eq(outbox.order_id, order_id))
  expect((mail!.payload as { text: string }).text).toContain('毎月5日')
})

test('an operator who may not change a 定期便 can’t begin one', async () => {
  const input = await asked(null, monthly)
  const permissions = ctx.operator.permissions.filter((one) => one !== 'subscription.write')
  const lesser = { ...ctx, operator: { ...ctx.operator, permissions } }
  for (const handler of [previewPhoneOrder, placePhoneOrder])
    await expect(handler(lesser, input)).rejects.toMatchObject({ error: 'ERROR_FORBIDDEN' })
  const byCard = { ...input, payment_method_id: 1 as const }
  await expect(sendOrderRequest(lesser, byCard)).rejects.toMatchObject({ error: 'ERROR_FORBIDDEN' })
})

const requestOf = async (customer_id: number) =>
  (await db.select().from(order_request).where(eq(order_request.customer_id, customer_id)))[0]!
const paying = (shown: Awaited<ReturnType<typeof showOrderRequest>>, token: string) => ({
  request_no: shown.request_no,
  card: { token, save_card: false },
  shown: {
    payment_total: shown.assessed!.summary.payment_total,
    following_payment_total: shown.assessed!.summary.following?.payment_total ?? null,
    first_delivery_date: shown.assessed!.first_delivery_date,
    terms_version: shown.assessed!.terms_version,
    next_delivery_date: shown.assessed!.next_delivery_date,
    next_next_delivery_date: shown.assessed!.next_next_delivery_date,
    shown_at: ctx.clock.now().toISOString(),
    text: `お支払い合計 ${shown.assessed!.summary.payment_total}円`,
  },
})

test('by its link only its member can pay it, once, until it is withdrawn or a week is over', async () => {
  const input = await asked(1)
  for (let n = 0; n < 2; n++) await sendOrderRequest(ctx, input)
  expect(await db.$count(outbox, eq(outbox.customer_id, input.id))).toBe(1)
  expect(await db.$count(orders, eq(orders.customer_id, input.id))).toBe(0)
  const { id, request_no } = await requestOf(input.id)
  const member = { ...ctx, actor: memberActor(input.id), customer_id: input.id }
  const [stranger] = await insertMembers(db, 1)
  await expect(showOrderRequest({ ...member, customer_id: stranger! }, { request_no })).rejects.toMatchObject({
    status: 404,
  })
  const shown = await showOrderRequest(member, { request_no })
  expect(shown).toMatchObject({ state: 'open', message: null })
  const late = { ...member, clock: testClock('2026-11-29') }
  expect((await showOrderRequest(late, { request_no })).state).toBe('expired')
  const press = paying(shown, fakeCardToken('1111'))
  await expect(payOrderRequest(late, press)).rejects.toMatchObject({ error: 'ERROR_ORDER_REQUEST_OVER' })
  const [placed, again] = await Promise.all([payOrderRequest(member, press), payOrderRequest(member, press)])
  expect(placed).toMatchObject({ status: 'received', order_no: again.order_no })
  expect(await db.$count(orders, eq(orders.customer_id, input.id))).toBe(1)
  expect(await showOrderRequest(member, { request_no })).toMatchObject({ state: 'ordered', order_no: placed.order_no })
  await expect(withdrawOrderRequest(ctx, { id })).rejects.toMatchObject({ error: 'ERROR_ORDER_REQUEST_OVER' })
  expect((await listOrderRequests(ctx, { id: input.id })).items).toMatchObject([{ state: 'ordered' }])
})

test('a request withdrawn during the payment does not become an order', async () => {
  const input = await asked(1)
  await sendOrderRequest(ctx, input)
  const { id, request_no } = await requestOf(input.id)
  const member = { ...ctx, actor: memberActor(input.id), customer_id: input.id }
  const press = paying(await showOrderRequest(member, { request_no }), fakeCardToken('1111'))
  const slow: typeof db = Object.create(db)
  let isWithdrawn = false
  // Between the check of the link and the order.
  slow.transaction = async (...given) => {
    const result = await db.transaction(...given)
    if (!isWithdrawn) await withdrawOrderRequest(ctx, { id })
    isWithdrawn = true
    return result
  }
  const refused = { error: 'ERROR_ORDER_REQUEST_OVER' }
  await expect(payOrderRequest({ ...member, db: slow }, press)).rejects.toMatchObject(refused)
  expect(isWithdrawn).toBe(true)
  expect(await db.$count(orders, eq(orders.customer_id, input.id))).toBe(0)
})

test('by its link a 定期便 begins with a card, which is saved for later deliveries', async () => {
  const input = await asked(1, monthly)
  await sendOrderRequest(ctx, input)
  const [mail] = await db.select().from(outbox).where(eq(outbox.customer_id, input.id))
  expect((mail!.payload as { text: string }).text).toMatch(
    /1回目のお支払い合計[\s\S]*2回目からの毎回のお支払い[\s\S]*毎月5日/,
  )
  const { request_no } = await requestOf(input.id)
  const member = { ...ctx, actor: memberActor(input.id), customer_id: input.id }
  const shown = await showOrderRequest(member, { request_no })
  expect(shown.draft).toMatchObject({ is_subscription: true, delivery_pattern: monthly })
  const press = paying(shown, fakeCardToken('1111'))
  const less = { ...press, shown: { ...press.shown, following_payment_total: null } }
  await expect(payOrderRequest(member, less)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  expect(await payOrderRequest(member, press)).toMatchObject({ status: 'received' })
  const [begun] = await db.select().from(subscription).where(eq(subscription.customer_id, input.id))
  expect(begun).toMatchObject({ summary_status: 1, payment_method_id: 1 })
  const [order] = await db.select().from(orders).where(eq(orders.customer_id, input.id))
  expect(await db.select().from(payment).where(eq(payment.order_id, order!.id))).toMatchObject([{ save_card: true }])
  expect((await listOrderRequests(ctx, { id: input.id })).items).toMatchObject([{ is_subscription: true }])
})

test('年払い begins only by the link, where its member reads the terms: paid once for all deliveries', async () => {
  const of = (payment_method_id: 1 | null) => asked(payment_method_id, monthly, 127)
  const refused = { status: 422, message: expect.stringContaining('クレジットカード') }
  await expect(of(null)).rejects.toMatchObject(refused)
  const input = await of(1)
  const atOnce = placePhoneOrder(ctx, { ...input, payment_method_id: null })
  await expect(atOnce).rejects.toMatchObject(refused)
  expect(input).toMatchObject({ shown_payment_total: 12 * 2057, shown_following_total: 0 })
  const { subscription_skus, skus } = await showPhoneOrderOptions(ctx, { id: input.id })
  expect(subscription_skus.find(({ id }) => id === 127)).toMatchObject({
    price: 12 * 2057,
    name: expect.stringMatching(/年払い・全12回分$/),
  })
  expect(skus.find(({ id }) => id === 127)).toBeUndefined()
  const mixed = [...input.items, { product_sku_id: 101, quantity: 1 }]
  expect((await previewPhoneOrder(ctx, { ...input, items: mixed })).problems).toMatchObject([{ product_sku_id: 127 }])

  await sendOrderRequest(ctx, input)
  const [mail] = await db.select().from(outbox).where(eq(outbox.customer_id, input.id))
  const { text } = mail!.payload as { text: string }
  expect(text).toMatch(
    /12回分のお支払い合計: ¥24,684[\s\S]*2回目からのお支払い: ありません[\s\S]*全12回のお届けで終わり/,
  )
  const { request_no } = await requestOf(input.id)
  const member = { ...ctx, actor: memberActor(input.id), customer_id: input.id }
  const placed = await payOrderRequest(
    member,
    paying(await showOrderRequest(member, { request_no }), fakeCardToken('1111')),
  )
  expect(placed).toMatchObject({ status: 'received' })
  const [begun] = await db.select().from(subscription).where(eq(subscription.customer_id, input.id))
  expect(begun).toMatchObject({ summary_status: 1, payment_method_id: 1 })
  const [item] = await db
    .select()
    .from(subscription_order_item)
    .where(eq(subscription_order_item.subscription_id, begun!.id))
  expect(item).toMatchObject({ lump_sum_payment_flag: true, lump_sum_payment_num: 12, following_price: 0 })
  const [order] = await db.select().from(orders).where(eq(orders.customer_id, input.id))
  expect(await db.select().from(payment).where(eq(payment.order_id, order!.id))).toMatchObject([{ amount: 12 * 2057 }])
})

test('at most five links are open for a member; a paid one does not count', async () => {
  const input = await asked(1)
  const send = () => sendOrderRequest(ctx, { ...input, idempotency_key: randomUUID() })
  for (let n = 0; n < 5; n++) await send()
  await expect(send()).rejects.toMatchObject({ error: 'ERROR_TOO_MANY' })
  const { idempotency_key } = await requestOf(input.id)
  const [row] = await db.select().from(customer).where(eq(customer.id, input.id))
  await insertOrderRow(db, row!, [{ product_sku_id: 101 }], { status: 'received', idempotency_key })
  await send()
  await expect(send()).rejects.toMatchObject({ error: 'ERROR_TOO_MANY' })
})

test('a withdrawn request can’t be paid; a month later it is deleted', async () => {
  const input = await asked(1)
  await sendOrderRequest(ctx, input)
  const { id, request_no } = await requestOf(input.id)
  await expect(withdrawOrderRequest({ ...ctx, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
  await withdrawOrderRequest(ctx, { id })
  const member = { ...ctx, customer_id: input.id }
  expect((await showOrderRequest(member, { request_no })).state).toBe('withdrawn')
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-12-27') }))
  expect((await requestOf(input.id)).id).toBe(id)
  await deleteExpiredRows(testContext(db, { clock: testClock('2026-12-29') }))
  expect(await requestOf(input.id)).toBeUndefined()
})
