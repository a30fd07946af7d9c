import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { testContext } from '@kushi/shop/testing/context'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { encodeAnswer, makeAnswerCache } from '../http/answer.ts'
import { peekCachedAnswer } from '../http/pages/cacheable.ts'
import { NotifiedCache } from './notified-cache.ts'
import { ScheduledChanges } from './scheduled-changes.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let now = new Date('2026-12-31T23:59:59+09:00')
const clock = { now: () => now, today: () => '2026-12-31' }
const base = testContext(db, { clock })
const amount = async () => (await db.select().from(shop).where(eq(shop.id, 2)))[0]!.delivery_free_amount
const MIDNIGHT = new Date('2027-01-01T00:00:00+09:00')
const change = (delivery_free_amount: number, starts_at: Date) => ({
  ...({ shop_id: 2, kind: 'free_amount', subject_id: '', subject_name: '送料無料の金額', state: 'planned' } as const),
  before: { delivery_free_amount: 6600 },
  after: { delivery_free_amount },
  starts_at,
  operator_name: '椿 花',
  created_at: now,
  updated_at: now,
})

test('no request is answered between the time and the change; cached answers end at once', async () => {
  await db.insert(scheduled_change).values(change(7700, MIDNIGHT))
  const cache = new NotifiedCache({ entries: 10 })
  const answers = makeAnswerCache()
  const planned = new ScheduledChanges(base, () => {
    cache.clear()
    answers.clear()
  })
  const page = () => peekCachedAnswer('page', { answers, scheduledChanges: planned })
  await planned.catchUp()
  expect(await cache.get('amount', amount)).toBe(6600)
  answers.put('page', answers.generation, await encodeAnswer({}, 'kept'))
  expect([planned.isDue, page() !== undefined, await amount()]).toEqual([false, true, 6600])
  now = MIDNIGHT
  expect([planned.isDue, page()]).toEqual([true, undefined])
  // A hundred concurrent requests share one check.
  const asked = Array.from({ length: 100 }, () => planned.catchUp().then(() => cache.get('amount', amount)))
  expect(new Set(await Promise.all(asked))).toEqual(new Set([7700]))
  // Before the database has sent its notification.
  expect([planned.isDue, page(), await amount()]).toEqual([false, undefined, 7700])
})

test('a change planned by another process is noticed; without plans the database is not queried again', async () => {
  const planned = new ScheduledChanges(base)
  await planned.catchUp()
  await db.insert(scheduled_change).values(change(8800, now))
  await planned.catchUp()
  expect(await amount()).toBe(7700)
  planned.forget()
  await planned.catchUp()
  expect(await amount()).toBe(8800)
})
