import { expect, test } from 'vitest'
import { firstOfPreviousMonth, salesPerDay, salesPerHour } from './fill-gaps.ts'

const sum = (at: string, amount: number, subscription_amount = 0) => ({
  at,
  orders: 1,
  amount,
  subscription_amount,
})

test.each([
  ['2026-11-21', '2026-10-01'],
  ['2026-01-01', '2025-12-01'],
  ['2026-03-31', '2026-02-01'],
])('the month before %s begins on %s', (today, first) => {
  expect(firstOfPreviousMonth(today)).toBe(first)
})

test('every hour is present, beside the same hour of the other day', () => {
  const hours = salesPerHour([sum('2026-11-21 09', 3300)], [sum('2026-11-14 09', 1100), sum('2026-11-14 23', 500)])
  expect(hours).toHaveLength(24)
  expect(hours[9]).toEqual({ hour: 9, orders: 1, amount: 3300, amount_before: 1100 })
  expect(hours[23]).toEqual({ hour: 23, orders: 0, amount: 0, amount_before: 500 })
})

test('every day until today, beside the same day of the previous month', () => {
  const days = salesPerDay('2026-11-03', [
    sum('2026-11-02', 5000, 2000),
    sum('2026-10-02', 900),
    sum('2026-10-31', 70),
    sum('2026-11-01', 1),
  ])
  expect(days).toEqual([
    { date: '2026-11-01', orders: 1, amount: 1, subscription_amount: 0, amount_before: 0 },
    { date: '2026-11-02', orders: 1, amount: 5000, subscription_amount: 2000, amount_before: 900 },
    { date: '2026-11-03', orders: 0, amount: 0, subscription_amount: 0, amount_before: 0 },
  ])
})

test('a day that the previous month did not have has no counterpart', () => {
  const days = salesPerDay('2026-03-31', [sum('2026-02-28', 800), sum('2026-03-01', 100)])
  expect(days[27]).toMatchObject({ date: '2026-03-28', amount_before: 800 })
  expect(days.slice(28).map(({ amount_before }) => amount_before)).toEqual([null, null, null])
})
