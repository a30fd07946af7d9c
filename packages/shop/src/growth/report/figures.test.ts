import { customer_fact, order_fact, subscription_fact } from '@kushi/db/schema/report'
import { master_data } from '@kushi/db/schema/shop'
import { subscription, subscription_reason } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { acceptPromotion, showCancelOffer } from '../../sales/subscription/accept-promotion.ts'
import { cancelSubscription } from '../../sales/subscription/cancel-subscription.ts'
import { pauseSubscription } from '../../sales/subscription/pause-subscription.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { skipDelivery, undoSkip } from '../../sales/subscription/skip-delivery.ts'
import { updateSubscription } from '../../sales/subscription/update-subscription.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { parseCallBody } from '../../testing/parse-call-body.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { showReport } from './admin/show-report.ts'
import { findFigureDifferences, rebuildFacts, updateOrderFacts, writeMissingFacts } from './figures.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(() =>
  emptyTables(
    db.$client,
    'ledger_entry, sales_day, product_day, sales_due, order_fact, subscription_fact, customer_fact, subscription, orders, outbox',
  ),
)

const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
async function differences() {
  const found = []
  for await (const each of findFigureDifferences(testContext(db))) found.push(each)
  return found
}
const facts = () => db.select().from(order_fact).orderBy(order_fact.order_id)
const buyer = async (clock = testClock()) => {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, clock })
}
const bought = async (ctx: Awaited<ReturnType<typeof buyer>>) =>
  (await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: null })))).order_no

test('an order has its fact when it leaves, and another when it comes back; the first of a member is the first that left', async () => {
  const clock = testClock()
  const ctx = await buyer(clock)
  const [a, b] = [await bought(ctx), await bought(ctx)]
  expect(await facts()).toEqual([])
  clock.move(1)
  await shipOrder(ctx, { order_no: b, ...parcel })
  expect(await facts()).toMatchObject([
    { ordered_on: '2026-11-21', shipped_on: '2026-11-22', returned_on: null, is_first: true, is_cancelled: false },
  ])
  clock.move(1)
  await shipOrder(ctx, { order_no: a, ...parcel, tracking_no: '123456789023' })
  expect((await facts()).map(({ is_first }) => is_first)).toEqual([true, false])
  await markParcelsDelivered(ctx, { order_no: a })
  expect(await differences()).toEqual([])
  expect(await db.select().from(customer_fact)).toMatchObject([
    { first_on: '2026-11-21', again_on: '2026-11-21', led_on: null, is_subscription: false, kept_orders: 2 },
  ])
  await cancelOrder(ctx, { order_no: await bought(ctx) })
  expect(await facts()).toMatchObject([{}, {}, { shipped_on: null, is_cancelled: true, is_first: false }])
  expect(await differences()).toEqual([])
})

test('an offer beside 解約 counts as taken only if the change is it', async () => {
  const { ctx } = contextOnDayWithCards(db, '2026-11-21')
  const { id, member } = await insertSubscribedMember(db, ctx, {
    cycle: 2,
    next_delivery_date: '2027-01-15',
    next_next_delivery_date: '2027-02-15',
  })
  const version = async () => (await loadSubscriptionRow(db, id)).version
  const instead = (taken: CancelOffer) => ({ reason: 1, offered: [taken], taken })
  const said = async () => (await db.select().from(subscription_reason)).map(({ event, taken }) => [event, taken])
  await updateSubscription(member, { id, version: await version(), instead_of: instead('fewer') })
  await updateSubscription(member, {
    id,
    version: await version(),
    delivery_notes: '宅配ボックス',
    instead_of: instead('dates'),
  })
  expect(await said()).toEqual([])
  await skipDelivery(member, { id, version: await version(), instead_of: instead('exchange') })
  expect(await said()).toEqual([['skipped', null]])
  await skipDelivery(member, { id, version: await version(), instead_of: instead('skip') })
  expect(await said()).toEqual([
    ['skipped', null],
    ['skipped', 'skip'],
  ])
  const body = { version: 1, instead_of: { reason: 1, offered: ['skip', 'skip'], taken: 'longer' } }
  expect(() => parseCallBody('PATCH /v1/order/subscription/{id}/skip', body as never)).toThrow(/重なって.*ご案内した/s)
})

test('a promotion beside 解約 is counted as offered and as taken', async () => {
  const { id: promotion_id } = await insertRunningPromotion(db, {
    trigger: 'cancel_offer',
    audience: 'once',
    cart_type: 1,
    to_cycle: 2,
  })
  await db
    .update(master_data)
    .set({ offers: ['promotion', 'skip'], promotion_id })
    .where(and(eq(master_data.shop_id, 2), eq(master_data.name, 'cancel_reason'), eq(master_data.id, 1)))
  const { ctx, clock } = contextOnDayWithCards(db, '2026-11-21')
  const { id, member } = await insertSubscribedMember(db, ctx, { cycle: 1, next_delivery_date: '2026-11-28' })
  await runDailyDeliveries(ctx)
  await deliverCurrentCycle(ctx, id)
  const { promotion } = await showCancelOffer(member, { id, reason: 1 })
  await acceptPromotion(member, {
    id,
    version: (await loadSubscriptionRow(db, id)).version,
    promotion_id,
    shown_text: promotion!.text,
    instead_of: { reason: 1, offered: ['promotion', 'skip'], taken: 'promotion' },
  })
  const operator = await operatorContext(db)
  const { heads, rows } = await showReport({ ...operator, clock }, { report: 'reasons', by: 'offer' })
  const figure = (key: string) => heads.findIndex((head) => head.key === key)
  const said = rows.map(({ label, cells }) => [label, cells[figure('offered')]!.value, cells[figure('taken')]!.value])
  expect(said).toEqual([
    ['特典を付ける', 1, 1],
    ['次回だけお休み', 1, 0],
  ])
})

test('a 定期便 has its cohort and its last kept delivery; it knows when and why it ended', async () => {
  const { ctx, clock } = contextOnDayWithCards(db, '2026-11-21')
  const { id, member } = await insertSubscribedMember(db, ctx, { cycle: 1, next_delivery_date: '2026-11-28' })
  await runDailyDeliveries(ctx)
  await deliverCurrentCycle(ctx, id)
  expect(await db.select().from(subscription_fact)).toMatchObject([
    { subscription_id: id, first_kept_on: '2026-11-21', last_kept_cycle: 1, payment_method_id: 1, first_product_id: 1 },
  ])
  const instead_of = { reason: 1, offered: ['skip', 'longer'], taken: 'skip' } as const
  const version = async () => (await loadSubscriptionRow(db, id)).version
  const skip = { id, reason: 2, instead_of: { ...instead_of, offered: [...instead_of.offered] } }
  await skipDelivery(member, { ...skip, version: await version() })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ skipped_on: '2026-11-21', skip_reason_id: 2 })
  await undoSkip(member, { id, version: await version() })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ skipped_on: null, skip_reason_id: null })
  await pauseSubscription(member, { id, version: await version(), reason: 3 })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({
    paused_on: '2026-11-21',
    pause_reason_id: 3,
    ended_on: null,
  })
  clock.move(3)
  await cancelSubscription(member, {
    id,
    version: (await loadSubscriptionRow(db, id)).version,
    reason: 2,
    detail: '余っている',
    offered: ['exchange'],
  })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({
    paused_on: null,
    pause_reason_id: null,
    ended_on: '2026-11-24',
    end_event: 'cancelled',
    end_reason_id: 2,
  })
  const said = db.select().from(subscription_reason).orderBy(subscription_reason.event_id)
  expect(await said).toMatchObject([
    {
      event: 'skipped',
      day: '2026-11-21',
      reason_id: 2,
      cancel_reason_id: 1,
      offered: ['skip', 'longer'],
      taken: 'skip',
    },
    { event: 'paused', day: '2026-11-21', reason_id: 3, cancel_reason_id: null, offered: [], taken: null },
    { event: 'cancelled', day: '2026-11-24', reason_id: null, cancel_reason_id: 2, offered: ['exchange'], taken: null },
  ])
  expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
  expect(await differences()).toEqual([])
  await db.delete(subscription_reason)
  expect((await differences()).map(({ what }) => what)).toEqual(['reason', 'reason', 'reason'])
  await writeMissingFacts(ctx)
  expect(await differences()).toEqual([])
})

test('the check names what is missing and what is wrong; an upgraded shop is filled once', async () => {
  const { ctx } = contextOnDayWithCards(db, '2026-11-21')
  const { id, member } = await insertSubscribedMember(db, ctx, { cycle: 1, next_delivery_date: '2026-11-28' })
  await runDailyDeliveries(ctx)
  await deliverCurrentCycle(ctx, id)
  await cancelSubscription(member, {
    id,
    version: (await loadSubscriptionRow(db, id)).version,
    reason: 1,
    detail: '余っている',
  })
  await db.update(order_fact).set({ payment_total: 1 })
  await db
    .update(subscription)
    .set({ ended_on: null, end_event: null, end_reason_id: null })
    .where(eq(subscription.id, id))
  await db.delete(subscription_fact)
  expect((await differences()).map(({ what }) => what).sort()).toEqual([
    'customer',
    'order',
    'standing',
    'subscription',
  ])
  await rebuildFacts(ctx)
  expect(await differences()).toEqual([])
  await db.execute(sql`delete from order_fact`)
  await writeMissingFacts(ctx)
  expect(await differences()).toEqual([])
})

test('two orders of a member that leave at once both count', async () => {
  const ctx = await buyer()
  const [a, b] = [await bought(ctx), await bought(ctx)]
  await shipOrder(ctx, { order_no: a, ...parcel })
  await shipOrder(ctx, { order_no: b, ...parcel, tracking_no: '123456789023' })
  const ids = (await facts()).map(({ order_id }) => order_id)
  await db.execute(sql`delete from order_fact`)
  await db.delete(customer_fact)
  const written = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const first = db.transaction(async (tx) => {
    await updateOrderFacts(tx, ctx, [ids[0]!])
    written.resolve()
    await other.promise
  })
  await written.promise
  const second = db.transaction((tx) => updateOrderFacts(tx, ctx, [ids[1]!]))
  // The second one waits at the member's row until the first one has ended.
  while (
    !(
      await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  other.resolve()
  await Promise.all([first, second])
  expect(await db.select().from(customer_fact)).toMatchObject([{ kept_orders: 2, again_on: '2026-11-21' }])
  expect(await differences()).toEqual([])
})
