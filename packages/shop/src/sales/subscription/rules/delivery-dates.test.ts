import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { expect, test } from 'vitest'
import { earliestDeliveryDay } from '../../../catalogue/delivery/index.ts'
import { deliveryDatesFromStart, upcomingDays } from './delivery-dates.ts'

const monthly = {
  subscription_division_id: 3,
  param1: 20,
  param2: null,
  param3: null,
  next_delivery_date: '2026-12-01',
  next_next_delivery_date: '2026-12-21',
  is_arranged: false,
  is_one_time: false,
  is_left_out: false,
  left: null,
}
const days = (more: object) => upcomingDays({ ...monthly, ...more }, '2026-11-21', '2027-01-20')

test.each<[string, object, string[]]>([
  ['goes on by its pattern', {}, ['2026-12-01', '2026-12-21', '2027-01-10']],
  ['an arranged one is out of stock already', { is_arranged: true }, ['2026-12-21', '2027-01-10']],
  ['what comes once comes once', { is_one_time: true }, ['2026-12-01']],
  ['no more than are paid for', { left: 2 }, ['2026-12-01', '2026-12-21']],
  ['paid for up to the next one', { left: 1 }, ['2026-12-01']],
  ['an overdue one counts today', { next_delivery_date: '2026-11-01' }, ['2026-11-21', '2026-12-21', '2027-01-10']],
  ['beyond the days nothing', { next_delivery_date: '2027-02-01', next_next_delivery_date: '2027-03-01' }, []],
])('%s', (_, more, expected) => {
  expect(days(more)).toEqual(expected)
})

const terms = { extra_days: 0, is_remote_island: false, closings: [], arranged_before_days: 7 }
const ordered = { ...monthly, first: '2026-11-11' }
const begun = (today: string, is_awaited: boolean) => {
  const { next_delivery_date, next_next_delivery_date } = deliveryDatesFromStart(today, {
    ...{ row: ordered, first: ordered.first, is_awaited, terms },
  })
  return [next_delivery_date, next_next_delivery_date]
}

test('a 定期便 that begins in time keeps its days; paid late, its second delivery follows the first by the pattern', () => {
  const said = ['2026-12-01', '2026-12-21']
  const day = (days: number) => addDays('2026-11-01', days)
  for (let days = 0; days < 60; days++) {
    const from = earliestDeliveryDay(day(days), terms)
    const [next, after] = begun(day(days), true)
    if (from <= ordered.first) expect([next, after]).toEqual(said)
    else expect(next! >= addDays(from, 20)).toBe(true)
    expect(daysBetween(next!, after!)).toBeGreaterThanOrEqual(20)
    // Otherwise the first one left, or leaves, on the day that was said.
    if (day(days) < '2026-11-20') expect(begun(day(days), false)).toEqual(said)
  }
})
