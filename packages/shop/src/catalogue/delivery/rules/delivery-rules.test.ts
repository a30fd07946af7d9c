import { addDays } from '@kushi/values/calendar-date'
import { expect, test } from 'vitest'
import { deliveryZone, isRemoteIsland } from './remote-island.ts'
import zones from './remote-islands.json' with { type: 'json' }
import { earliestDeliveryDay, selectableDeliveryDates, weeklyClosings } from './selectable-dates.ts'

test.each([
  ['9521311', 'island', '佐渡'],
  ['9580061', 'island', '粟島'],
  ['9580001', 'mainland', '村上'],
  ['6840100', 'island', '隠岐 海士'],
  ['6840001', 'mainland', '境港'],
  ['0971201', 'island', '礼文'],
  ['0970401', 'island', '利尻'],
  ['0970001', 'mainland', '稚内'],
  ['1000101', 'island', '大島'],
  ['1000005', 'mainland', '丸の内'],
  ['1002101', 'island', '父島'],
  ['8170001', 'island', '対馬'],
  ['0783951', 'island', '天売'],
  ['9000001', 'okinawa', '那覇'],
  ['9010201', 'okinawa', '豊見城'],
  ['9013101', 'island', '久米島'],
  ['9011501', 'island', '久高島'],
  ['9011502', 'okinawa', '南城'],
  ['9050502', 'island', '伊江島'],
  ['9050401', 'okinawa', '今帰仁'],
  ['9060001', 'island', '宮古島'],
  ['9070004', 'island', '石垣島'],
  ['2480006', 'mainland', '鎌倉'],
])('%s is %s (%s)', (postalCode, zone) => {
  expect(deliveryZone(postalCode)).toBe(zone)
  expect(isRemoteIsland(postalCode)).toBe(zone === 'island')
})

test('no prefix is hidden by a shorter one of its own kind', () => {
  for (const prefix of zones.island) {
    expect(prefix).toMatch(/^\d{3,7}$/)
    expect(zones.island.filter((other) => prefix.startsWith(other))).toEqual([prefix])
  }
})

test.each([
  ['the shortest lead', { extra_days: 0, is_remote_island: false }, '2026-11-26'],
  ['Hokkaido', { extra_days: 1, is_remote_island: false }, '2026-11-27'],
  ['an island', { extra_days: 0, is_remote_island: true }, '2026-11-29'],
  ['an island of Okinawa', { extra_days: 2, is_remote_island: true }, '2026-12-01'],
])('%s', (_, lead, earliest) => {
  expect(earliestDeliveryDay('2026-11-21', { ...lead, closings: [] })).toBe(earliest)
})

test('58 days in a row, over the end of a year and a 29 February', () => {
  const dates = selectableDeliveryDates('2028-01-20')
  expect(dates).toHaveLength(58)
  expect(dates[0]).toBe('2028-01-20')
  expect(dates).toContain('2028-02-29')
  expect(dates.at(-1)).toBe('2028-03-17')
  expect(dates.every((date, index) => index === 0 || date === addDays(dates[index - 1]!, 1))).toBe(true)
})

test('定休日 do not count as days on which a parcel is made ready', () => {
  // Saturday, 2026-11-21; Sundays and Mondays are closed.
  const closings = weeklyClosings([0, 1], '2026-11-21')
  expect(closings.slice(0, 3).map(({ from }) => from)).toEqual(['2026-11-22', '2026-11-23', '2026-11-29'])
  const lead = { extra_days: 0, is_remote_island: false }
  expect(earliestDeliveryDay('2026-11-21', { ...lead, closings })).toBe('2026-11-28')
  expect(earliestDeliveryDay('2026-11-21', { ...lead, closings: weeklyClosings([], '2026-11-21') })).toBe('2026-11-26')
})
