import { expect, test } from 'vitest'
import { bookingDay, firstDayOfNextMonth } from './month.ts'

test.each([
  ['2026-11-30', [], '2026-11-30'],
  ['2026-11-30', ['2026-11-01'], '2026-12-01'],
  ['2026-11-30', ['2026-11-01', '2026-12-01'], '2027-01-01'],
  ['2026-12-15', ['2026-11-01'], '2026-12-15'],
])('an event of %s with %s closed is booked on %s', (day, closed, booked) => {
  expect(bookingDay(day, new Set(closed))).toBe(booked)
})

test('December is followed by January', () => {
  expect(firstDayOfNextMonth('2026-12-01')).toBe('2027-01-01')
})
