import { security_event } from '@kushi/db/schema/customer'
import { forecast_day } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { deleteExpiredRows } from './delete-expired-rows.ts'

const { db, close } = await testDatabase()
afterAll(close)
const clock = testClock()
const ctx = testContext(db, { clock })

test('every term can be obeyed, by the clock and not by that of the database', async () => {
  const [customer_id] = await insertMembers(db, 1)
  const event = { shop_id: 2, customer_id: customer_id!, event: 'login' as const, device: '', network: '' }
  await db
    .insert(security_event)
    .values({ ...event, actor_kind: 'member', actor_id: customer_id!, actor_name: '', created_at: clock.now() })
  const forecast = { shop_id: 2, product_sku_id: 101, expected: 1 }
  await db.insert(forecast_day).values(['2026-11-21', '2026-11-22'].map((day) => ({ ...forecast, day })))
  clock.move(56)
  await expect(deleteExpiredRows(ctx)).resolves.toMatchObject({ broken: 0 })
  expect(await db.$count(forecast_day)).toBe(2)
  clock.move(1)
  await expect(deleteExpiredRows(ctx)).resolves.toMatchObject({ broken: 0, forgotten: { forecast_day: 1 } })
  expect(await db.$count(security_event)).toBe(1)
  clock.move(400 - 57)
  await expect(deleteExpiredRows(ctx)).resolves.toMatchObject({ broken: 0, forgotten: { security_event: 1 } })
})
