import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { watch_entry } from '@kushi/db/schema/person'
import { product_sku } from '@kushi/db/schema/product'
import {
  pace_answer,
  pace_offer,
  subscription,
  subscription_order_item,
  subscription_reason,
} from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShopError } from '../../shop-error.ts'
import { withAnotherLetter } from '../../testing/forge.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  answerLeftover,
  EVERY_45_DAYS,
  insertOilSubscription,
  OIL_SKU_ID,
  setOilLastingDays,
} from '../../testing/pace.ts'
import { addressColumnsOf } from '../../testing/rows.ts'
import { loadSubscriptionRow } from '../../testing/subscription.ts'
import { acceptPaceProposal, undoPaceProposal } from './accept-pace.ts'
import { answerLeftoverForMember } from './admin/answer-rest.ts'
import { showSubscriptionToOperator } from './admin/show-one.ts'
import { adminCalls } from './calls.ts'
import { answerLeftoverQuestion, showPace } from './fit-pace.ts'
import { getSubscription } from './get-subscription.ts'
import { notifyNextDeliveries } from './internal/notice-deliveries.ts'
import { acceptPaceByLink, answerPaceByLink, undoPaceByLink } from './pace-by-link.ts'
import { skipDelivery } from './skip-delivery.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

beforeAll(() => setOilLastingDays(db))

const received = (...of: Parameters<typeof insertOilSubscription> extends [unknown, ...infer Rest] ? Rest : never) =>
  insertOilSubscription(db, ...of)

test.each([
  ['a card', true, {}],
  ['代金引換', false, { payment_method_id: null, card_seq: null }],
])('whether a proposal names a day of charge: of a contract paid by %s, %s', async (_, isCharged, way) => {
  const { id, member } = await received(way)
  const { proposals } = await answerLeftover(member, id, { rest_answer: 'more' })
  expect(proposals).not.toEqual([])
  for (const { charge_date } of proposals) expect(charge_date !== null).toBe(isCharged)
})

test('an answer shows what would fit, a second press takes it, and it can be undone; nothing moved before', async () => {
  const { id, member } = await received()
  const before = await loadSubscriptionRow(db, id)
  const pace = await answerLeftover(member, id, { rest_answer: 'more' })
  expect(pace.text).toMatch(/1点でおよそ\d+日お使いの見込みです。.*余る見込みです\(目安\)。/)
  expect(pace.proposals[0]).toMatchObject({ pace_kind: 'later', label: '次回だけ先にのばす' })
  expect(pace.proposals[0]!.stays).toContain('商品の価格: お約束した価格のままです')
  expect(await loadSubscriptionRow(db, id)).toEqual(before)

  const { delivery_date, payment_total: shown_payment_total } = pace.proposals[0]!
  expect(delivery_date > before.next_delivery_date).toBe(true)
  await acceptPaceProposal(member, { id, pace_kind: 'later', version: before.version, shown_payment_total })
  const after = await loadSubscriptionRow(db, id)
  expect(after).toMatchObject({ next_delivery_date: delivery_date, version: before.version + 1 })
  const key = `subscription-changed:${id}:${after.version}`
  expect(await db.select().from(outbox).where(eq(outbox.dedupe_key, key))).toHaveLength(1)
  const { pace: taken } = await showPace(member, { id })
  expect(taken).toMatchObject({ proposals: [], taken_proposal: { pace_kind: 'later', undo_until: '2026-12-26' } })
  await expect(acceptPaceProposal(member, { id, pace_kind: 'later', version: after.version })).rejects.toMatchObject({
    error: 'ERROR_PACE_OVER',
  })

  await undoPaceProposal(member, { id, version: after.version })
  const { next_delivery_date, next_next_delivery_date } = before
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ next_delivery_date, next_next_delivery_date })
  await expect(undoPaceProposal(member, { id, version: after.version + 1 })).rejects.toMatchObject({
    error: 'ERROR_PACE_OVER',
  })
})

test.each([
  ['none', 'sooner'],
  ['two', 'later'],
] as const)('%s: %s', async (rest_answer, pace_kind) => {
  const { id, member } = await received()
  expect((await answerLeftover(member, id, { rest_answer })).proposals[0]?.pace_kind).toBe(pace_kind)
})

test('an interval and one piece fewer keep the promised price, and are undone whole', async () => {
  const { id, member } = await received({ param1: 30 }, { quantity: 3 })
  const before = await getSubscription(member, { id })
  const pace = await answerLeftover(member, id, { rest_answer: 'two' })
  expect(pace.proposals.map(({ pace_kind }) => pace_kind)).toEqual(['later', 'interval', 'fewer'])
  await acceptPaceProposal(member, { id, pace_kind: 'fewer', version: before.version })
  const after = await getSubscription(member, { id })
  expect(after.subscription_order_item[0]).toMatchObject({
    quantity: 2,
    price: before.subscription_order_item[0]!.price,
  })
  await undoPaceProposal(member, { id, version: after.version })
  const undone = await getSubscription(member, { id })
  expect(undone.subscription_order_item[0]).toMatchObject({ quantity: 3 })
  await acceptPaceProposal(member, { id, pace_kind: 'interval', version: undone.version })
  expect((await loadSubscriptionRow(db, id)).param1).toBeGreaterThan(30)
})

test('元に戻す puts back the promised price and the announced sum, also for who may have no more by now', async () => {
  const { subscription_price, quantity_prices } = (
    await db.select().from(product_sku).where(eq(product_sku.id, OIL_SKU_ID))
  )[0]!
  const steps = [{ from_pieces: 3, price: 3200, subscription_price: 3000 }]
  await db
    .update(product_sku)
    .set({ subscription_price: 3300, quantity_prices: steps })
    .where(eq(product_sku.id, OIL_SKU_ID))
  const { id, member, ctx } = await received({ param1: 30 }, { quantity: 3, following_price: 2700, promised_from: 3 })
  await notifyNextDeliveries(ctx)
  const itemsOf = () => db.select().from(subscription_order_item).where(eq(subscription_order_item.subscription_id, id))
  const { version, ...before } = await loadSubscriptionRow(db, id)
  const items = await itemsOf()
  const { payment_total } = await getSubscription(member, { id })
  expect(before.promised_total).toBe(payment_total)
  await answerLeftover(member, id, { rest_answer: 'two' })
  await acceptPaceProposal(member, { id, pace_kind: 'fewer', version })
  expect((await itemsOf())[0]).toMatchObject({ quantity: 2, following_price: 3300 })
  const entry = { shop_id: member.shop_id, watch_effect: 'refuse', reason: 'x', expires_on: '2027-11-21' } as const
  await db.insert(watch_entry).values({ ...entry, customer_id: member.customer_id, created_at: ctx.clock.now() })
  await undoPaceProposal(member, { id, version: version + 1 })
  expect(await itemsOf()).toEqual(items)
  expect(await loadSubscriptionRow(db, id)).toEqual({
    ...before,
    version: version + 2,
    agreed_terms: expect.anything(),
  })
  expect(await getSubscription(member, { id })).toMatchObject({ payment_total })
  await db.update(product_sku).set({ subscription_price, quantity_prices }).where(eq(product_sku.id, OIL_SKU_ID))
})

test.each([
  ['fewer', 'two', { items: [{ product_sku_id: OIL_SKU_ID, quantity: 1, is_one_time: false }] }],
  ['fewer', 'two', { items: [{ product_sku_id: OIL_SKU_ID, quantity: 5, is_one_time: false }] }],
  ['later', 'one', { next_delivery_date: '2027-03-10' }],
  ['interval', 'two', { delivery_pattern: { ...EVERY_45_DAYS, param1: 180 } }],
  ['sooner', 'none', { next_delivery_date: '2027-01-01' }],
] as const)('%s is proposed no more once the member went further: %s, %j', async (pace_kind, rest_answer, update) => {
  const { id, member } = await received({ param1: 30 }, { quantity: rest_answer === 'two' ? 3 : 1 })
  const { proposals, version } = await answerLeftover(member, id, { rest_answer })
  expect(proposals.map((one) => one.pace_kind)).toContain(pace_kind)
  await updateSubscription(member, { id, version, ...(update as object) })
  const { pace } = await showPace(member, { id })
  expect(pace!.proposals.map((one) => one.pace_kind)).not.toContain(pace_kind)
  await expect(acceptPaceProposal(member, { id, pace_kind, version: version + 1 })).rejects.toMatchObject({
    error: 'ERROR_PACE_OVER',
  })
})

test('what is said and what is proposed agree for who is leaving', async () => {
  const { id, member } = await received({}, { quantity: 2 })
  expect((await showPace(member, { id })).pace).toMatchObject({
    is_off: false,
    text: expect.stringContaining('余るかもしれません'),
  })
  const pace = await answerLeftover(member, id, { is_leaving: true })
  expect(pace).toMatchObject({ is_off: true, text: expect.stringContaining('余る見込みです') })
  expect(pace.proposals[0]?.pace_kind).toBe('later')
})

describe('manners', () => {
  test.each(['answered', 'taken'])('a notice asks no more once it was %s', async (what) => {
    const { id, member, ctx } = await received()
    const { proposals, version } = await answerLeftover(member, id, { rest_answer: 'one_half' })
    if (what === 'taken') await acceptPaceProposal(member, { id, pace_kind: proposals[0]!.pace_kind, version })
    const { cycle, next_delivery_date } = await loadSubscriptionRow(db, id)
    ctx.clock = { ...ctx.clock, today: () => addDays(next_delivery_date, -14) }
    await notifyNextDeliveries(ctx)
    const key = `subscription-notice:${id}:${cycle}:${next_delivery_date}`
    const [mail] = await db.select().from(outbox).where(eq(outbox.dedupe_key, key))
    expect(JSON.stringify(mail)).toContain('次回')
    expect(JSON.stringify(mail)).not.toContain('お手元の残り')
  })

  test('ちょうどよい is quiet for three deliveries, and nothing is proposed in the delivery after a proposal', async () => {
    const { id, member } = await received()
    expect(await answerLeftover(member, id, { rest_answer: 'fits' })).toMatchObject({
      proposals: [],
      rest_answer: 'fits',
    })
    for (const [cycle, least] of [
      [6, 0],
      [7, 1],
      [8, 0],
      [9, 1],
    ] as const) {
      await db.update(subscription).set({ cycle }).where(eq(subscription.id, id))
      const { proposals } = await answerLeftover(member, id, { rest_answer: 'two' })
      expect(Math.min(proposals.length, 1), `cycle ${cycle}`).toBe(least)
    }
    // Who is leaving is told all the same.
    await db.update(subscription).set({ cycle: 10 }).where(eq(subscription.id, id))
    expect((await answerLeftover(member, id, { rest_answer: 'two' })).proposals).toEqual([])
    expect((await answerLeftover(member, id, { is_leaving: true })).proposals.length).toBeGreaterThan(0)
  })

  test.each([
    ['the first delivery', { cycle: 1 }],
    ['an arranged one', { next_delivery_date: '2026-12-25' }],
    ['休止', { summary_status: 5 }],
    ['the last one', { final_cycle: 3 }],
  ])('nothing is asked for %s', async (_, more) => {
    const { id, member } = await received()
    await db.update(subscription).set(more).where(eq(subscription.id, id))
    expect(await showPace(member, { id })).toEqual({ pace: null })
    expect(await answerLeftoverQuestion(member, { id, rest_answer: 'two', is_leaving: true })).toEqual({
      pace: null,
    })
    expect((await getSubscription(member, { id })).can.answer_rest).toBe(_ === 'the last one')
  })

  test('年払い, and goods whose 目安 is not said', async () => {
    const { id, member } = await received()
    await db.execute(sql`update subscription_order_item set lump_sum_payment_flag = true, lump_sum_payment_num = 6
      where subscription_id = ${id}`)
    expect(await showPace(member, { id })).toEqual({ pace: null })
    const other = await received()
    await db.update(product_sku).set({ lasting_days: null }).where(eq(product_sku.id, OIL_SKU_ID))
    expect(await showPace(other.member, { id: other.id })).toEqual({ pace: null })
    const { can } = await getSubscription(other.member, { id: other.id })
    expect(can.answer_rest).toBe(false)
    await db.update(product_sku).set({ lasting_days: 45 }).where(eq(product_sku.id, OIL_SKU_ID))
  })
})

describe('what is counted', () => {
  const spare = async (id: number, member: Awaited<ReturnType<typeof received>>['member']) => {
    await answerLeftover(member, id, { is_leaving: true })
    const [row] = await db.select().from(pace_offer).where(eq(pace_offer.subscription_id, id))
    return row?.spare_days ?? 0
  }

  test('goods of another contract of the member, also after a merge, but not what was wrapped', async () => {
    const one = await received()
    const two = await received()
    expect(await spare(one.id, one.member)).toBe(0)
    const both = { customer_id: one.member.customer_id }
    await db
      .update(orders)
      .set({ wrapping: {} as never })
      .where(eq(orders.subscription_id, two.id))
    await db.update(orders).set(both).where(eq(orders.subscription_id, two.id))
    expect(await spare(one.id, one.member)).toBe(0)
    await db.update(orders).set({ wrapping: null }).where(eq(orders.subscription_id, two.id))
    expect(await spare(one.id, one.member)).toBeGreaterThan(25)
  })

  test('not what the account sends to another address', async () => {
    const one = await received()
    const two = await received()
    const { postal_code01, postal_code02, addr01, addr02 } = await loadSubscriptionRow(db, one.id)
    const here = { postal_code01, postal_code02, addr01, addr02 }
    const ofTwo = eq(orders.subscription_id, two.id)
    await db
      .update(orders)
      .set({ customer_id: one.member.customer_id, ...here, addr02: '九丁目9-9' })
      .where(ofTwo)
    expect(await spare(one.id, one.member)).toBe(0)
    await db.update(orders).set(here).where(ofTwo)
    expect(await spare(one.id, one.member)).toBeGreaterThan(25)
    // Its own deliveries count wherever they went.
    await db.update(orders).set({ addr02: '九丁目9-9' }).where(eq(orders.subscription_id, one.id))
    expect((await showPace(one.member, { id: one.id })).pace).not.toBeNull()
  })

  test('お休み because something is left', async () => {
    const { id, member, clock } = await received()
    const text = (await showPace(member, { id })).pace!.text
    const { version } = await loadSubscriptionRow(db, id)
    await skipDelivery(member, { id, version, reason: 1 })
    expect(await db.select().from(subscription_reason).where(eq(subscription_reason.subscription_id, id))).toHaveLength(
      1,
    )
    clock.move(45)
    await db.update(subscription_reason).set({ day: '2027-02-05' }).where(eq(subscription_reason.subscription_id, id))
    const days = (words: string) => Number(/およそ(\d+)日/.exec(words)![1])
    expect(days((await showPace(member, { id })).pace!.text)).toBeGreaterThan(days(text))
  })
})

describe('the link of the notice', () => {
  const tokenIn = (mail: unknown) => /pace\?token=([\w.-]+)&rest=none/.exec(JSON.stringify(mail))![1]!

  async function noticed() {
    const all = await received()
    await notifyNextDeliveries(all.ctx)
    const key = `subscription-notice:${all.id}:3:2027-01-05`
    const [mail] = await db.select().from(outbox).where(eq(outbox.dedupe_key, key))
    return { ...all, mail: mail!, token: tokenIn(mail) }
  }
  const guest = (ctx: Awaited<ReturnType<typeof received>>['ctx']) => ctx as never

  test('answers, takes and undoes without a login, is told at once, and tells nothing of the person', async () => {
    const { id, ctx, token, member } = await noticed()
    const asked = await answerPaceByLink(guest(ctx), { token, rest_answer: 'more' })
    const [person] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
    for (const own of [person!.name01, person!.email, person!.phone_number ?? 'none'])
      expect(JSON.stringify(asked)).not.toContain(own)
    const { version, pace_kind } = { version: asked.version, pace_kind: asked.proposals[0]!.pace_kind }
    const taken = await acceptPaceByLink(guest(ctx), { token, pace_kind, version })
    expect(taken.taken_proposal).toMatchObject({ pace_kind, undo_until: '2026-12-26' })
    const key = `subscription-changed:${id}:${taken.version}`
    expect(await db.select().from(outbox).where(eq(outbox.dedupe_key, key))).toHaveLength(1)
    const undone = await undoPaceByLink(guest(ctx), { token, version: taken.version })
    expect(undone.taken_proposal).toBeNull()
    expect((await loadSubscriptionRow(db, id)).next_delivery_date).toBe('2027-01-05')
    expect(await db.select().from(pace_answer).where(eq(pace_answer.subscription_id, id))).toMatchObject([
      { answer: 'more', way: 'link', cycle: 3 },
    ])
  })

  test('tells who has it nothing of what was changed meanwhile', async () => {
    const { id, ctx, token, member } = await noticed()
    const { version, proposals } = await answerPaceByLink(guest(ctx), { token, rest_answer: 'more' })
    const row = await loadSubscriptionRow(db, id)
    const own = { addr02: '九丁目9-9', addr03: '秘密荘909', name01: '隠岐', phone_number: '09099998888' }
    const shipping_address = { ...addressColumnsOf(row as never), ...own }
    await updateSubscription(member, { id, version, shipping_address, delivery_notes: '裏口の箱' })
    const { pace_kind } = proposals[0]!
    for (const call of [
      acceptPaceByLink(guest(ctx), { token, pace_kind, version }),
      undoPaceByLink(guest(ctx), { token, version }),
    ]) {
      const error = await call.catch((one: ShopError) => one)
      expect(error).toMatchObject({ status: 409, error: 'ERROR_SUBSCRIPTION_CHANGED', fields: undefined })
      const said = JSON.stringify([(error as ShopError).message, error])
      for (const word of [...Object.values(own), '裏口の箱', 'お届け先']) expect(said).not.toContain(word)
    }
    await expect(acceptPaceProposal(member, { id, pace_kind, version })).rejects.toMatchObject({
      message: expect.stringContaining('秘密荘909'),
    })
  })

  test('is over after the deadline, for another delivery, in another shop, and when it was changed', async () => {
    const { id, ctx, token, clock } = await noticed()
    const call = (of: object) => answerPaceByLink(of as never, { token })
    await expect(call({ ...ctx, shop_id: 3 })).rejects.toMatchObject({ status: 404 })
    await expect(answerPaceByLink(guest(ctx), { token: withAnotherLetter(token) })).rejects.toMatchObject({
      status: 404,
    })
    await db.update(subscription).set({ cycle: 4 }).where(eq(subscription.id, id))
    await expect(call(ctx)).rejects.toMatchObject({ status: 404 })
    await db.update(subscription).set({ cycle: 3 }).where(eq(subscription.id, id))
    expect(await call(ctx)).toMatchObject({ rest_answer: null })
    clock.move(5)
    await expect(call(ctx)).rejects.toMatchObject({ status: 404 })
  })

  test('is not in a notice of goods whose 目安 is not said', async () => {
    const all = await received()
    await db.update(product_sku).set({ lasting_days: null }).where(eq(product_sku.id, OIL_SKU_ID))
    await notifyNextDeliveries(all.ctx)
    await db.update(product_sku).set({ lasting_days: 45 }).where(eq(product_sku.id, OIL_SKU_ID))
    const key = `subscription-notice:${all.id}:3:2027-01-05`
    const [mail] = await db.select().from(outbox).where(eq(outbox.dedupe_key, key))
    expect(JSON.stringify(mail)).not.toContain('お手元の残り')
  })
})

test('another member answers and takes nothing', async () => {
  const { id } = await received()
  const { member } = await received()
  await expect(answerLeftoverQuestion(member, { id, rest_answer: 'two', is_leaving: false })).rejects.toMatchObject({
    status: 404,
  })
  await expect(acceptPaceProposal(member, { id, pace_kind: 'later', version: 1 })).rejects.toMatchObject({
    status: 404,
  })
})

describe('the phone desk', () => {
  test('an operator answers and takes for the member, who is told; the trail names the operator', async () => {
    const { id, member, ctx } = await received()
    const desk = await operatorContext(db, 'support', { clock: ctx.clock })
    const before = await showSubscriptionToOperator(desk, { id })
    expect(before.pace).toMatchObject({
      text: (await showPace(member, { id })).pace!.text,
      basis: '使い切る目安45日、お届けした1点から計算',
      proposals: [],
    })
    const { pace, version } = await answerLeftoverForMember(desk, { id, rest_answer: 'more' })
    expect(pace).toMatchObject({ basis: '使い切る目安45日、お届けした1点、お返事1回から計算', rest_answer: 'more' })
    expect(version).toBe(before.version)
    const [answer] = await db.select().from(pace_answer).where(eq(pace_answer.subscription_id, id))
    expect(answer).toMatchObject({ way: 'operator', answer: 'more' })

    const { pace_kind, payment_total: shown_payment_total, delivery_date } = pace!.proposals[0]!
    const take = adminCalls['POST /admin/v1/subscriptions/{id}/pace']
    const taken = await take(desk, { id, version, notify: true, pace_kind, shown_payment_total })
    expect(taken).toMatchObject({ next_delivery_date: delivery_date, pace: { taken_proposal: { pace_kind } } })
    const key = `subscription-changed:${id}:${taken.version}`
    expect(await db.select().from(outbox).where(eq(outbox.dedupe_key, key))).toHaveLength(1)
    const trail = await db
      .select({ operator_id: audit_event.operator_id, after: audit_event.after })
      .from(audit_event)
      .where(and(eq(audit_event.subject, 'subscription'), eq(audit_event.subject_id, String(id))))
      .orderBy(audit_event.id)
    expect(trail).toEqual([
      { operator_id: desk.operator.id, after: { rest_answer: 'more' } },
      { operator_id: desk.operator.id, after: expect.objectContaining({ next_delivery_date: expect.any(String) }) },
    ])
    const undo = adminCalls['POST /admin/v1/subscriptions/{id}/pace/undo']
    expect(await undo(desk, { id, version: taken.version, notify: false })).toMatchObject({
      next_delivery_date: before.next_delivery_date,
      pace: { taken_proposal: null },
    })
  })

  test('what is asked about nothing is not answered, and leaves no trail', async () => {
    const { id, ctx } = await received()
    const desk = await operatorContext(db, 'support', { clock: ctx.clock })
    await db.update(subscription).set({ summary_status: 5 }).where(eq(subscription.id, id))
    expect((await showSubscriptionToOperator(desk, { id })).pace).toBeNull()
    await expect(answerLeftoverForMember(desk, { id, rest_answer: 'none' })).rejects.toMatchObject({
      error: 'ERROR_PACE_OVER',
    })
    expect(await db.$count(audit_event, eq(audit_event.subject_id, String(id)))).toBe(0)
    const other = { ...desk, shop_id: 3 }
    await expect(answerLeftoverForMember(other, { id, rest_answer: 'none' })).rejects.toMatchObject({ status: 404 })
  })
})
