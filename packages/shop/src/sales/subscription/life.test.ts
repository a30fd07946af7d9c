import { AddressForm } from '@kushi/contract/form/address'
import type { Db } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product, product_sku } from '@kushi/db/schema/product'
import { billing_attempt, subscription_event } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'
import { cardLedger } from '../../testing/card-ledger.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { addClosing } from '../../testing/rows.ts'
import { ordersOf, receive, rowOf, subscribed } from '../../testing/subscription.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePayment } from './change-payment.ts'
import { listSubscriptionDates } from './delivery-dates.ts'
import { cancelAfterDelivery, continueAfterDelivery } from './end-after-delivery.ts'
import { getMypageTop } from './get-mypage-top.ts'
import { getSubscription } from './get-subscription.ts'
import type { EventDetail } from './internal/record-event.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { reopenSubscription } from './reopen-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'
import { skipDelivery, undoSkip } from './skip-delivery.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

type Step =
  | { do: 'days'; days: number }
  | { do: 'update'; days: number; quantity: number; extra: boolean }
  | { do: 'pattern'; kind: 1 | 2 | 3; n: number }
  | { do: 'pay'; card: 0 | 1 | null }
  | { do: 'fate'; fate: 'ok' | 'limit' | 'unusable' | 'dead' }
  | { do: 'stock'; left: number }
  | { do: 'price'; yen: number }
  | { do: 'contents'; pieces: number }
  | { do: 'pick'; nth: number; second: number | null }
  | { do: 'move'; to: Place }
  | { do: 'skip' | 'undo' | 'pause' | 'reopen' | 'cancel order' | 'cancel' | 'end after' | 'go on' }

const places = {
  東京: { pref_id: 13, postal_code01: '150', postal_code02: '0001' },
  札幌: { pref_id: 1, postal_code01: '060', postal_code02: '0001' },
  // A lead of ten days: five, two for the prefecture, three for the island.
  宮古島: { pref_id: 47, postal_code01: '906', postal_code02: '0001' },
} as const
type Place = keyof typeof places
const place = fc.constantFrom<Place>('東京', '札幌', '宮古島')

/** Closings that are known from the beginning: a day that is chosen before one is announced can't always be kept. */
const closings = fc.constantFrom<readonly (readonly [from: string, to: string])[]>(
  [],
  [['2026-12-29', '2027-01-03']],
  [
    ['2026-12-05', '2026-12-06'],
    ['2026-12-26', '2027-01-05'],
    ['2027-02-08', '2027-02-12'],
  ],
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      days: fc.integer({ min: 0, max: 110 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      extra: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pattern' as const),
      kind: fc.constantFrom(1 as const, 2 as const, 3 as const),
      n: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom(0 as const, 1 as const, null) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fate' as const),
      fate: fc.constantFrom('ok' as const, 'ok' as const, 'limit' as const, 'unusable' as const, 'dead' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stock' as const), left: fc.constantFrom(0, 1, 240, 240) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pick' as const),
      nth: fc.nat(20),
      second: fc.option(fc.nat(20)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), to: place }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('contents' as const), pieces: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('price' as const), yen: fc.integer({ min: 500, max: 5000 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'skip' as const,
        'undo' as const,
        'pause' as const,
        'reopen' as const,
        'cancel order' as const,
        'end after' as const,
        'go on' as const,
      ),
    }),
  },
)

/** A longer test would be stopped before it says what failed, so a failing life is not shortened. */
const runs = Number(process.env.LIFE_RUNS) || 5

test('whatever happens in the life of a subscription', { timeout: 300_000 + runs * 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 35 }),
      fc.boolean(),
      fc.record({ to: place, closings, arranged_before_days: fc.integer({ min: 5, max: 14 }), is_set: fc.boolean() }),
      async (steps, isCancelled, shop) => {
        const life = await begin(shop)
        for (const one of steps) await life.live(one)
        if (isCancelled) await life.live({ do: 'cancel' })
        await life.live({ do: 'days', days: 12 })
      },
    ),
    { numRuns: runs, endOnFailure: true },
  )
})

interface Beginning {
  to: Place
  closings: readonly (readonly [from: string, to: string])[]
  arranged_before_days: number
  /** The contract has a set of the oil and a comb instead of the oil. */
  is_set: boolean
}

const [OIL, COMB, SET] = [101, 118, 128]
const setOf = (pieces: number) => [
  { product_sku_id: OIL, pieces: 1 },
  ...(pieces > 0 ? [{ product_sku_id: COMB, pieces }] : []),
]
await db
  .update(product)
  .set({ sale_type: 3 })
  .where(sql`${product.id} = (select product_id from product_sku where id = ${SET})`)

async function begin({ to, closings, arranged_before_days, is_set }: Beginning) {
  const sku = is_set ? SET : OIL
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit, scheduled_change', { restart: true })
  for (const [from, until] of closings) await addClosing(db, from, until)
  await db
    .update(product_sku)
    .set({ stock: 240, subscription_price: 2673 })
    .where(inArray(product_sku.id, [OIL, 103]))
  await db.update(product_sku).set({ stock: 9000, visible: true }).where(eq(product_sku.id, COMB))
  await db
    .update(product_sku)
    .set({ parts: setOf(2), stock: 0, subscription_price: 3600 })
    .where(eq(product_sku.id, SET))
  const clock = testClock('2026-11-21')
  const ledger = cardLedger()
  const ctx = testContext(db, { clock, ports: ledger.ports() })
  // A contract begins with days that its confirmation could offer.
  const dates = { next_delivery_date: '2026-12-10', next_next_delivery_date: '2027-01-15' }
  const { id, member } = await subscribed(db, ctx, { ...places[to], arranged_before_days, ...dates }, [
    { product_sku_id: sku, parts: is_set ? setOf(2) : [] },
  ])
  let fate = 'ok'
  let calls = 0
  ledger.fate = () => (fate === 'dead' ? 'ok' : (fate as 'ok'))
  ledger.disturb = (_, when) => {
    if (fate === 'dead' && (when === 'before' ? calls++ % 2 === 0 : calls % 3 === 0))
      throw new PaymentUnavailable('dead line')
  }
  /** The member's last view of the next delivery. */
  let seen = await getSubscription(member, { id })

  async function live(one: Step): Promise<void> {
    if (one.do === 'days') for (let day = 0; day < one.days; day++) await nextDay()
    else if (one.do === 'fate') fate = one.fate
    else if (one.do === 'stock') await db.update(product_sku).set({ stock: one.left }).where(eq(product_sku.id, 101))
    else if (one.do === 'price')
      await db.update(product_sku).set({ subscription_price: one.yen }).where(eq(product_sku.id, sku))
    else if (one.do === 'contents')
      await db
        .update(product_sku)
        .set({ parts: setOf(one.pieces) })
        .where(eq(product_sku.id, SET))
    else
      await change(member, one).catch((error: unknown) => {
        if (!(error instanceof ShopError)) throw error
        expect(error.status).toBeLessThan(500)
      })
    await look()
  }

  async function nextDay(): Promise<void> {
    const before = seen
    clock.move(1)
    const report = await runDailyDeliveries(ctx)
    await promisesKept(before)
    expect(report.broken).toBe(0)
    const again = await runDailyDeliveries(ctx)
    // A provider that was down may respond again.
    if (fate !== 'dead') expect(again).toMatchObject({ arranged: 0, failed: 0, noticed: 0 })
    expect(again.broken).toBe(0)
    const { promised_total } = await rowOf(db, id)
    for (const order of await ordersOf(db, id)) {
      if (order.status === 'arranged') expect(order.payment_total).toBe(seen.payment_total)
      if (order.status === 'arranged' && promised_total !== null)
        expect(order.payment_total).toBeLessThanOrEqual(promised_total)
      if (order.status === 'arranged' && order.delivery_date! <= clock.today() && fate !== 'dead')
        await received(before, order)
    }
    await look()
    await saysWhatCanBeDone()
  }

  /** What the member saw the evening before about the next delivery is what the run did. */
  async function promisesKept(before: typeof seen): Promise<void> {
    const isPromised = before.lock === null && before.summary_status === 1
    const order = (await ordersOf(db, id)).find(({ cycle }) => cycle === before.cycle)
    const tried = await db
      .select()
      .from(billing_attempt)
      .where(and(eq(billing_attempt.subscription_id, id), eq(billing_attempt.cycle, before.cycle)))
    if (isPromised && tried.length === 0) expect(clock.today() < before.charge_date).toBe(true)
    if (isPromised && tried.at(-1)?.tried_on === clock.today()) {
      expect(clock.today()).toBe(before.charge_date)
      if (order && order.status !== 'payment_error') expect(order.delivery_date).toBe(before.next_delivery_date)
    }
    // Nothing is announced after it happened, or on a day that differs from the announced one.
    const notices = await db.select().from(subscription_event).where(eq(subscription_event.event, 'noticed'))
    const told = notices.filter(({ created_at }) => timestampToJapanDate(created_at.getTime()) === clock.today())
    const all = await ordersOf(db, id)
    for (const { detail } of told)
      expect(all.filter(({ cycle }) => cycle === (detail as EventDetail).cycle)).toEqual([])
  }

  /** A parcel that arrives on its day leaves the following one on its day. */
  async function received(before: typeof seen, order: typeof orders.$inferSelect): Promise<void> {
    const now = await rowOf(db, id)
    await receive(ctx, id)
    const isOnTime = order.delivery_date === clock.today() && now.next_delivery_date === order.delivery_date
    if (isOnTime && now.next_next_delivery_date === before.next_next_delivery_date)
      expect((await rowOf(db, id)).next_delivery_date).toBe(before.next_next_delivery_date)
  }

  let days = 0
  /** Whatever the member's pages offer can be done, and nothing else: one handler every third day, undone again. */
  async function saysWhatCanBeDone(): Promise<void> {
    if (days++ % 3 !== 0) return
    const { version, can } = seen
    const { next_deliveries } = await getMypageTop(member, {})
    for (const one of next_deliveries)
      expect(one.is_changeable).toBe(one.change_deadline !== null && seen.lock === null)
    const handlers = {
      skip: (by: MemberContext) => skipDelivery(by, { id, version }),
      pause: (by: MemberContext) => pauseSubscription(by, { id, version }),
      cancel: (by: MemberContext) => cancelSubscription(by, { id, version, reason: 1, detail: 'もう十分' }),
      cancel_after: (by: MemberContext) => cancelAfterDelivery(by, { id, version, reason: 1, detail: 'もう十分' }),
      undo_cancel: (by: MemberContext) => continueAfterDelivery(by, { id, version }),
    }
    const name = (['skip', 'pause', 'cancel', 'cancel_after', 'undo_cancel'] as const)[((days - 1) / 3) % 5]!
    const undone = new Error('undone')
    const result = await db
      .transaction(async (tx) => {
        await handlers[name]({ ...member, db: tx as unknown as Db })
        throw undone
      })
      .catch((error: unknown) => error)
    if (result !== undone && !(result instanceof ShopError)) throw result
    expect([name, result === undone]).toEqual([name, can[name]])
  }

  async function change(by: MemberContext, one: Step): Promise<unknown> {
    const { version } = await rowOf(db, id)
    switch (one.do) {
      case 'update': {
        const extra = one.extra ? [{ product_sku_id: 103, quantity: 1, is_one_time: true }] : []
        const items = [{ product_sku_id: sku, quantity: one.quantity, is_one_time: false }, ...extra]
        const next_delivery_date = addDays(clock.today(), one.days)
        return updateSubscription(by, { id, version, items, next_delivery_date })
      }
      case 'pick': {
        const { items } = await listSubscriptionDates(by, { id })
        const next_delivery_date = items[one.nth % items.length]!
        const { next_next_items } = await listSubscriptionDates(by, { id, next_delivery_date })
        const next_next_delivery_date = one.second === null ? undefined : next_next_items[one.second]
        return updateSubscription(by, { id, version, next_delivery_date, next_next_delivery_date })
      }
      case 'move': {
        const { shipping_address } = seen
        const moved = { ...shipping_address, ...places[one.to] }
        return updateSubscription(by, { id, version, shipping_address: AddressForm.parse(moved) })
      }
      case 'pattern': {
        const { kind, n } = one
        const param1 = kind === 3 ? n * 30 : n
        const delivery_pattern = {
          subscription_division_id: kind,
          param1,
          param2: kind === 1 ? 31 : null,
          param3: null,
          ...(kind === 2 ? { param2: 5, param3: 4 } : {}),
        }
        return updateSubscription(by, { id, version, delivery_pattern })
      }
      case 'pay':
        return changePayment(by, {
          id,
          version,
          third_party_consent: false,
          payment_method_id: one.card === null ? null : 1,
          card_seq: one.card,
        })
      case 'skip':
        return skipDelivery(by, { id, version })
      case 'undo':
        return undoSkip(by, { id, version })
      case 'pause':
        return pauseSubscription(by, { id, version })
      case 'reopen':
        return reopenSubscription(by, {
          id,
          version,
          third_party_consent: false,
          is_update_subscription: false,
        })
      case 'cancel':
        return cancelSubscription(by, { id, version, reason: 1, detail: 'もう十分' })
      case 'end after':
        return cancelAfterDelivery(by, { id, version, reason: 1, detail: 'もう十分' })
      case 'go on':
        return continueAfterDelivery(by, { id, version })
      case 'cancel order': {
        const order = (await ordersOf(db, id)).find((each) => each.status === 'arranged')
        if (order) await cancelOrder(ctx, { order_no: order.order_no })
        if (order && fate !== 'dead') await repairPayments(ctx)
      }
    }
  }

  /** Checks what must hold at any moment. */
  async function look(): Promise<void> {
    const today = clock.today()
    seen = await getSubscription(member, { id })
    const row = await rowOf(db, id)
    // A contract that is to end waits for its parcel and for nothing else.
    if (seen.is_ending) expect([row.final_cycle, seen.lock === null]).toEqual([row.cycle, false])
    if (row.summary_status === 6) expect(row.final_cycle).toBeNull()
    const gap = daysBetween(row.next_delivery_date, row.next_next_delivery_date)
    expect(gap).toBeGreaterThanOrEqual(10)
    // A pattern of six months keeps its day.
    expect(gap).toBeLessThanOrEqual(203)
    // Only paused or finished subscriptions, or those waiting for the member, may have a date in the past.
    if (row.summary_status === 1 && !seen.arranged_order) expect(row.next_delivery_date >= today).toBe(true)
    const all = await ordersOf(db, id)
    expect(new Set(all.map((order) => order.cycle)).size).toBe(all.length)
    expect(all.every((order) => order.cycle! <= row.cycle)).toBe(true)
    for (const order of all.filter((each) => each.cycle! < row.cycle))
      expect(['delivered', 'cancelled']).toContain(order.status)
    await booksAgree(all)
    const [stock] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
    expect(stock!.stock).toBeGreaterThanOrEqual(0)
  }

  /** Checks that each payment at the provider belongs to one order and each order to one payment, to the yen. */
  async function booksAgree(all: (typeof orders.$inferSelect)[]): Promise<void> {
    const charged = [...ledger.trades].filter(([, trade]) => ['authorised', 'captured'].includes(trade.state))
    for (const [provider_order_id, trade] of charged) {
      expect(trade).toMatchObject({ executions: 1, is_present: false })
      const [paid] = await db.select().from(payment).where(eq(payment.provider_order_id, provider_order_id))
      expect(paid!.amount).toBe(trade.amount)
      const order = all.find((each) => each.id === paid!.order_id)!
      // Interrupted, or cancelled while the provider was down: a job still works on it.
      const isPending = ['intent', 'void_pending'].includes(paid!.state)
      if (!isPending) expect(['arranged', 'shipped', 'delivered']).toContain(order.status)
      if (!isPending) expect(order.payment_total).toBe(trade.amount)
    }
    const standing = all.filter(
      (order) => order.payment_method_id === 1 && ['arranged', 'delivered'].includes(order.status),
    )
    for (const order of standing)
      expect(
        charged.filter(([number]) => number.startsWith('S') && number.split('-')[1] === String(order.cycle)),
      ).toHaveLength(1)
    const sums = await db
      .select({ id: orders.id, total: orders.subtotal, sum: sql<number>`sum(${order_item.subtotal})`.mapWith(Number) })
      .from(orders)
      .innerJoin(order_item, and(eq(order_item.shop_id, orders.shop_id), eq(order_item.order_id, orders.id)))
      .where(and(gt(orders.cycle, 1)))
      .groupBy(orders.shop_id, orders.id)
    for (const { total, sum } of sums) expect(sum).toBe(total)
    // A set is delivered as it was promised.
    const parts = await db.select().from(order_item).where(eq(order_item.set_sku_id, SET))
    for (const { product_sku_id, quantity, set_quantity } of parts)
      expect([product_sku_id, quantity / set_quantity!]).toEqual(product_sku_id === OIL ? [OIL, 1] : [COMB, 2])
  }
  return { live }
}
