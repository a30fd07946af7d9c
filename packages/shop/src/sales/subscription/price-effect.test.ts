import { delivery } from '@kushi/db/schema/delivery'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { formatYen } from '@kushi/values/yen'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { loadQueuedMails } from '../../testing/outbox.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
} from '../../testing/subscription.ts'
import { answerPriceOffer } from './answer-price-offer.ts'
import { getSubscription } from './get-subscription.ts'
import { offerPriceChanges } from './offer-price.ts'
import { earliestPriceDay } from './rules/price-offer.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(() => emptyTables(db.$client, 'subscription, orders, outbox', { restart: true }))

const [today] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
const catalogue = today!.subscription_price!

const settings = fc.record({
  fee: fc.integer({ min: 0, max: 1_500 }),
  free: fc.option(fc.integer({ min: 1, max: 9_000 })),
  quantity: fc.integer({ min: 1, max: 3 }),
  old: fc.integer({ min: 500, max: catalogue - 1 }),
  raise: fc.double({ min: 0, max: 1, noNaN: true }),
  wait: fc.integer({ min: 0, max: 70 }),
  adjustment_amount: fc.integer({ min: -200, max: 200 }),
  isCash: fc.boolean(),
})

test.each(fc.sample(settings, { numRuns: 8, seed: 30 }))(
  'the total of a new price in mail and page is what is charged: %j',
  async ({ fee, free, quantity, old, raise, wait, adjustment_amount, isCash }) => {
    const { clock, ctx } = contextOnDayWithCards(db, '2026-11-26')
    await db.update(delivery).set({ flat_rate_delivery_fee: fee }).where(eq(delivery.id, 1))
    await db.update(shop).set({ delivery_free_amount: free }).where(eq(shop.id, 2))
    const { id, member } = await insertSubscribedMember(
      db,
      ctx,
      { adjustment_amount, ...(isCash && { payment_method_id: null, card_seq: null }) },
      [{ product_sku_id: 101, quantity, following_price: old }],
    )
    const price = old + 1 + Math.floor(raise * (catalogue - old - 1))
    const from = addDays(earliestPriceDay(clock.today()), wait)
    const wanted = { job_id: 1, product_sku_id: 101, price, from, without_answer: 'keep' as const, isTried: false }
    await db.transaction((tx) => offerPriceChanges(tx, ctx, [id], wanted))

    const { price_offers } = await getSubscription(member, { id })
    const { effect, id: offer_id } = price_offers[0]!
    const [mail] = await loadQueuedMails(db)
    expect(mail!.text).toContain(`${formatYen(effect!.total_before)} → ${formatYen(effect!.total_after)}(税込)`)
    expect(mail!.text).toContain(
      `${formatDateWithWeekday(effect!.delivery_date)}(変更・お休み・解約の締切: ${formatDateWithWeekday(effect!.change_deadline)})`,
    )
    await answerPriceOffer(member, { id, offer_id, is_agreed: true })

    const before = await getSubscription(member, { id })
    const charged = new Map<string, number>()
    for (let day = 0; day < 150 && !charged.has(effect!.delivery_date); day++) {
      clock.move(1)
      await runDailyDeliveries(ctx)
      for (const one of await loadSubscriptionOrders(db, id))
        if (one.status === 'arranged') {
          charged.set(one.delivery_date!, one.payment_total)
          // Until the deadline, and no longer, it could have been ended.
          if (one.delivery_date === effect!.delivery_date)
            expect(clock.today()).toBe(addDays(effect!.change_deadline, 1))
          await deliverCurrentCycle(ctx, id)
        }
    }
    expect(charged.get(effect!.delivery_date)).toBe(effect!.total_after)
    const earlier = [...charged].filter(([date]) => date < from)
    for (const [, total] of earlier) expect(total).toBe(effect!.total_before)
    if (earlier.length > 0) expect(before.payment_total).toBe(effect!.total_before)
  },
)

test('of an item that is left out of the next delivery: the first one that has it again', async () => {
  const { clock, ctx } = contextOnDayWithCards(db, '2026-11-26')
  const dates = { next_delivery_date: '2027-02-05', next_next_delivery_date: '2027-03-05' }
  const { id, member } = await insertSubscribedMember(db, ctx, { cycle: 2, ...dates }, [
    { product_sku_id: 101, following_price: catalogue - 500, except_cycle: 2 },
    { product_sku_id: 118 },
  ])
  const from = '2027-02-01'
  const asked = { job_id: 1, without_answer: 'keep' as const, isTried: false }
  const wanted = { ...asked, product_sku_id: 101, price: catalogue, from }
  await db.transaction((tx) => offerPriceChanges(tx, ctx, [id], wanted))
  const { price_offers, next_next_delivery_date } = await getSubscription(member, { id })
  const { effect, id: offer_id } = price_offers[0]!
  expect(effect).toMatchObject({ delivery_date: next_next_delivery_date, total_after: effect!.total_before + 500 })
  await answerPriceOffer(member, { id, offer_id, is_agreed: true })
  const charged = new Map<string, number>()
  for (let day = 0; day < 150 && !charged.has(effect!.delivery_date); day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
    for (const one of await loadSubscriptionOrders(db, id))
      if (one.status === 'arranged') {
        charged.set(one.delivery_date!, one.payment_total)
        await deliverCurrentCycle(ctx, id)
      }
  }
  expect(charged.get(effect!.delivery_date)).toBe(effect!.total_after)
})
