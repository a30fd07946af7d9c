import { randomUUID } from 'node:crypto'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { order_credit, order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product, product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { subscription_event } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import type { LumpSumCancellation } from '@kushi/values/promise'
import { sum } from '@kushi/values/sum'
import { eq, inArray, like } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeMonth } from '../../accounting/ledger/admin/month.ts'
import { findLedgerDifferences } from '../../accounting/ledger/book.ts'
import { operatorActor, systemActor, withMemberActor } from '../../actor.ts'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import { loadPointBalance } from '../../catalogue/point/index.ts'
import { loadWithdrawalFacts } from '../../operation/membership/internal/load-withdrawal-facts.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { loadSubscriptionOrders } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { lockOrder } from '../order/index.ts'
import { recordManualRefund } from '../payment/index.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { cancellationChangeFrom, cancelSubscription } from './cancel-subscription.ts'
import { endSubscription } from './end-subscription.ts'
import { changeSubscriptionsForMembers } from './internal/change-subscription.ts'
import { migrateYearlyRefundsToCredits } from './migrate-yearly-refunds.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let ledger = fakeCardProvider()
let clock = testClock('2026-11-21')
let ctx = testContext(db, { clock, ports: ledger.ports() })
const anew = async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
  ledger = fakeCardProvider()
  clock = testClock('2026-11-21')
  ctx = testContext(db, { clock, ports: ledger.ports(), actor: operatorActor({ id: null, name: '担当' }) })
}
beforeEach(anew)
beforeAll(async () => {
  // A set and a single product, paid yearly too.
  const parts = [OIL, TEA].map((product_sku_id) => ({ product_sku_id, pieces: 1 }))
  await db
    .update(product_sku)
    .set({ stock: 10_000, visible: true })
    .where(inArray(product_sku.id, [OIL, TEA]))
  await db.update(product_sku).set({ parts, stock: 0, visible: true, sale_limit: 99 }).where(eq(product_sku.id, SET))
  for (const id of [OIL, SET]) {
    const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, id))
    const year = { lump_sum_payment_flag: true, lump_sum_payment_num: 12, sale_type: 2 } as const
    await db.update(product).set(year).where(eq(product.id, sku!.product_id))
  }
})

const [OIL, TEA, SET] = [101, 133, 128]
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const ruled = (lump_sum_rule: LumpSumCancellation, lump_sum_fee_rate = 0) =>
  db.update(product).set({ lump_sum_rule, lump_sum_fee_rate }).where(eq(product.lump_sum_payment_flag, true))

/** 127: 年払い, twelve deliveries; `beside`: another one, for as many. */
async function bought({ quantity = 1, beside = 0, points = 0 } = {}) {
  await db
    .update(shop)
    .set({ point_flag: points > 0, point_rate: 1, point_most_rate: 100 })
    .where(eq(shop.id, 2))
  const [customer_id] = await insertMembers(db, 1, { gmo_id: `m-${randomUUID()}` })
  if (points > 0) {
    const desk = await operatorContext(db, 'manager', { clock })
    await adjustPoints(desk, { id: customer_id!, points, reason: 'お詫び', balance: 0 })
  }
  const member = withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
  const items = []
  for (const [product_sku_id, pieces] of [[127, quantity] as const, ...(beside > 0 ? [[beside, 1] as const] : [])]) {
    const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, product_sku_id))
    items.push({ product_sku_id, quantity: pieces, revision: sku!.revision })
  }
  const wanted = testOrderDraft({
    is_subscription: true,
    items,
    delivery_pattern: monthly,
    payment_method_id: 1,
    points,
  })
  const { order_no } = await placeOrder(member, await confirmedOrderInput(member, wanted, { card: { card_seq: 0 } }))
  await db.update(shop).set({ point_flag: false }).where(eq(shop.id, 2))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { member, order: order!, order_no, id: order!.subscription_id! }
}
type Bought = Awaited<ReturnType<typeof bought>>

const arrived = async (order_no: string) => {
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
}
const differences = () => Array.fromAsync(findLedgerDifferences(ctx))
const paymentOf = async (order_id: number) =>
  (await db.select().from(payment).where(eq(payment.order_id, order_id)))[0]!
const owed = async (order_id: number) => unrefundedAmount(await paymentOf(order_id))
const linesOf = (order_id: number) =>
  db
    .select({ kind: order_credit.kind, amount: order_credit_item.amount, tax_rate: order_credit_item.tax_rate })
    .from(order_credit)
    .innerJoin(order_credit_item, eq(order_credit_item.order_credit_id, order_credit.id))
    .where(eq(order_credit.order_id, order_id))
/** Yen that the last mail says come back; 0: it says nothing of it. */
const saidInMail = async () =>
  Number(/代金 ¥([\d,]+) を/.exec((await loadQueuedMails(db)).at(-1)!.text)?.[1]?.replaceAll(',', '') ?? 0)
const cancel = ({ member, id }: Bought) => cancelSubscription(member, { id, reason: 1, detail: '余る' })

const lives = fc.record({
  rule: fc.constantFrom(['refunded', 0], ['fee', 20], ['fee', 7]) as fc.Arbitrary<[LumpSumCancellation, number]>,
  quantity: fc.integer({ min: 1, max: 2 }),
  beside: fc.constantFrom(0, OIL, SET),
  points: fc.constantFrom(0, 0, 1, 777),
  deliveries: fc.integer({ min: 1, max: 3 }),
  before: fc.constantFrom('nothing', 'a piece back', 'a reduction', 'a reduction that is owed'),
  amount: fc.integer({ min: 1, max: 23_000 }),
  by_shop: fc.boolean(),
  tax_rate: fc.constantFrom(8, 10),
})

test('what the end of a 年払い says is what it owes; refunded once, the rest is what was delivered', async () => {
  await fc.assert(
    fc.asyncProperty(
      lives,
      async ({ rule, quantity, beside, points, deliveries, before, amount, by_shop, tax_rate }) => {
        await anew()
        await ruled(...rule)
        await db.update(product_sku).set({ tax_rate }).where(eq(product_sku.id, 127))
        const one = await bought({ quantity, beside, points })
        const { id, order, order_no } = one
        await arrived(order_no)
        for (let came = 1; came < deliveries; ) {
          clock.move(5)
          await runDailyDeliveries(ctx)
          const next = (await loadSubscriptionOrders(db, id)).find(({ status }) => status === 'arranged')
          if (!next) continue
          await arrived(next.order_no)
          came += 1
        }
        const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
        if (before === 'a piece back')
          await refundOrder(ctx, {
            order_no,
            refund: { kind: 'goods', items: [{ order_item_id: item!.id, quantity: 1 }] },
          })
        if (before === 'a reduction') await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: amount } })
        if (before === 'a reduction that is owed') {
          await db.update(payment).set({ payment_method_id: null }).where(eq(payment.order_id, order.id))
          await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: amount } })
          await db.update(payment).set({ payment_method_id: 1 }).where(eq(payment.order_id, order.id))
        }
        const was = await owed(order.id)
        const gone = sum((await linesOf(order.id)).map((line) => line.amount))
        const yearly = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
        const paid = sum(yearly.map(({ subtotal, discount_amount }) => subtotal - discount_amount))
        const value = Math.floor((paid * (12 - deliveries)) / 12) - (before.startsWith('a reduction') ? amount : 0)
        const rest = Math.max(0, Math.min(order.payment_total - gone, value))
        const due = by_shop ? Math.min(amount, rest) : rest - Math.floor((rest * rule[1]) / 100)
        if (by_shop) await endSubscription(ctx, { id, reason: '店の都合', refund_amount: due })
        else await cancel(one)
        const said = await saidInMail()
        expect(said).toBe(due)
        expect(await owed(order.id)).toBe(was + said)
        const ended = (await linesOf(order.id)).filter(({ kind }) => kind === 'ended')
        expect(sum(ended.map((line) => line.amount))).toBe(said)
        expect(gone + said).toBeLessThanOrEqual(order.payment_total)
        const facts = () => loadWithdrawalFacts(ctx, { shop_id: 2, customer_id: order.customer_id })
        if (was + said > 0) expect((await facts()).problem).toContain('ご返金が済んでから')
        const before_back = (await paymentOf(order.id)).refunded_amount
        for (let n = 0; n < 2; n++) await refundOrder(ctx, { order_no, refund: { kind: 'owed' } })
        expect((await paymentOf(order.id)).refunded_amount - before_back).toBe(was + said)
        expect(await owed(order.id)).toBe(0)
        expect(await differences()).toEqual([])
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)

test('before the first parcel left it is owed once the money is taken, and nothing if the order is cancelled', async () => {
  await ruled('refunded')
  const sent = await bought()
  await cancel(sent)
  const said = await saidInMail()
  expect(await owed(sent.order.id)).toBe(0)
  await arrived(sent.order_no)
  expect(await owed(sent.order.id)).toBe(said)
  const calledOff = await bought()
  await cancel(calledOff)
  await cancelOrder(ctx, { order_no: calledOff.order_no })
  expect(await owed(calledOff.order.id)).toBe(0)
  expect(await differences()).toEqual([])
})

const arrangedOf = async (id: number): Promise<typeof orders.$inferSelect> => {
  clock.move(5)
  await runDailyDeliveries(ctx)
  const next = (await loadSubscriptionOrders(db, id)).find(({ status }) => status === 'arranged')
  return next ?? arrangedOf(id)
}

describe('a delivery that was arranged when the shop ended its 年払い', () => {
  test.each([
    ['all of the rest', (rest: number) => rest],
    ['half of it', (rest: number) => Math.floor(rest / 2)],
    ['nothing', () => 0],
  ])('called off: its share is owed too, where the end gave back %s', async (_, given) => {
    await ruled('refunded')
    const { id, order, order_no } = await bought()
    await arrived(order_no)
    const next = await arrangedOf(id)
    const refund_amount = given(Math.floor((order.payment_total * 10) / 12))
    await endSubscription(ctx, { id, reason: '店の都合', refund_amount })
    expect(await owed(order.id)).toBe(refund_amount)
    await cancelOrder(ctx, { order_no: next.order_no })
    const share = Math.floor((order.payment_total * 11) / 12) - Math.floor((order.payment_total * 10) / 12)
    expect(await owed(order.id)).toBe(refund_amount + share)
    await refundOrder(ctx, { order_no, refund: { kind: 'owed' } })
    expect(await owed(order.id)).toBe(0)
    expect(await differences()).toEqual([])
  })

  test('received: nothing more is owed', async () => {
    await ruled('refunded')
    const { id, order, order_no } = await bought()
    await arrived(order_no)
    const next = await arrangedOf(id)
    await endSubscription(ctx, { id, reason: '店の都合', refund_amount: 100 })
    await arrived(next.order_no)
    expect(await owed(order.id)).toBe(100)
  })

  test('paid with points too: their share comes back', async () => {
    await ruled('refunded')
    const { id, order, order_no } = await bought({ points: 1_200 })
    await arrived(order_no)
    const next = await arrangedOf(id)
    await endSubscription(ctx, { id, reason: '店の都合' })
    const balance = async () => (await loadPointBalance({ ...ctx, customer_id: order.customer_id! })).balance
    const before = await balance()
    await cancelOrder(ctx, { order_no: next.order_no })
    expect((await balance()) - before).toBe(100)
    expect(await differences()).toEqual([])
  })
})

test('まとめて変更 cancels several: tried, nothing is owed; done, each owes its own', async () => {
  await ruled('refunded')
  const all = [await bought(), await bought({ quantity: 2 })]
  for (const { order_no } of all) await arrived(order_no)
  const ids = all.map(({ id }) => id)
  const change = () => ({ change: cancellationChangeFrom({ detail: '余る' }), result: 'done' })
  const sums = () => Promise.all(all.map(({ order }) => owed(order.id)))
  await changeSubscriptionsForMembers(ctx, ids, { change, isTried: true })
  expect(await sums()).toEqual([0, 0])
  await changeSubscriptionsForMembers(ctx, ids, { change, isTried: false })
  expect(await sums()).toEqual(all.map(({ order }) => Math.floor((order.payment_total * 11) / 12)))
})

test('a 赤伝 of a closed month’s sale is of the open one', async () => {
  await ruled('refunded')
  const one = await bought()
  await arrived(one.order_no)
  clock.move(20)
  const desk = await operatorContext(db, 'manager', { clock })
  await closeMonth(desk, { month: '2026-11-01' })
  await cancel(one)
  const rows = await db.select().from(ledger_entry).where(like(ledger_entry.cause, 'credit %'))
  expect(rows.map(({ day, kind }) => [day, kind])).toEqual([['2026-12-11', 'prepaid']])
  expect(sum(rows.map(({ amount }) => amount))).toBe(-(await owed(one.order.id)))
  expect(await differences()).toEqual([])
})

describe('an ending of a server of 0.4.0, which stored what it owes in its event', () => {
  const system = () => ({ ...ctx, actor: systemActor('subscription') })
  /** As such a server leaves it. */
  async function endedBefore(given: number, total: number, detail: object = {}) {
    await ruled('delivered')
    const one = await bought()
    const { order_no } = one
    await arrived(order_no)
    await db.insert(subscription_event).values({
      shop_id: 2,
      subscription_id: one.id,
      event: 'cancelled',
      detail: { refund: { order_no, given, total }, ...detail },
      ...ctx.actor,
      created_at: clock.now(),
    })
    return one
  }
  const kinds = async (order_id: number) => (await linesOf(order_id)).map(({ kind, amount }) => [kind, amount])

  test('is owed at its order, once', async () => {
    const { order } = await endedBefore(0, 22_627)
    for (let n = 0; n < 2; n++) await migrateYearlyRefundsToCredits(system())
    expect(await kinds(order.id)).toEqual([['ended', 22_627]])
    expect(await owed(order.id)).toBe(22_627)
    expect(await differences()).toEqual([])
    await refundOrder(ctx, { order_no: order.order_no, refund: { kind: 'owed' } })
    await migrateYearlyRefundsToCredits(system())
    expect(await owed(order.id)).toBe(0)
    expect(await kinds(order.id)).toHaveLength(1)
  })

  test('less what was given back since, by the provider or by hand', async () => {
    const { order, order_no } = await endedBefore(0, 5_000, { ended_for: '転居' })
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 1_000 } })
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 1_500 }, by_hand: true })
    await migrateYearlyRefundsToCredits(system())
    expect((await kinds(order.id)).at(-1)).toEqual(['ended', 3_500])
    expect(await owed(order.id)).toBe(3_500)
  })

  test.each([
    ['refunded by that server', { kind: 'ended' as const, total: 5_000 }],
    ['refunded as a reduction', { kind: undefined, total: 5_000 }],
  ])('%s: nothing more', async (_, { kind: credit_kind, total }) => {
    const { order, order_no } = await endedBefore(0, 5_000)
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total }, ...(credit_kind && { credit_kind }) })
    await migrateYearlyRefundsToCredits(system())
    expect(await owed(order.id)).toBe(0)
    expect(await kinds(order.id)).toHaveLength(1)
  })

  test('settled by hand there, or of an order that came back: nothing more', async () => {
    const settled = await endedBefore(0, 5_000)
    const event = { shop_id: 2, subscription_id: settled.id, event: 'refund_settled', ...ctx.actor }
    await db.insert(subscription_event).values({ ...event, detail: { detail: '振込' }, created_at: clock.now() })
    const back = await endedBefore(0, 5_000)
    await refundOrder(ctx, { order_no: back.order_no, refund: { kind: 'return' } })
    await migrateYearlyRefundsToCredits(system())
    expect([await owed(settled.order.id), await owed(back.order.id)]).toEqual([0, 0])
    expect((await linesOf(back.order.id)).some(({ kind }) => kind === 'ended')).toBe(false)
  })

  test('that server, beside this one, does not find it in the event any more, and so gives nothing back twice', async () => {
    const { order, id } = await endedBefore(0, 5_000, { ended_for: '転居' })
    await db.update(payment).set({ claimed_until: new Date('2999-01-01') })
    await migrateYearlyRefundsToCredits(system())
    expect(await owed(order.id)).toBe(0)
    await db.update(payment).set({ claimed_until: null })
    await migrateYearlyRefundsToCredits(system())
    expect(await owed(order.id)).toBe(5_000)
    const [event] = await db.select().from(subscription_event).where(eq(subscription_event.event, 'cancelled'))
    expect(event).toMatchObject({ subscription_id: id, detail: { ended_for: '転居' } })
    expect(event!.detail).not.toHaveProperty('refund')
    await db.transaction(async (tx) => {
      const { paid } = await lockOrder(tx, order)
      await recordManualRefund(tx, ctx, paid!, { amount: 5_000, note: '振込' })
    })
    await migrateYearlyRefundsToCredits(system())
    expect(await owed(order.id)).toBe(0)
  })
})
