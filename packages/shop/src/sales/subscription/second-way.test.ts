import { customer } from '@kushi/db/schema/customer'
import { shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { watch_entry } from '@kushi/db/schema/person'
import { billing_attempt, subscription, subscription_cycle, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { PaymentMethodId } from '@kushi/values/payment-method'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type MemberContext, runInTransaction } from '../../context.ts'
import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { throwingPort } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { deleteCard } from '../payment/cards.ts'
import { changePayment } from './change-payment.ts'
import { getSubscription } from './get-subscription.ts'
import { moveSubscriptionsToMember } from './internal/move-subscriptions.ts'
import { moveSubscriptionsToCard } from './internal/replace-card.ts'
import { setFallbackPayment } from './name-second-way.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const invoices: PaymentPort = {
  ...throwingPort<PaymentPort>('payment'),
  authorise: async () => ({ kind: 'authorised', reference: {} }),
}
let { clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21')
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit', { restart: true })
  ;({ clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21'))
  ctx = { ...ctx, ports: { ...ctx.ports, payment: new Map([...ctx.ports.payment, [4, invoices] as const]) } }
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 4))
  await feeOf(null, 330)
})
/** 手数料 of a method, at any amount. */
async function feeOf(payment_method_id: number | null, fee: number) {
  const id = shop_payment.payment_method_id
  const [method] = await db
    .select()
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, 2), payment_method_id === null ? isNull(id) : eq(id, payment_method_id)))
  await db.delete(shop_payment_fee).where(eq(shop_payment_fee.shop_payment_id, method!.id))
  await db.insert(shop_payment_fee).values({ shop_id: 2, shop_payment_id: method!.id, from_amount: 1, fee })
}
const name = (
  member: MemberContext,
  id: number,
  payment_method_id: PaymentMethodId,
  card_seq: number | null = null,
  third_party_consent = false,
) => setFallbackPayment(member, { id, second_way: { payment_method_id, card_seq }, third_party_consent })
const eventsOf = async (id: number) =>
  (
    await db
      .select()
      .from(subscription_event)
      .where(eq(subscription_event.subscription_id, id))
      .orderBy(asc(subscription_event.id))
  ).map(({ event }) => event)
const mails = async () =>
  (await db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(asc(outbox.id))).map(
    ({ payload }) => payload as { subject: string; text: string },
  )
/** Until the notice, then until the day of the charge. */
async function untilCharged() {
  clock.move(5)
  await runDailyDeliveries(ctx)
  clock.move(5)
  return runDailyDeliveries(ctx)
}

/** The provider's id of the member of a contract. */
async function gmoOf(id: number): Promise<string> {
  const [row] = await db
    .select({ gmo_id: customer.gmo_id })
    .from(subscription)
    .innerJoin(customer, eq(customer.id, subscription.customer_id))
    .where(eq(subscription.id, id))
  return row!.gmo_id!
}

describe('a refusal that no repetition mends', () => {
  test('goes to the second way on the same day, at the announced total, and is told with the way back', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const before = await name(member, id, null)
    expect(before).toMatchObject({
      payment_method_id: 1,
      second_way: { payment_method_id: null, card_seq: null, payment_name: '代金引換', payment_fee: 330 },
    })
    ledger.fate = () => 'unusable'
    expect(await untilCharged()).toMatchObject({ arranged: 1, failed: 0, broken: 0 })
    const { promised_total, ...row } = await loadSubscriptionRow(db, id)
    expect(promised_total).toBe(before.payment_total)
    expect(row).toMatchObject({ summary_status: 1, cycle: 2, payment_method_id: null, card_seq: null })
    const [order] = await loadSubscriptionOrders(db, id)
    expect(order).toMatchObject({
      status: 'arranged',
      cycle: 2,
      payment_method_id: null,
      payment_total: promised_total,
    })
    expect(ledger.charged()).toEqual([])
    const attempts = await db.select().from(billing_attempt).orderBy(asc(billing_attempt.attempt))
    expect(attempts).toMatchObject([
      { outcome: 'failed', failure: 'unusable', resumed_by: null, tried_on: '2026-12-01' },
      { outcome: 'arranged', payment_method_id: null, resumed_by: 'second_way', tried_on: '2026-12-01' },
    ])
    expect(await eventsOf(id)).toEqual(['second_way_named', 'noticed', 'second_way_taken', 'arranged'])
    const told = (await mails()).find(({ subject }) => subject.includes('切り替えました'))!
    expect(told.text).toContain('このカードはご利用いただけません。')
    expect(told.text).toMatch(/代金引換で、[\d,]+円|代金引換で、¥[\d,]+/)
    expect(told.text).toContain('「お支払い方法を変更」')
    expect((await mails()).some(({ subject }) => subject.includes('お支払いができませんでした'))).toBe(false)
  })

  test('its later deliveries cost the fee that was said, also when the shop raised it since', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const { payment_total } = await name(member, id, null)
    await feeOf(null, 880)
    ledger.fate = () => 'unusable'
    await untilCharged()
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    const later = await getSubscription(member, { id })
    expect(later).toMatchObject({ payment_fee: 330, payment_total: payment_total + 330, second_way: null })
    // Back to a card of his, and what he named holds again.
    ledger.fate = () => 'ok'
    const card = { id, payment_method_id: 1 as const, card_seq: 1, third_party_consent: false }
    expect(await changePayment(member, card)).toMatchObject({ second_way: { payment_method_id: null }, payment_total })
  })

  test('of a limit: only after the last repetition, to another card', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, 1, 2)
    ledger.fate = ({ card_seq }) => (card_seq === 0 ? 'limit' : 'ok')
    expect(await untilCharged()).toMatchObject({ failed: 1 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 2, card_seq: 0, retry_on: '2026-12-02' })
    for (let day = 0; day < 4; day++) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ card_seq: 0, attempts: 3 })
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, failed: 0 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, card_seq: 2 })
    expect(ledger.charged()).toHaveLength(1)
  })

  test('of the second way too is told as a failure, and tries neither again', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, 1, 2)
    ledger.fate = () => 'unusable'
    expect(await untilCharged()).toMatchObject({ arranged: 0, failed: 1 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 2, card_seq: 2, retry_on: null })
    expect(await eventsOf(id)).toEqual(['second_way_named', 'noticed', 'second_way_taken', 'payment_failed'])
    expect([...ledger.trades.values()].map(({ refusals }) => refusals)).toEqual([1, 1])
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0, open: 0 })
  })

  test('without one, or when the delivery cannot be paid by it today, is a failure as before', async () => {
    const { id: without } = await insertSubscribedMember(db, ctx)
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, null)
    await db.update(subscription).set({ delivery_notes: '宅配ボックス' }).where(eq(subscription.id, id))
    ledger.fate = () => 'unusable'
    expect(await untilCharged()).toMatchObject({ arranged: 0, failed: 2 })
    for (const one of [without, id])
      expect(await loadSubscriptionRow(db, one)).toMatchObject({ summary_status: 2, payment_method_id: 1, card_seq: 0 })
    const [attempt] = await db.select().from(billing_attempt).where(eq(billing_attempt.subscription_id, id))
    expect(attempt).toMatchObject({ resumed_by: null, retry_on: null })
  })

  test('by a bill: one delivery is registered with its company, and a card that is missing leads there too', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, { card_seq: null })
    await expect(name(member, id, 4)).rejects.toMatchObject({ status: 422 })
    await name(member, id, 4, null, true)
    const [event] = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, id))
    expect(event!.detail).toMatchObject({ third_party_consent: expect.stringContaining('提供') })
    expect(await untilCharged()).toMatchObject({ arranged: 1, failed: 0 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ payment_method_id: 4, summary_status: 1 })
  })

  test('that a later run hears of goes there too, and repetitions and corrections are told apart from it', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, null)
    const { id: corrected, member: other } = await insertSubscribedMember(db, ctx)
    const { id: repeated } = await insertSubscribedMember(db, ctx)
    ledger.disturb = () => {
      throw new PaymentUnavailable('no answer')
    }
    expect(await untilCharged()).toMatchObject({ open: 3 })
    ledger.disturb = () => undefined
    // Deliveries are charged at the same time: each has its own fate, once.
    const fates = new Map<string, 'limit' | 'unusable'>([
      [await gmoOf(id), 'unusable'],
      [await gmoOf(corrected), 'unusable'],
      [await gmoOf(repeated), 'limit'],
    ])
    ledger.fate = ({ gmo_id }) => {
      const fate = fates.get(gmo_id) ?? 'ok'
      fates.delete(gmo_id)
      return fate
    }
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, failed: 3 })
    expect((await loadSubscriptionOrders(db, id)).map(({ status }) => status)).toEqual(['arranged'])
    await changePayment(other, { id: corrected, payment_method_id: 1, card_seq: 1, third_party_consent: false })
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
    const paid = await db.select().from(billing_attempt).where(eq(billing_attempt.outcome, 'arranged'))
    expect(paid.map((one) => [one.subscription_id, one.resumed_by]).sort()).toEqual([
      [id, 'second_way'],
      [corrected, 'act'],
      [repeated, 'retry'],
    ])
  })

  test('of a contract that was paused while the provider was asked, changes nothing', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, null)
    await db.update(subscription).set({ next_delivery_date: '2026-11-30' }).where(eq(subscription.id, id))
    const authorise: PaymentPort['authorise'] = async () => {
      await db.update(subscription).set({ summary_status: 5 }).where(eq(subscription.id, id))
      throw new PaymentRefused('unusable', '42G120000')
    }
    const payment = new Map([...ctx.ports.payment, [1, { ...ledger.port, authorise }] as const])
    await runDailyDeliveries({ ...ctx, ports: { ...ctx.ports, payment } })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 5, payment_method_id: 1, card_seq: 0 })
  })
})

describe('what changed since it was named', () => {
  test('a member who came on 注意リスト pays neither at the door nor by a bill', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, null)
    await db.insert(watch_entry).values({
      ...{ shop_id: 2, customer_id: member.customer_id, watch_effect: 'no_credit', reason: '受け取り拒否' },
      ...{ operator_id: null, expires_on: '2027-11-21', created_at: new Date() },
    })
    ledger.fate = () => 'unusable'
    expect(await untilCharged()).toMatchObject({ arranged: 0, failed: 1 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 2, payment_method_id: 1, card_seq: 0 })
  })

  test('without a promise of the notice, the delivery costs no more than by the way that it was to be paid', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const { payment_total } = await name(member, id, null)
    clock.move(5)
    await runDailyDeliveries(ctx)
    await db.update(subscription_cycle).set({ promised_total: null }).where(eq(subscription_cycle.subscription_id, id))
    ledger.fate = () => 'unusable'
    clock.move(5)
    await runDailyDeliveries(ctx)
    const [order] = await loadSubscriptionOrders(db, id)
    expect(order).toMatchObject({ status: 'arranged', payment_method_id: null, payment_total })
  })
})

describe('naming', () => {
  test('after a refusal: while it is repeated, and not once that is over', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const over = await insertSubscribedMember(db, ctx)
    const [own] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
    ledger.fate = ({ gmo_id }) => (gmo_id === own!.gmo_id ? 'limit' : 'unusable')
    expect(await untilCharged()).toMatchObject({ failed: 2 })
    expect((await getSubscription(member, { id })).can.name_second_way).toBe(true)
    expect(await name(member, id, null)).toMatchObject({ second_way: { payment_method_id: null } })
    expect((await getSubscription(over.member, { id: over.id })).can.name_second_way).toBe(false)
    await expect(name(over.member, over.id, null)).rejects.toMatchObject({
      fields: [{ message: expect.stringContaining('「お支払い方法を変更」') }],
    })
  })

  test.each<[string, PaymentMethodId, number | null, object]>([
    ['the present card', 1, 0, { fields: [{ path: 'payment_method_id' }] }],
    ['a card that is not theirs', 1, 9, { status: 404 }],
    ['a method that the shop does not offer', 3, null, { fields: [{ path: 'payment_method_id' }] }],
    ['a wallet without an agreement', 2, null, { fields: [{ path: 'payment_method_id' }] }],
  ])('%s is refused', async (_, payment_method_id, card_seq, refusal) => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await expect(name(member, id, payment_method_id, card_seq, true)).rejects.toMatchObject(refusal)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ version: 1, second_way: null })
  })

  test('cash where nobody is at the door, and any way of what is paid for a year, are refused', async () => {
    const locker = await insertSubscribedMember(db, ctx, { delivery_notes: '宅配ボックス' })
    await expect(name(locker.member, locker.id, null)).rejects.toMatchObject({ status: 422 })
    const item = { product_sku_id: 101, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
    const yearly = await insertSubscribedMember(db, ctx, {}, [item])
    await expect(name(yearly.member, yearly.id, 1, 1)).rejects.toMatchObject({ status: 422 })
    expect((await getSubscription(yearly.member, { id: yearly.id })).can.name_second_way).toBe(false)
  })

  test('another member, an old version and a delivery that is arranged are refused; a paused one and none are not', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const other = await insertSubscribedMember(db, ctx)
    await expect(name(other.member, id, null)).rejects.toMatchObject({ status: 404 })
    const second_way = { payment_method_id: null, card_seq: null }
    const stale = { id, second_way, third_party_consent: false, version: 7 }
    await expect(setFallbackPayment(member, stale)).rejects.toMatchObject({ error: 'ERROR_SUBSCRIPTION_CHANGED' })
    await pauseSubscription(member, { id })
    expect(await name(member, id, null)).toMatchObject({ second_way: { payment_method_id: null } })
    const none = await setFallbackPayment(member, { id, second_way: null, third_party_consent: false })
    expect(none.second_way).toBeNull()
    expect(none.events[0]).toMatchObject({
      changes: [{ label: 'お支払いできないときに使う方法', before: '代金引換', after: 'なし' }],
    })
    clock.move(10)
    await runDailyDeliveries(ctx)
    await expect(name(other.member, other.id, null)).rejects.toMatchObject({ error: 'ERROR_SUBSCRIPTION_ARRANGED' })
  })
})

describe('its card', () => {
  test('is not deleted, and a card that replaces it takes its place', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await name(member, id, 1, 2)
    await expect(deleteCard(member, { customer_id: member.customer_id, card_seq: 2 })).rejects.toMatchObject({
      error: 'ERROR_CARD_IN_USE',
    })
    const { customer_id } = member
    await runInTransaction(ctx, (tx, inside) =>
      moveSubscriptionsToCard(tx, inside, { shop_id: 2, customer_id, from: 2, to: 1 }),
    )
    expect(await loadSubscriptionRow(db, id)).toMatchObject({
      card_seq: 0,
      second_way: { payment_method_id: 1, card_seq: 1 },
    })
    await runInTransaction(ctx, (tx, inside) =>
      moveSubscriptionsToCard(tx, inside, { shop_id: 2, customer_id, from: 0, to: 1 }),
    )
    expect(await getSubscription(member, { id })).toMatchObject({ card_seq: 1, second_way: null })
  })

  test('is none where the way has no card: a new いつも使うカード leaves it as it is', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const { customer_id } = member
    await name(member, id, null)
    const { second_way } = await loadSubscriptionRow(db, id)
    await db.update(subscription).set({ summary_status: 2 }).where(eq(subscription.id, id))
    await runInTransaction(ctx, (tx, inside) =>
      moveSubscriptionsToCard(tx, inside, { shop_id: 2, customer_id, from: null, to: 2 }),
    )
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ card_seq: 2, second_way })
  })

  test('does not go with a merge that leaves the cards behind; another way does', async () => {
    const [a, b] = [await insertSubscribedMember(db, ctx), await insertSubscribedMember(db, ctx)]
    await name(a.member, a.id, 1, 2)
    await name(b.member, b.id, null)
    const [to] = await insertMembers(db, 1)
    for (const { member } of [a, b])
      await db.transaction((tx) =>
        moveSubscriptionsToMember(tx, ctx, { shop_id: 2, from: member.customer_id, to: to!, has_cards: false }),
      )
    expect((await loadSubscriptionRow(db, a.id)).second_way).toBeNull()
    expect((await loadSubscriptionRow(db, b.id)).second_way).toMatchObject({ payment_method_id: null })
    expect(await db.$count(customer, eq(customer.id, to!))).toBe(1)
  })
})

test('a contract that nobody named one for pays nothing for it', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  expect(await getSubscription(member, { id })).toMatchObject({ second_way: null, can: { name_second_way: true } })
  const { rows } = await db.execute(sql`select second_way from subscription where id = ${id}`)
  expect(rows).toEqual([{ second_way: null }])
})
