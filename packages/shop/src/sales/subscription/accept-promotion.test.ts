import { customer } from '@kushi/db/schema/customer'
import { watch_entry } from '@kushi/db/schema/person'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { master_data, shop } from '@kushi/db/schema/shop'
import {
  subscription,
  subscription_benefit,
  subscription_event,
  subscription_order_item,
  subscription_reason,
} from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { showPromotion } from '../../catalogue/promotion/admin/promotions.ts'
import type { MemberContext } from '../../context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { acceptPromotion, showCancelOffer } from './accept-promotion.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { getSubscription } from './get-subscription.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const REASON = 5
const dates = { cycle: 3, next_delivery_date: '2026-12-25', next_next_delivery_date: '2027-01-25' }
const untaken = and(eq(promotion_use.is_counted, true), isNull(promotion_use.released_at))
const usesOf = (id: number) => db.$count(promotion_use, and(eq(promotion_use.promotion_id, id), untaken))
const counters = async (id: number) => {
  const [row] = await db.select().from(promotion).where(eq(promotion.id, id))
  return [row!.used, row!.spent_yen]
}

/** A promotion for running contracts, beside one 解約の理由. */
async function offered(more: Partial<typeof promotion.$inferInsert> = {}) {
  const { id } = await insertRunningPromotion(db, {
    promotion_name: '続けて割',
    trigger: 'cancel_offer',
    audience: 'once',
    cart_type: 1,
    to_cycle: 2,
    ...more,
  })
  await db
    .update(master_data)
    .set({ offers: ['promotion', 'skip'], promotion_id: id })
    .where(and(eq(master_data.shop_id, 2), eq(master_data.name, 'cancel_reason'), eq(master_data.id, REASON)))
  return id
}

const shown = async (member: MemberContext, id: number) =>
  (await showCancelOffer(member, { id, reason: REASON })).promotion

const pressed = (member: MemberContext, id: number, version: number, promotion_id: number, shown_text: string) =>
  acceptPromotion(member, {
    id,
    version,
    promotion_id,
    shown_text,
    instead_of: { reason: REASON, offered: ['promotion', 'skip'], taken: 'promotion' },
  })

async function taken(member: MemberContext, id: number) {
  const offer = await shown(member, id)
  const { version } = await loadSubscriptionRow(db, id)
  await pressed(member, id, version, offer!.promotion_id, offer!.text)
  return getSubscription(member, { id })
}

const day = () => contextOnDayWithCards(db, '2026-11-21')

test('taken: the copy prices the next deliveries, the use counts once, and the words are mailed and kept', async () => {
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
  const promotion_id = await offered({ max_uses: 10, budget_yen: 100_000 })
  const { ctx, clock } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const before = await getSubscription(member, { id })
  const offer = await shown(member, id)
  const total = before.payment_total
  const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
  expect(offer).toEqual({
    promotion_id,
    promotion_name: '続けて割',
    text: `「続けて割」 次回12月25日(金)のお支払いは、${yen(total)}から${yen(total - 500)}になります。次回から2回(4回目のお届けまで)に適用します。その次からは、1回${yen(total)}です。商品・お届け日・お支払い方法は変わりません。`,
  })
  expect(await db.$count(promotion_use, eq(promotion_use.promotion_id, promotion_id))).toBe(0)
  const after = await taken(member, id)
  expect(after).toMatchObject({ payment_total: total - 500, next_delivery_date: dates.next_delivery_date, cycle: 3 })
  expect(after.later.map(({ from_cycle, to_cycle, payment_total }) => [from_cycle, to_cycle, payment_total])).toEqual([
    [4, 4, total - 500],
    [5, null, total],
  ])
  const [copy] = await db.select().from(subscription_benefit).where(eq(subscription_benefit.subscription_id, id))
  expect(copy!.terms).toMatchObject({ promotion_id, from_cycle: 3, to_cycle: 4 })
  expect(await counters(promotion_id)).toEqual([1, 500])
  const [said] = await db
    .select()
    .from(subscription_reason)
    .where(and(eq(subscription_reason.subscription_id, id), eq(subscription_reason.event, 'promotion_taken')))
  expect(said).toMatchObject({ cancel_reason_id: REASON, offered: ['promotion', 'skip'], taken: 'promotion' })
  const [event] = await db
    .select()
    .from(subscription_event)
    .where(and(eq(subscription_event.subscription_id, id), eq(subscription_event.event, 'promotion_taken')))
  expect(event!.detail).toMatchObject({
    changes: [
      { name: 'promotions', after: offer!.text },
      { name: 'payment_total', before: yen(total), after: yen(total - 500) },
    ],
  })
  const [mail] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupe_key, `subscription-changed:${id}:2`))
  expect((mail!.payload as { text: string }).text).toContain(offer!.text)
  // The shop stops it and changes what it gave: the copy holds.
  await db
    .update(promotion)
    .set({ status: 'stopped', effect: { kind: 'yen', yen: 1 } })
    .where(eq(promotion.id, promotion_id))
  for (let cycle = 3; cycle <= 5; cycle++) {
    while ((await loadSubscriptionOrders(db, id)).every((order) => order.cycle !== cycle)) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    await deliverCurrentCycle(ctx, id)
    const { next_delivery_date } = await loadSubscriptionRow(db, id)
    clock.move(Math.max(0, daysBetween(clock.today(), addDays(next_delivery_date, -14))))
  }
  expect((await loadSubscriptionOrders(db, id)).map((order) => [order.cycle, order.payment_total])).toEqual([
    [3, total - 500],
    [4, total - 500],
    [5, total],
  ])
  const uses = await db
    .select()
    .from(promotion_use)
    .where(eq(promotion_use.promotion_id, promotion_id))
    .orderBy(asc(promotion_use.id))
  expect(uses.map((use) => [use.is_counted, use.order_id === null, use.subscription_id])).toEqual([
    [true, true, id],
    [false, false, null],
    [false, false, null],
  ])
  expect(await counters(promotion_id)).toEqual([1, 500])
  // Its cost is that of its deliveries; its use is no order.
  const { given } = await showPromotion(await operatorContext(db), { id: promotion_id })
  expect(given).toEqual({ uses: 1, later: 2, yen: 1000 })
})

test('a delivery that the shop cancels, or that comes back, has its promotion in a later one', async () => {
  const promotion_id = await offered({ to_cycle: 1 })
  const { ctx, clock } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const total = (await getSubscription(member, { id })).payment_total
  await taken(member, id)
  const arranged = async (cycle: number) => {
    const orderOf = async () => (await loadSubscriptionOrders(db, id)).find((order) => order.cycle === cycle)
    while (!(await orderOf())) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    return (await orderOf())!
  }
  const third = await arranged(3)
  expect(third.payment_total).toBe(total - 500)
  await cancelOrder(ctx, { order_no: third.order_no })
  const { cycle, payment_total, later } = await getSubscription(member, { id })
  expect([cycle, payment_total]).toEqual([4, total - 500])
  expect(later.map((one) => [one.from_cycle, one.payment_total])).toEqual([[5, total]])
  expect((await arranged(4)).payment_total).toBe(total - 500)
  await deliverCurrentCycle(ctx, id)
  expect((await getSubscription(member, { id })).payment_total).toBe(total)
  expect(await usesOf(promotion_id)).toBe(1)
})

test('the last use, by many at once: one wins, the others keep their contract and read why', async () => {
  const promotion_id = await offered({ max_uses: 1 })
  const { ctx } = day()
  const all = await Promise.all(Array.from({ length: 6 }, () => insertSubscribedMember(db, ctx, dates)))
  const offers = await Promise.all(all.map(({ id, member }) => shown(member, id)))
  const results = await Promise.allSettled(
    all.map(({ id, member }, n) => pressed(member, id, 1, promotion_id, offers[n]!.text)),
  )
  const lost = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(lost.map(({ error }) => error)).toEqual(all.slice(1).map(() => 'ERROR_PROMOTION_ENDED'))
  expect(await usesOf(promotion_id)).toBe(1)
  expect(await db.$count(subscription_benefit, eq(subscription_benefit.promotion_id, promotion_id))).toBe(1)
  const [first] = all
  expect(await shown(first!.member, first!.id)).toBeNull()
})

test('pressed after it was used up: a sentence, and nothing is changed', async () => {
  const promotion_id = await offered({ max_uses: 1 })
  const { ctx } = day()
  const [one, other] = [await insertSubscribedMember(db, ctx, dates), await insertSubscribedMember(db, ctx, dates)]
  const offer = await shown(other.member, other.id)
  await taken(one.member, one.id)
  await expect(pressed(other.member, other.id, 1, promotion_id, offer!.text)).rejects.toMatchObject({
    status: 409,
    error: 'ERROR_PROMOTION_ENDED',
    message: '「続けて割」は、ご利用が上限に達したため終了しました。定期便は、いまの内容のままです。',
  })
  expect(await loadSubscriptionRow(db, other.id)).toMatchObject({ version: 1, summary_status: 1 })
  expect(await db.$count(subscription_benefit, eq(subscription_benefit.subscription_id, other.id))).toBe(0)
})

test.each<[string, Partial<typeof promotion.$inferInsert>, string, RegExp]>([
  ['ended', { ends_at: new Date('2026-11-01T00:00:00Z') }, 'ERROR_PROMOTION_ENDED', /で終了しました。定期便は/],
  ['stopped', { status: 'stopped' }, 'ERROR_PROMOTION_ENDED', /終了しました。定期便は/],
  ['a draft again', { status: 'draft' }, 'ERROR_PROMOTION_ENDED', /終了しました。定期便は/],
  ['for other goods', { product_ids: [9] }, 'ERROR_PROMOTION_ENDED', /この定期便には適用されません/],
  ['for more than it costs', { min_amount: 90_000 }, 'ERROR_PROMOTION_ENDED', /適用されません。あと¥/],
  ['for fewer deliveries', { to_cycle: 1 }, 'ERROR_AMOUNT_CHANGED', /特典の内容が変わりました/],
  ['less', { effect: { kind: 'yen', yen: 100 } }, 'ERROR_AMOUNT_CHANGED', /特典の内容が変わりました/],
  ['a code now', { trigger: 'code' }, 'ERROR_PROMOTION_ENDED', /終了しました。定期便は/],
])('changed between the offer and the press: %s', async (_, more, error, words) => {
  const promotion_id = await offered()
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const offer = await shown(member, id)
  await db.update(promotion).set(more).where(eq(promotion.id, promotion_id))
  const refusal = pressed(member, id, 1, promotion_id, offer!.text)
  await expect(refusal).rejects.toMatchObject({ status: 409, error, message: expect.stringMatching(words) })
  if (error === 'ERROR_PROMOTION_ENDED') expect(await shown(member, id)).toBeNull()
  expect(await usesOf(promotion_id)).toBe(0)
  expect((await loadSubscriptionRow(db, id)).version).toBe(1)
})

test('another promotion is chosen between the offer and the press', async () => {
  const before = await offered()
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const offer = await shown(member, id)
  await offered()
  await expect(pressed(member, id, 1, before, offer!.text)).rejects.toMatchObject({ error: 'ERROR_PROMOTION_ENDED' })
})

test('once a person: of two contracts at once only one has it, and then no other', async () => {
  const promotion_id = await offered()
  const { ctx } = day()
  const [one, other, stranger] = [
    await insertSubscribedMember(db, ctx, dates),
    await insertSubscribedMember(db, ctx, dates),
    await insertSubscribedMember(db, ctx, dates),
  ]
  await db.update(subscription).set({ customer_id: one.member.customer_id }).where(eq(subscription.id, other.id))
  const offers = [await shown(one.member, one.id), await shown(one.member, other.id)]
  const results = await Promise.allSettled([
    pressed(one.member, one.id, 1, promotion_id, offers[0]!.text),
    pressed(one.member, other.id, 1, promotion_id, offers[1]!.text),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { error: 'ERROR_PROMOTION_ENDED', message: expect.stringContaining('おひとり様1回限り') },
  })
  expect(await shown(one.member, other.id)).toBeNull()
  expect(await shown(one.member, one.id)).toBeNull()
  expect(await usesOf(promotion_id)).toBe(1)
  expect(await shown(stranger.member, stranger.id)).not.toBeNull()
})

test('one that may be had again after months takes the place of the copy that is over, and not of one that still runs', async () => {
  const promotion_id = await offered({ audience: 'again', again_after_months: 6 })
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  await taken(member, id)
  expect(await shown(member, id)).toBeNull()
  await db
    .update(promotion_use)
    .set({ created_at: new Date('2026-05-01T00:00:00Z') })
    .where(eq(promotion_use.subscription_id, id))
  const { version } = await loadSubscriptionRow(db, id)
  await expect(pressed(member, id, version, promotion_id, '')).rejects.toMatchObject({
    message: '「続けて割」は、すでにこの定期便に付いています。定期便は、いまの内容のままです。',
  })
  await db.update(subscription).set({ cycle: 5 }).where(eq(subscription.id, id))
  await taken(member, id)
  const copies = await db.select().from(subscription_benefit).where(eq(subscription_benefit.subscription_id, id))
  expect(copies.map(({ terms }) => [terms.from_cycle, terms.to_cycle])).toEqual([[5, 6]])
  expect(await usesOf(promotion_id)).toBe(2)
})

test('released if the contract ends before a delivery had it, and kept if one had', async () => {
  const promotion_id = await offered({ max_uses: 5, to_cycle: 3 })
  const { ctx, clock } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  await taken(member, id)
  expect(await counters(promotion_id)).toEqual([1, 500])
  const why = { reason: 2, detail: '余っている' }
  await cancelSubscription(member, { id, ...why })
  expect(await counters(promotion_id)).toEqual([0, 0])
  expect(await usesOf(promotion_id)).toBe(0)
  const next = await insertSubscribedMember(db, ctx, dates)
  await taken(next.member, next.id)
  while ((await loadSubscriptionOrders(db, next.id)).length === 0) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  await deliverCurrentCycle(ctx, next.id)
  await cancelSubscription(next.member, { id: next.id, ...why })
  expect(await counters(promotion_id)).toEqual([1, 500])
})

test('a paused or arranged contract is not offered it, and can’t take it', async () => {
  const promotion_id = await offered()
  const { ctx, clock } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const offer = await shown(member, id)
  await pauseSubscription(member, { id, version: 1 })
  expect(await shown(member, id)).toBeNull()
  const { error } = await pressed(member, id, 2, promotion_id, offer!.text).catch((one) => one)
  expect(error).toBe('ERROR_SUBSCRIPTION_PAUSED')
  const other = await insertSubscribedMember(db, ctx, dates)
  while ((await loadSubscriptionOrders(db, other.id)).length === 0) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  expect(await shown(other.member, other.id)).toBeNull()
  const { version } = await loadSubscriptionRow(db, other.id)
  await expect(pressed(other.member, other.id, version, promotion_id, offer!.text)).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_ARRANGED',
  })
})

test('taken while a payment is refused: the next attempt charges the price with it, once', async () => {
  await offered()
  const { ctx, clock, ledger } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const { payment_total } = await getSubscription(member, { id })
  ledger.fate = () => 'limit'
  while ((await loadSubscriptionRow(db, id)).failure === null) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  expect((await taken(member, id)).payment_total).toBe(payment_total - 500)
  ledger.fate = () => 'ok'
  while ((await loadSubscriptionOrders(db, id))[0]!.status === 'payment_error') {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  expect(ledger.charged().map(({ amount }) => amount)).toEqual([payment_total - 500])
  expect(await loadSubscriptionOrders(db, id)).toMatchObject([
    { status: 'arranged', payment_total: payment_total - 500 },
  ])
})

test('a 年払い, whose deliveries are paid, is offered nothing: no promotion applies to them', async () => {
  await offered()
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  expect(await shown(member, id)).not.toBeNull()
  await db
    .update(subscription_order_item)
    .set({ lump_sum_payment_flag: true, lump_sum_payment_num: 12, following_price: 0 })
    .where(eq(subscription_order_item.subscription_id, id))
  expect(await shown(member, id)).toBeNull()
  const gift = await offered({ effect: { kind: 'gift', product_sku_id: 105, pieces: 1 } })
  expect(await shown(member, id)).toBeNull()
  await expect(pressed(member, id, 1, gift, '')).rejects.toMatchObject({ error: 'ERROR_PROMOTION_ENDED' })
})

test('a gift comes with the next deliveries, at the same price', async () => {
  await db.update(product_sku).set({ price: 200 }).where(eq(product_sku.id, 105))
  const gift = await offered({ effect: { kind: 'gift', product_sku_id: 105, pieces: 1 }, to_cycle: null })
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const { payment_total } = await getSubscription(member, { id })
  expect((await shown(member, id))!.text).toMatch(
    /^「続けて割」 次回12月25日\(金\)から「.*」を1点お付けします\(在庫があるかぎり\)。お支払いは¥.*のままです。続くかぎり、毎回適用します。商品/,
  )
  const after = await taken(member, id)
  expect(after).toMatchObject({ payment_total, gifts: [{ gift_promotion_id: gift, quantity: 1 }] })
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 105))
  const late = await insertSubscribedMember(db, ctx, dates)
  expect(await shown(late.member, late.id)).toBeNull()
  await db.update(product_sku).set({ stock: 100 }).where(eq(product_sku.id, 105))
})

test('one of a group whose better promotion the contract has is not offered', async () => {
  await offered({ stack_group: '割引', effect: { kind: 'yen', yen: 300 }, to_cycle: null })
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const { id: better } = await insertRunningPromotion(db, { stack_group: '割引', to_cycle: null })
  const [row] = await db.select().from(promotion).where(eq(promotion.id, better))
  await db.insert(subscription_benefit).values({
    shop_id: 2,
    subscription_id: id,
    promotion_id: better,
    terms: { ...row!, promotion_id: better },
    created_at: new Date(),
  })
  expect(await shown(member, id)).toBeNull()
})

test('one that only pays for a delivery that is not free any more is not offered', async () => {
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const { subtotal, payment_total } = await getSubscription(member, { id })
  await offered({ effect: { kind: 'yen', yen: 100 } })
  const [before] = await db.select().from(shop).where(eq(shop.id, 2))
  await db
    .update(shop)
    .set({ delivery_free_amount: subtotal, delivery_free_after_promotions: true })
    .where(eq(shop.id, 2))
  expect((await getSubscription(member, { id })).payment_total).toBeLessThan(payment_total)
  expect(await shown(member, id)).toBeNull()
  await db.update(shop).set({ delivery_free_after_promotions: false }).where(eq(shop.id, 2))
  expect(await shown(member, id)).not.toBeNull()
  const { delivery_free_amount, delivery_free_after_promotions } = before!
  await db.update(shop).set({ delivery_free_amount, delivery_free_after_promotions }).where(eq(shop.id, 2))
})

test('a member of 注意リスト without promotions is not offered one', async () => {
  await offered()
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  const { customer_id } = member
  await db.insert(watch_entry).values({
    shop_id: 2,
    customer_id,
    watch_effect: 'no_offers',
    reason: '転売',
    operator_id: null,
    expires_on: '2027-11-21',
    created_at: new Date(),
  })
  expect(await shown(member, id)).toBeNull()
  await db.delete(watch_entry).where(eq(watch_entry.customer_id, customer_id))
  expect(await shown(member, id)).not.toBeNull()
  expect(await db.$count(customer, eq(customer.id, customer_id))).toBe(1)
})

test('a reason without a promotion, and another member’s contract', async () => {
  await offered()
  const { ctx } = day()
  const { id, member } = await insertSubscribedMember(db, ctx, dates)
  expect(await showCancelOffer(member, { id, reason: 1 })).toEqual({ promotion: null })
  const stranger = await insertSubscribedMember(db, ctx, dates)
  await expect(showCancelOffer(stranger.member, { id, reason: REASON })).rejects.toMatchObject({ status: 404 })
})
