import { audit_event } from '@kushi/db/schema/operator'
import { product_sku } from '@kushi/db/schema/product'
import { pace_answer, pace_item_answer, pace_offer, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, desc, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { answerLeftover, insertOilSubscription, OIL_SKU_ID, setOilLastingDays } from '../../testing/pace.ts'
import { loadSubscriptionOrders, loadSubscriptionRow } from '../../testing/subscription.ts'
import { acceptPaceProposal, undoPaceProposal } from './accept-pace.ts'
import { adminCalls } from './calls.ts'
import { showPace } from './fit-pace.ts'
import { getSubscription } from './get-subscription.ts'
import { notifyNextDeliveries } from './internal/notice-deliveries.ts'
import { acceptPaceByLink, answerPaceByLink, undoPaceByLink } from './pace-by-link.ts'
import { runDailyDeliveries } from './run-day.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const TONIC = 118
beforeAll(async () => {
  await setOilLastingDays(db)
  await db.update(product_sku).set({ stock: 10_000, lasting_days: 45 }).where(eq(product_sku.id, TONIC))
})

/** 地肌水, for which more is paid, and oil; both came once, 31 days ago. */
const received = () => insertOilSubscription(db, {}, {}, [{ product_sku_id: TONIC }])
const outOf = async (member: Parameters<typeof getSubscription>[0], id: number) =>
  (await getSubscription(member, { id })).subscription_order_item
    .filter(({ is_left_out }) => is_left_out)
    .map(({ product_sku_id }) => product_sku_id)

test('each good is asked by itself; what lasts until the delivery after is left out of this one alone', async () => {
  const { id, member, ctx, clock } = await received()
  const before = await getSubscription(member, { id })
  const { pace: asked } = await showPace(member, { id })
  expect(asked).toMatchObject({ product_sku_id: TONIC, others: [{ product_sku_id: OIL_SKU_ID, rest_answer: null }] })

  const pace = await answerLeftover(member, id, { rest_answer: 'two', product_sku_id: OIL_SKU_ID })
  expect(pace).toMatchObject({ rest_answer: null, others: [{ product_sku_id: OIL_SKU_ID, rest_answer: 'two' }] })
  expect(pace.others[0]!.text).toContain('余る見込みです')
  const [proposal] = pace.proposals
  expect(pace.proposals).toHaveLength(1)
  expect(proposal).toMatchObject({
    pace_kind: 'leave_out',
    label: expect.stringMatching(/^次回だけ、.*純椿油.*を除く$/),
    text: expect.stringContaining('余る見込みです'),
    delivery_date: before.next_delivery_date,
    stays: expect.arrayContaining(['商品の価格: お約束した価格のままです']),
  })
  expect(await outOf(member, id)).toEqual([])
  expect(await db.select().from(pace_answer).where(eq(pace_answer.subscription_id, id))).toEqual([])

  const taking = { id, pace_kind: 'leave_out', version: before.version } as const
  await expect(acceptPaceProposal(member, taking)).rejects.toMatchObject({ status: 422 })
  await acceptPaceProposal(member, { ...taking, shown_payment_total: proposal!.payment_total })
  const after = await getSubscription(member, { id })
  expect(after).toMatchObject({ payment_total: proposal!.payment_total, next_delivery_date: before.next_delivery_date })
  expect(await outOf(member, id)).toEqual([OIL_SKU_ID])
  expect(after.events[0]!.event).toBe('item_left_out')
  expect((await showPace(member, { id })).pace!.taken_proposal).toMatchObject({ label: proposal!.label })

  await undoPaceProposal(member, { id, version: after.version })
  expect(await outOf(member, id)).toEqual([])
  expect((await getSubscription(member, { id })).events[0]!.event).toBe('item_put_back')
  const { version } = await getSubscription(member, { id })
  await acceptPaceProposal(member, { ...taking, version, shown_payment_total: proposal!.payment_total })
  while ((await loadSubscriptionOrders(db, id)).every(({ cycle }) => cycle !== 3)) {
    await runDailyDeliveries(ctx)
    clock.move(1)
  }
  expect((await loadSubscriptionOrders(db, id)).find(({ cycle }) => cycle === 3)).toMatchObject({
    payment_total: proposal!.payment_total,
  })
})

test('the main good is left out as well, if another one is used up', async () => {
  const { id, member } = await received()
  const { proposals } = await answerLeftover(member, id, { rest_answer: 'two' })
  expect(proposals.map(({ pace_kind }) => pace_kind)).toEqual(['leave_out'])
  expect(proposals[0]!.label).toContain('地肌水')
})

test.each([
  ['not enough until the delivery after', [[OIL_SKU_ID, 'more']], []],
  [
    'too much of both moves them all',
    [
      [OIL_SKU_ID, 'two'],
      [TONIC, 'two'],
    ],
    'later',
  ],
  [
    'the main good runs out',
    [
      [OIL_SKU_ID, 'two'],
      [TONIC, 'none'],
    ],
    'sooner',
  ],
  ['ちょうどよい of that good', [[OIL_SKU_ID, 'fits']], []],
] as const)('%s', async (_, answers, kind) => {
  const { id, member } = await received()
  for (const [product_sku_id, rest_answer] of answers) await answerLeftover(member, id, { rest_answer, product_sku_id })
  const { pace } = await showPace(member, { id })
  const kinds = pace!.proposals.map(({ pace_kind }) => pace_kind)
  if (typeof kind === 'string') expect(kinds[0]).toBe(kind)
  expect(kinds).not.toContain('leave_out')
  if (typeof kind !== 'string') expect(kinds).toEqual(kind)
})

test('a good that is left out by hand, or of which another number comes, is proposed no more', async () => {
  const { id, member } = await received()
  const { proposals, version } = await answerLeftover(member, id, { rest_answer: 'two', product_sku_id: OIL_SKU_ID })
  const items = [
    { product_sku_id: OIL_SKU_ID, quantity: 1, is_one_time: false, is_left_out: true },
    { product_sku_id: TONIC, quantity: 1, is_one_time: false },
  ]
  const shown_payment_total = proposals[0]!.payment_total
  await updateSubscription(member, { id, version, items, shown_payment_total })
  expect((await showPace(member, { id })).pace!.proposals).toEqual([])
  const taking = { id, pace_kind: 'leave_out', version: version + 1, shown_payment_total } as const
  await expect(acceptPaceProposal(member, taking)).rejects.toMatchObject({ error: 'ERROR_PACE_OVER' })
})

test('at most one proposal in two deliveries, of all goods', async () => {
  const { id, member } = await received()
  const row = await loadSubscriptionRow(db, id)
  await answerLeftover(member, id, { rest_answer: 'two', product_sku_id: OIL_SKU_ID })
  await db
    .update(pace_offer)
    .set({ cycle: row.cycle - 1 })
    .where(eq(pace_offer.subscription_id, id))
  await db
    .update(pace_item_answer)
    .set({ cycle: row.cycle - 1 })
    .where(eq(pace_item_answer.subscription_id, id))
  const again = await answerLeftover(member, id, { rest_answer: 'two', product_sku_id: OIL_SKU_ID })
  expect([again.is_off, again.proposals]).toEqual([false, []])
})

test('what is not a good of the contract is not asked', async () => {
  const { id, member } = await received()
  await expect(answerLeftover(member, id, { rest_answer: 'two', product_sku_id: 103 })).rejects.toMatchObject({
    status: 404,
  })
})

describe('the same two presses', () => {
  test('by the link of the notice', async () => {
    const { id, ctx, member } = await received()
    await notifyNextDeliveries(ctx)
    const [mail] = await db
      .select()
      .from(outbox)
      .where(like(outbox.dedupe_key, `subscription-notice:${id}:%`))
      .orderBy(desc(outbox.id))
    const token = /pace\?token=([\w.-]+)/.exec((mail!.payload as { text: string }).text)![1]!
    const pace = await answerPaceByLink(ctx, { token, rest_answer: 'two', product_sku_id: OIL_SKU_ID })
    const { payment_total: shown_payment_total } = pace.proposals[0]!
    const taken = await acceptPaceByLink(ctx, {
      token,
      pace_kind: 'leave_out',
      version: pace.version,
      shown_payment_total,
    })
    expect(taken.taken_proposal!.pace_kind).toBe('leave_out')
    expect(await outOf(member, id)).toEqual([OIL_SKU_ID])
    await undoPaceByLink(ctx, { token, version: taken.version })
    expect(await outOf(member, id)).toEqual([])
  })

  test('beside 解約, where the change counts as the offer that was taken', async () => {
    const { id, member } = await received()
    const { proposals, version } = await answerLeftover(member, id, {
      rest_answer: 'two',
      product_sku_id: OIL_SKU_ID,
      is_leaving: true,
    })
    const { payment_total: shown_payment_total } = proposals[0]!
    const instead_of = { reason: 1, offered: ['pace' as const], taken: 'pace' as const }
    await acceptPaceProposal(member, { id, pace_kind: 'leave_out', version, shown_payment_total, instead_of })
    const [event] = await db
      .select()
      .from(subscription_event)
      .where(and(eq(subscription_event.subscription_id, id), eq(subscription_event.event, 'item_left_out')))
    expect(event!.detail).toMatchObject({ instead_of: { taken: 'pace' } })
  })

  test('at the phone, with the trail', async () => {
    const { id, member, clock } = await received()
    const operator = await operatorContext(db, 'support', { clock })
    const answered = await adminCalls['POST /admin/v1/subscriptions/{id}/pace/answer'](operator, {
      id,
      rest_answer: 'two',
      product_sku_id: OIL_SKU_ID,
    })
    const { payment_total: shown_payment_total } = answered.pace!.proposals[0]!
    await adminCalls['POST /admin/v1/subscriptions/{id}/pace'](operator, {
      id,
      pace_kind: 'leave_out',
      version: answered.version,
      shown_payment_total,
      notify: true,
    })
    expect(await outOf(member, id)).toEqual([OIL_SKU_ID])
    const trail = await db
      .select()
      .from(audit_event)
      .where(and(eq(audit_event.subject, 'subscription'), sql`${audit_event.subject_id} = ${String(id)}`))
    expect(JSON.stringify(trail)).toContain('今回だけ除く')
  })
})
