import { testDatabase } from '@kushi/db/testing'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testClock, testContext } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { subscribed } from '../../../testing/subscription.ts'
import { showCalendar } from './calendar.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

test('60 days with pieces and subscriptions, and the missing stock', async () => {
  const given = { clock: testClock('2026-11-21') }
  const ctx = await operatorContext(db, 'viewer', given)
  const base = testContext(db, given)
  const before = await showCalendar(ctx, {} as never)
  expect(before.days).toHaveLength(60)
  expect(before.products).toEqual([])
  await subscribed(db, base, {}, [
    { product_sku_id: 101, quantity: 3 },
    { product_sku_id: 103, only_cycle: 2 },
  ])
  await subscribed(db, base, { summary_status: 2, next_delivery_date: '2026-11-20' })
  await subscribed(db, base, { summary_status: 5 })
  await subscribed(db, base, { summary_status: 6 })
  await subscribed(db, base, { summary_status: 6, final_cycle: 2 })
  await db.execute(sql`update product_sku set stock = 5 where id = 101`)
  const { days, products } = await showCalendar(ctx, {} as never)
  const of = (day: string) => days.find((one) => one.day === day)!
  expect(of('2026-11-21')).toMatchObject({ subscriptions: 1, pieces: 1 })
  expect(of('2026-12-10')).toMatchObject({ subscriptions: 2, pieces: 5 })
  // 今回のみ items are gone by then, and the prepaid deliveries have all come.
  expect(of('2027-01-09')).toMatchObject({ subscriptions: 2, pieces: 4 })
  const oil = products.find((one) => one.product_sku_id === 101)!
  expect(oil).toMatchObject({ in_7_days: 1, in_30_days: 5, in_60_days: 9, missing: 4, short_on: '2027-01-09' })
  expect(products).toHaveLength(2)
  expect((await showCalendar({ ...ctx, shop_id: 3 }, {} as never)).products).toEqual([])
})
