import { expect, test } from 'vitest'
import { upcomingDays } from './delivery-dates.ts'

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
