import { payment, payment_hold } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { testContext } from '../../testing/context.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertShopClosing } from '../../testing/rows.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { calls } from './calls.ts'
import { changePayment } from './change-payment.ts'
import { getSubscription } from './get-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

// With the page that they return.
const skipDelivery = calls['PATCH /v1/order/subscription/{id}/skip']
const cancelSubscription = calls['PATCH /v1/order/subscription/update/{id}/cancel']

let { ledger, clock, ctx } = contextOnDayWithCards(db, '2026-11-30')
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, scheduled_change', { restart: true })
  ;({ ledger, clock, ctx } = contextOnDayWithCards(db, '2026-11-30'))
})
const stock = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
/** 2026-12-10 can be changed until 30 November; the run of 1 December arranges it. */
const next = '2026-12-10'

test('nothing happens until the deadline; the day after, one order, paid as shown', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const shown = await getSubscription(member, { id })
  expect(shown).toMatchObject({ change_deadline: '2026-11-30', charge_date: '2026-12-01', lock: null })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, noticed: 1 })
  const before = await stock(101)
  clock.move(1)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, failed: 0, noticed: 0 })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, passed: 0 })
  const [order, ...rest] = await loadSubscriptionOrders(db, id)
  expect(rest).toEqual([])
  expect(order).toMatchObject({ cycle: 2, status: 'arranged', delivery_date: next, payment_total: shown.payment_total })
  expect(await stock(101)).toBe(before - 1)
  expect(ledger.charged()).toMatchObject([{ amount: shown.payment_total, executions: 1, is_present: false }])
  expect((await loadQueuedMails(db)).map((mail) => mail.subject)).toEqual([
    expect.stringContaining('次回のお届けとお支払いのお知らせ'),
    expect.stringContaining('手配しました'),
  ])
  // An arranged delivery can't be changed any more: the mail names the one after it.
  const [notice, arranged] = await loadQueuedMails(db)
  expect(arranged!.text).toContain('お届け予定日: 2026年12月10日(木)\n')
  // Both show what comes.
  for (const mail of [notice, arranged])
    expect(mail).toMatchObject({
      text: expect.stringContaining('純椿油「しずく」(無香料 / 30mL) × 1'),
      pictures: [expect.stringContaining('/sh/letter-pictures/large/camellia-oil-6.jpg')],
    })
  expect(arranged!.text).toContain(
    'その次のお届け予定日: 2027年1月9日(土)\n変更・お休み・解約の締切: 2026年12月30日(水)',
  )
  const detail = await getSubscription(member, { id })
  expect(detail).toMatchObject({ lock: 'arranged', can: { update: false, skip: false, cancel: false, pause: false } })
  await expect(skipDelivery(member, { id, version: detail.version })).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_ARRANGED',
  })
})

test.each(['card', 'cash'] as const)(
  'a 休業日 that is announced after the notice moves the day, and the mail names both: by %s',
  async (way) => {
    const { id } = await insertSubscribedMember(
      db,
      ctx,
      way === 'cash' ? { payment_method_id: null, card_seq: null } : {},
    )
    await runDailyDeliveries(ctx)
    await insertShopClosing(db, '2026-12-04', '2026-12-12')
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ delivery_date: '2026-12-15' }])
    const { text } = (await loadQueuedMails(db)).at(-1)!
    expect(text).toContain('お届け予定日: 2026年12月15日(火)(先にお知らせした2026年12月10日(木)から変わりました)')
  },
)

test('every ten days: the delivery after an arranged one is announced 14 days before too, once', async () => {
  const short = { param1: 10, next_delivery_date: '2026-12-10', next_next_delivery_date: '2026-12-20' }
  const { id, member } = await insertSubscribedMember(db, ctx, short)
  await runDailyDeliveries(ctx)
  clock.move(1)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, noticed: 0 })
  clock.move(5)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ noticed: 1 })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ noticed: 0 })
  const notice = (await loadQueuedMails(db)).at(-1)!
  expect(notice.text).toContain('次回お届け予定日: 2026年12月20日(日)')
  expect(notice.text).toContain('このお届けを最後に解約')
  clock.move(4)
  await deliverCurrentCycle(ctx, id)
  expect(await getSubscription(member, { id })).toMatchObject({
    next_delivery_date: '2026-12-20',
    change_deadline: '2026-12-10',
    lock: null,
  })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ noticed: 0 })
})

test('a hold that begins during the run stops further arrangements until it ends', async () => {
  await insertSubscribedMember(db, ctx)
  // Prepaid, so arranged individually, after the block.
  const goods = { product_sku_id: 127, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
  const prepaid = await insertSubscribedMember(db, ctx, {}, [goods])
  clock.move(1)
  const { authorise } = ledger.port
  ledger.port.authorise = async (...asked) => {
    await db.insert(payment_hold).values({ shop_id: 2, reason: 'restored', held_at: clock.now() })
    return authorise(...asked)
  }
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, failed: 0, broken: 0 })
  expect(await loadSubscriptionOrders(db, prepaid.id)).toEqual([])
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0 })
  await db.delete(payment_hold)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
  expect(await loadSubscriptionOrders(db, prepaid.id)).toHaveLength(1)
})

test('received: next ← next-next, next-next ← pattern, and items of this delivery only are gone', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx, {}, [
    { product_sku_id: 101 },
    { product_sku_id: 103, only_cycle: 2 },
  ])
  clock.move(1)
  await runDailyDeliveries(ctx)
  clock.move(9)
  await deliverCurrentCycle(ctx, id)
  expect(await loadSubscriptionRow(db, id)).toMatchObject({
    cycle: 3,
    summary_status: 1,
    next_delivery_date: '2027-01-09',
    next_next_delivery_date: '2027-02-08',
  })
  expect((await db.select().from(subscription_order_item)).map((item) => item.product_sku_id)).toEqual([101])
  expect(ledger.charged()).toMatchObject([{ state: 'captured' }])
  expect((await getSubscription(member, { id })).events.map((event) => event.event)).toEqual(['received', 'arranged'])
  await deliverCurrentCycle(ctx, id).catch(() => undefined)
  expect((await loadSubscriptionRow(db, id)).cycle).toBe(3)
})

describe('a payment that is refused', () => {
  test.each(['limit', 'not_accepted'] as const)(
    '%s: retried after 1, 3 and 5 days, each with a notice, then no more',
    async (failure) => {
      ledger.fate = () => failure
      const { id } = await insertSubscribedMember(db, ctx)
      const before = await stock(101)
      const tries: string[] = []
      for (let day = 0; day < 20; day++) {
        clock.move(1)
        const { failed } = await runDailyDeliveries(ctx)
        await runDailyDeliveries(ctx)
        if (failed) tries.push(clock.today())
      }
      expect(tries).toEqual(['2026-12-01', '2026-12-02', '2026-12-04', '2026-12-06'])
      expect(await loadSubscriptionRow(db, id)).toMatchObject({
        summary_status: 2,
        failure,
        attempts: 4,
        retry_on: null,
      })
      expect(await loadQueuedMails(db)).toHaveLength(4)
      expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'payment_error' }])
      expect(await stock(101)).toBe(before)
      expect([...ledger.trades.values()].map((one) => one.refusals)).toEqual([1, 1, 1, 1])
    },
  )

  test('permanently: not retried until the member changes the payment; then at once', async () => {
    ledger.fate = ({ card_seq }) => (card_seq === 0 ? 'unusable' : 'ok')
    const { id, member } = await insertSubscribedMember(db, ctx)
    for (let day = 0; day < 9; day++) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    expect(ledger.trades.size).toBe(1)
    expect(await getSubscription(member, { id })).toMatchObject({
      summary_status: 2,
      lock: null,
      failure: { failure: 'unusable', retry_on: null, attempts: 1 },
    })
    const { version } = await loadSubscriptionRow(db, id)
    const card = { payment_method_id: 1 as const, card_seq: 1, third_party_consent: false }
    const answer = await changePayment(member, { id, version, ...card })
    expect(answer).toMatchObject({ summary_status: 1, lock: 'arranged', failure: null })
    // 10 December is too near by then: a delivery takes five days from 9 December.
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', delivery_date: '2026-12-14' }])
    expect(ledger.charged()).toHaveLength(1)
  })

  test('and the member skips instead: the next one is tried on its own day', async () => {
    ledger.fate = () => 'unusable'
    const { id, member } = await insertSubscribedMember(db, ctx)
    clock.move(1)
    await runDailyDeliveries(ctx)
    const { version } = await loadSubscriptionRow(db, id)
    const after = await skipDelivery(member, { id, version })
    expect(after).toMatchObject({ next_delivery_date: '2027-01-09', failure: { retry_on: '2026-12-31' } })
    ledger.fate = () => 'ok'
    clock.move(29)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0 })
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([
      { cycle: 2, delivery_date: '2027-01-09', status: 'arranged' },
    ])
  })

  test('a card that was replaced elsewhere is charged by the next run', async () => {
    ledger.fate = ({ card_seq }) => (card_seq === 0 ? 'unusable' : 'ok')
    const { id } = await insertSubscribedMember(db, ctx)
    clock.move(1)
    await runDailyDeliveries(ctx)
    await db.$client.query('update subscription set card_seq = 2 where id = $1', [id])
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
  })
})

test('out of stock: status 3, no charge; once goods arrive, it is arranged', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx, {}, [{ product_sku_id: 103 }])
  const there = await stock(103)
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 103))
  clock.move(1)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ failed: 1 })
  expect(await getSubscription(member, { id })).toMatchObject({
    summary_status: 3,
    failure: { failure: 'out_of_stock' },
  })
  // It can be changed at any time now: the deadline that has passed is not named.
  const { text } = (await loadQueuedMails(db)).at(-1)!
  expect(text).toContain('次回お届け予定日: ')
  expect(text).not.toContain('締切')
  expect(ledger.trades.size).toBe(0)
  expect(await loadSubscriptionOrders(db, id)).toEqual([])
  await db.update(product_sku).set({ stock: there }).where(eq(product_sku.id, 103))
  clock.move(1)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
})

test('no longer sold: status 4; resolved by other items', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  await db.update(product_sku).set({ visible: false }).where(eq(product_sku.id, 101))
  clock.move(1)
  await runDailyDeliveries(ctx)
  await db.update(product_sku).set({ visible: true }).where(eq(product_sku.id, 101))
  const { summary_status, version } = await loadSubscriptionRow(db, id)
  expect(summary_status).toBe(4)
  await updateSubscription(member, { id, version, items: [{ product_sku_id: 103, quantity: 2, is_one_time: false }] })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
})

test('cash on delivery needs no charge', async () => {
  const { id } = await insertSubscribedMember(db, ctx, { payment_method_id: null, card_seq: null })
  clock.move(1)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
  expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_fee: 330 }])
  expect(ledger.trades.size).toBe(0)
})

test('a yearly payment is delivered to the last without a charge, cancelled or not', async () => {
  const yearly = { product_sku_id: 127, lump_sum_payment_flag: true, lump_sum_payment_num: 3 }
  const first = await insertSubscribedMember(db, ctx, {}, [yearly])
  const other = await insertSubscribedMember(db, ctx, {}, [yearly])
  const cancelled = await cancelSubscription(first.member, {
    id: first.id,
    reason: 1,
    detail: '余る',
  })
  expect(cancelled).toMatchObject({ summary_status: 6, prepaid: { remaining: 2, total: 3 } })
  for (let day = 0; day < 150; day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
    for (const { id } of [first, other])
      for (const order of await loadSubscriptionOrders(db, id))
        if (order.status === 'arranged' && order.delivery_date === clock.today()) await deliverCurrentCycle(ctx, id)
  }
  for (const { id } of [first, other]) {
    expect(
      (await loadSubscriptionOrders(db, id)).map((order) => [order.cycle, order.status, order.payment_total]),
    ).toEqual([
      [2, 'delivered', 0],
      [3, 'delivered', 0],
    ])
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, cycle: 4 })
  }
  expect(ledger.trades.size).toBe(0)
})

test('an unusable account of the shop causes no failure: no notice, and a later run arranges it', async () => {
  const { id } = await insertSubscribedMember(db, ctx)
  const before = await loadSubscriptionRow(db, id)
  clock.move(1)
  const payments = new Map([...ledger.ports().payment].filter(([method]) => method === null))
  const without = testContext(db, { clock, ports: { ...ledger.ports(), payment: payments } })
  expect(await runDailyDeliveries(without)).toMatchObject({ broken: 1, failed: 0, arranged: 0 })
  expect(await loadSubscriptionRow(db, id)).toEqual(before)
  expect(await loadQueuedMails(db)).toEqual([])
  expect(await runDailyDeliveries(ctx)).toMatchObject({ broken: 0, arranged: 1 })
})

test('a method that the shop hides is refused, even with an account', async () => {
  const { id } = await insertSubscribedMember(db, ctx)
  clock.move(1)
  await db.$client.query('update shop_payment set visible = false where shop_id = 2 and payment_method_id = 1')
  expect(await runDailyDeliveries(ctx)).toMatchObject({ broken: 0, failed: 1 })
  await db.$client.query('update shop_payment set visible = true where shop_id = 2 and payment_method_id = 1')
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ failure: 'payment_method', retry_on: null })
})

describe('interrupted at the provider', () => {
  test.each([
    ['authorise', 'before'],
    ['authorise', 'after'],
  ] as const)('%s, %s it: the next run finds out and charges once', async (call, when) => {
    const { id } = await insertSubscribedMember(db, ctx)
    clock.move(1)
    let cut = true
    ledger.disturb = (at, then) => {
      if (!cut || at !== call || then !== when) return
      cut = false
      throw new PaymentUnavailable('cut')
    }
    expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 1, arranged: 0 })
    expect((await loadSubscriptionOrders(db, id))[0]).toMatchObject({ status: 'payment_pending' })
    // The job for orders that customers pay themselves skips it.
    await repairPayments(ctx, { started: -1, redirected: -1 })
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
    expect(ledger.charged()).toMatchObject([{ executions: 1 }])
    expect(await db.select().from(payment)).toMatchObject([{ state: 'authorised' }])
  })
})

test('a provider that does not respond blocks nothing else: due deliveries are written, cash is arranged, the next run charges', async () => {
  const ids: number[] = []
  for (let n = 0; n < 16; n++) ids.push((await insertSubscribedMember(db, ctx)).id)
  const cash = await insertSubscribedMember(db, ctx, { payment_method_id: null, card_seq: null })
  clock.move(1)
  let asked = 0
  ledger.disturb = (call, when) => {
    if (call !== 'authorise' || when !== 'before') return
    asked += 1
    throw new PaymentUnavailable('silent')
  }
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 16, arranged: 1, broken: 0 })
  // Five more may be in progress when the eighth gets no response.
  expect(asked).toBeLessThanOrEqual(13)
  expect(await loadSubscriptionOrders(db, cash.id)).toMatchObject([{ status: 'arranged' }])
  // Again, with all of them open from before.
  asked = 0
  const later = await insertSubscribedMember(db, ctx, { payment_method_id: null, card_seq: null })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 16, arranged: 1 })
  expect(asked).toBeLessThanOrEqual(13)
  expect(await loadSubscriptionOrders(db, later.id)).toMatchObject([{ status: 'arranged' }])
  ledger.disturb = () => undefined
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 0, arranged: 16 })
  for (const id of ids) expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged' }])
  expect(ledger.charged().map(({ executions }) => executions)).toEqual(Array(16).fill(1))
})

test('several workers at once: one order and one charge each', async () => {
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await insertSubscribedMember(db, ctx)).id)
  clock.move(1)
  const reports = await Promise.all([
    runDailyDeliveries(ctx),
    runDailyDeliveries({ ...ctx }),
    runDailyDeliveries({ ...ctx }),
  ])
  expect(reports.reduce((sum, report) => sum + report.arranged, 0)).toBe(12)
  expect(reports.reduce((sum, report) => sum + report.broken, 0)).toBe(0)
  for (const id of ids) expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
  expect(ledger.charged()).toHaveLength(12)
})

test('a cancelled delivery returns stock and money and the subscription continues; a returned one is refunded once', async () => {
  const { id } = await insertSubscribedMember(db, ctx)
  const before = await stock(101)
  clock.move(1)
  await runDailyDeliveries(ctx)
  const [order] = await loadSubscriptionOrders(db, id)
  await cancelOrder(ctx, { order_no: order!.order_no })
  await repairPayments(ctx)
  expect(ledger.charged()).toEqual([])
  expect(await stock(101)).toBe(before)
  expect(await loadSubscriptionRow(db, id)).toMatchObject({
    cycle: 3,
    next_delivery_date: '2027-01-09',
    summary_status: 1,
  })
  clock.move(40)
  await runDailyDeliveries(ctx)
  await deliverCurrentCycle(ctx, id)
  const { order_no } = (await loadSubscriptionOrders(db, id))[1]!
  await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
  await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
  expect(ledger.charged()).toEqual([])
  expect((await loadSubscriptionRow(db, id)).cycle).toBe(4)
})
