import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { subscription_fact } from '@kushi/db/schema/report'
import { forecast_day } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testClock, testContext } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { insertOrderRow } from '../../../testing/rows.ts'
import { contextOnDayWithCards, deliverCurrentCycle, insertSubscribedMember } from '../../../testing/subscription.ts'
import { runDailyDeliveries } from '../run-day.ts'
import { recordDeliveryForecast, showSubscriptionCalendar } from './calendar.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

test('60 days with pieces and subscriptions, and the missing stock', async () => {
  const given = { clock: testClock('2026-11-21') }
  const ctx = await operatorContext(db, 'viewer', given)
  const base = testContext(db, given)
  const before = await showSubscriptionCalendar(ctx, {} as never)
  expect(before.days).toHaveLength(60)
  expect(before.products).toEqual([])
  await insertSubscribedMember(db, base, {}, [
    { product_sku_id: 101, quantity: 3 },
    { product_sku_id: 103, only_cycle: 2 },
  ])
  await insertSubscribedMember(db, base, { summary_status: 2, next_delivery_date: '2026-11-20' })
  await insertSubscribedMember(db, base, { summary_status: 5 })
  await insertSubscribedMember(db, base, { summary_status: 6 })
  await insertSubscribedMember(db, base, { summary_status: 6, final_cycle: 2 })
  await db.execute(sql`update product_sku set stock = 5 where id = 101`)
  const { days, products } = await showSubscriptionCalendar(ctx, {} as never)
  const of = (day: string) => days.find((one) => one.day === day)!
  expect(of('2026-11-21')).toMatchObject({ subscriptions: 1, pieces: 1 })
  expect(of('2026-12-10')).toMatchObject({ subscriptions: 2, pieces: 5 })
  // 今回のみ items are gone by then, and the prepaid deliveries have all come.
  expect(of('2027-01-09')).toMatchObject({ subscriptions: 2, pieces: 4 })
  const oil = products.find((one) => one.product_sku_id === 101)!
  expect(oil).toMatchObject({ in_7_days: 1, in_30_days: 5, in_60_days: 9, missing: 4, short_on: '2027-01-09' })
  expect(products).toHaveLength(2)
  expect((await showSubscriptionCalendar({ ...ctx, shop_id: 3 }, {} as never)).products).toEqual([])
})

test('見込み: each delivery with 継続率 by its number; its error after four weeks', async () => {
  await emptyTables(db.$client, 'order_fact, subscription_fact, forecast_day, subscription, orders, outbox')
  const { ctx: base, clock } = contextOnDayWithCards(db, '2026-11-21')
  const ctx = await operatorContext(db, 'viewer', { clock })
  await db.execute(sql`update product_sku set stock = 100 where id = 101`)
  // Of 40 contracts that kept their first delivery 10 ended before the second; the 30 others kept it, and the third.
  for (const [last, count, end] of [
    [1, 10, 'cancelled'],
    [3, 30, null],
  ] as const)
    for (let n = 0; n < count; n++) {
      const { id } = await insertSubscribedMember(db, base, {
        summary_status: 6,
        ...(end && { ended_on: '2026-10-01', end_event: end }),
      })
      await db.insert(subscription_fact).values({
        shop_id: 2,
        subscription_id: id,
        first_kept_on: '2026-08-01',
        first_kept_cycle: 1,
        last_kept_on: '2026-09-01',
        last_kept_cycle: last,
        first_product_id: 1,
      })
    }
  for (let n = 0; n < 8; n++) await insertSubscribedMember(db, base, { cycle: 2, next_delivery_date: '2026-12-05' })
  const oil = async () => (await showSubscriptionCalendar(ctx, {} as never)).products[0]!
  const seen = await oil()
  expect(seen).toMatchObject({ in_30_days: 8, expected_in_30_days: 6, arranged: 0, compared: null })
  expect((await showSubscriptionCalendar(ctx, {} as never)).days[14]).toMatchObject({
    day: '2026-12-05',
    pieces: 8,
    expected: 6,
  })
  await recordDeliveryForecast(ctx)
  await recordDeliveryForecast(ctx)
  clock.move(7)
  await runDailyDeliveries(base)
  expect(await oil()).toMatchObject({ arranged: 8 })
  for (const { id } of await db.select({ id: orders.subscription_id }).from(orders))
    await deliverCurrentCycle(base, id!)
  clock.move(20)
  expect(await oil()).toMatchObject({ arranged: 0, compared: { days: 1, expected: 6, delivered: 8 } })
  // One week with a forecast says nothing about its error.
  expect((await oil()).forecast_in_60_days).toMatchObject({ low: null, high: null })
})

test('見込み with single orders and new contracts; months; low and high by the weeks', async () => {
  await emptyTables(db.$client, 'order_fact, subscription_fact, forecast_day, subscription, orders, outbox')
  const { ctx: base, clock } = contextOnDayWithCards(db, '2026-12-18')
  const ctx = await operatorContext(db, 'viewer', { clock })
  const { id: subscription_id, member } = await insertSubscribedMember(db, base, { summary_status: 6 })
  const [buyer] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  expect((await showSubscriptionCalendar(ctx, {} as never)).products).toEqual([])
  const ordered = (day: string, quantity: number, more: Partial<typeof orders.$inferInsert> = {}) =>
    insertOrderRow(db, buyer!, [{ product_sku_id: 101, quantity }], {
      created_at: new Date(`${day}T23:00:00+09:00`),
      ...more,
    })
  // The four weeks before today: 7, 14, 0 and 7 pieces, of which 7 are the first delivery of a contract.
  await ordered('2026-12-17', 7)
  await ordered('2026-12-10', 14)
  await ordered('2026-11-20', 7, { subscription_id, cycle: 1 })
  for (const day of ['2026-11-19', '2026-12-18']) await ordered(day, 50)
  await ordered('2026-12-16', 50, { status: 'cancelled' })
  await ordered('2026-12-16', 50, { subscription_id, cycle: 3 })
  const [alone] = (await showSubscriptionCalendar(ctx, {} as never)).products
  expect(alone).toMatchObject({
    product_sku_id: 101,
    in_60_days: 0,
    forecast_in_30_days: { total: 30, low: 0, high: 60 },
    missing: 0,
  })
  expect(alone!.months.map(({ month, total, low, high }) => [month, total, low, high])).toEqual([
    ['2026-12-01', 14, 0, 28],
    ['2027-01-01', 31, 0, 62],
    ['2027-02-01', 28, 0, 56],
    ['2027-03-01', 31, 0, 62],
    ['2027-04-01', 30, 0, 60],
  ])
  // Of one week 8 of 10 expected pieces were delivered, of another 10 of 8.
  for (const [day, expected, delivered] of [
    ['2026-12-15', 10, 8],
    ['2026-12-08', 8, 10],
  ] as const) {
    await db.insert(forecast_day).values({ shop_id: 2, day, product_sku_id: 101, expected })
    await ordered(day, delivered, { subscription_id, cycle: Number(day.slice(8)), delivery_date: day })
  }
  for (let n = 0; n < 10; n++)
    await insertSubscribedMember(db, base, {
      cycle: 2,
      next_delivery_date: '2027-01-10',
      next_next_delivery_date: '2027-02-10',
    })
  const [seen] = (await showSubscriptionCalendar(ctx, {} as never)).products
  expect(seen).toMatchObject({
    in_30_days: 10,
    expected_in_30_days: 10,
    forecast_in_30_days: { total: 40, low: 8, high: 73 },
    compared: { days: 2, expected: 18, delivered: 18 },
  })
})
