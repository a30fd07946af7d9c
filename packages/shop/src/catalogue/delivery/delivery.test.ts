import { delivery, delivery_lead, delivery_prefecture_fee } from '@kushi/db/schema/delivery'
import { testDatabase } from '@kushi/db/testing'
import { daysBetween } from '@kushi/values/calendar-date'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import {
  getDeliveryMethod,
  listAllDeliveryMethods,
  listDeliveryDates,
  listDeliveryMethods,
  listDeliveryTimes,
  previewPatternDates,
} from './deliveries.ts'

const database = await testDatabase()
afterAll(database.close)
const ctx = testContext(database.db)

// A third method, hidden.
beforeAll(async () => {
  await database.db
    .insert(delivery)
    .overridingSystemValue()
    .values({ id: 9, shop_id: 2, delivery_name: '昔の便', flat_rate_delivery_fee: 500, visible: false, sort_no: 9 })
})

test('methods: all, visible, hidden, and none of another shop', async () => {
  const ids = async (visible?: boolean) => (await listAllDeliveryMethods(ctx, { visible })).items.map(({ id }) => id)
  expect(await ids()).toEqual([1, 2, 9])
  expect(await ids(true)).toEqual([1, 2])
  expect(await ids(false)).toEqual([9])
  expect(
    (await listAllDeliveryMethods(testContext(database.db, { shop_id: 3 }), {})).items.map(({ id }) => id),
  ).toEqual([3])
})

test('a list has the fee of each prefecture that differs, by fee; what is the same everywhere has none', async () => {
  const [parcel, letter] = (await listAllDeliveryMethods(ctx, { visible: true })).items
  const rows = await database.db
    .select()
    .from(delivery_prefecture_fee)
    .where(and(eq(delivery_prefecture_fee.shop_id, 2), eq(delivery_prefecture_fee.delivery_id, 1)))
  const said = parcel!.fees_by_prefecture.flatMap(({ fee, pref_ids }) => pref_ids.map((pref_id) => [pref_id, fee]))
  expect(said.length).toBeGreaterThan(0)
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(rows.map(({ pref_id, fee }) => [pref_id, fee])))
  expect(letter!.fees_by_prefecture).toEqual([])
  const leads = await database.db
    .select()
    .from(delivery_lead)
    .where(and(eq(delivery_lead.shop_id, 2), eq(delivery_lead.delivery_id, 1)))
  expect(parcel!.most_extra_days).toBe(Math.max(...leads.map(({ extra_days }) => extra_days)))
  expect(parcel!.most_extra_days).toBeGreaterThan(0)
  await database.db.insert(delivery_prefecture_fee).values({ shop_id: 2, delivery_id: 1, pref_id: 13, fee: 660 })
  expect((await listAllDeliveryMethods(ctx, { visible: true })).items[0]).toEqual(parcel)
  await database.db.delete(delivery_prefecture_fee).where(eq(delivery_prefecture_fee.pref_id, 13))
})

test('one method, hidden or not, but of this shop', async () => {
  expect(await getDeliveryMethod(ctx, { id: 1 })).toEqual({
    id: 1,
    delivery_name: '宅配便',
    flat_rate_delivery_fee: 660,
    cool_fee: 0,
    visible: true,
    mail_delivery_flag: false,
  })
  expect((await getDeliveryMethod(ctx, { id: 9 })).delivery_name).toBe('昔の便')
  await expect(getDeliveryMethod(ctx, { id: 3 })).rejects.toMatchObject({ status: 404 })
})

test('time zones; メール便 has none', async () => {
  const times = await listDeliveryTimes(ctx, { id: 1 })
  expect(times.items.map((time) => time.delivery_time)).toEqual(['午前中', '14–16時', '16–18時', '18–20時', '19–21時'])
  expect(await listDeliveryTimes(ctx, { id: 2 })).toEqual({ items: [] })
  await expect(listDeliveryTimes(ctx, { id: 3 })).rejects.toMatchObject({ status: 404 })
})

test('methods that reach a postcode', async () => {
  const { items } = await listDeliveryMethods(ctx, { postal_code: '9070004' })
  expect(items.map(({ id }) => id)).toEqual([1, 2])
  // Japan Post's first code is 001-0000.
  await expect(listDeliveryMethods(ctx, { postal_code: '0000000' })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['Kamakura', 1, '2480006', 14, '2026-11-26', 58, false],
  ['Hokkaido', 1, '0600001', 1, '2026-11-27', 58, false],
  ['Okinawa', 1, '9000001', 47, '2026-11-28', 58, false],
  ['Ishigaki', 1, '9070004', 47, '2026-12-01', 58, true],
  ['Sado', 1, '9521311', 15, '2026-11-29', 58, true],
  ['メール便', 2, '2480006', 14, '2026-11-26', 0, false],
])('dates to %s', async (_, id, postal_code, pref_id, earliest, days, is_remote_island) => {
  const dates = await listDeliveryDates(ctx, { id, postal_code, pref_id })
  expect(dates).toMatchObject({ earliest, is_remote_island })
  expect(dates.items).toHaveLength(days)
  if (days > 0) expect(dates.items[0]).toBe(earliest)
})

test('dates of a method that the shop does not have', async () => {
  const asked = { id: 3, postal_code: '2480006', pref_id: 14 }
  await expect(listDeliveryDates(ctx, asked)).rejects.toMatchObject({ status: 404 })
})

test('the first deliveries of a subscription: by month on the day of the first one, by days as many apart', async () => {
  const of = async (subscription_division_id: '1' | '3', param1: number) =>
    (await previewPatternDates(ctx, { subscription_division_id, param1 })).items
  const [first, second, third] = await of('1', 2)
  expect(second?.slice(8)).toBe(first?.slice(8))
  expect(third?.slice(8)).toBe(first?.slice(8))
  const [a, b, c] = (await of('3', 45)) as [string, string, string]
  expect([a, daysBetween(a, b), daysBetween(b, c)]).toEqual([first, 45, 45])
  await expect(of('3', 9)).rejects.toMatchObject({ status: 422 })
})
