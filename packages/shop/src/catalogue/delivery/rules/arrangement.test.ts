import { addDays } from '@kushi/values/calendar-date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usualArrangementTerms } from '../../../testing/terms.ts'
import {
  arrangementDate,
  changeDeadline,
  earliestChangeableDelivery,
  earliestFollowingDelivery,
  followingDeliveryDay,
} from './arrangement.ts'
import { earliestDeliveryDay } from './selectable-dates.ts'

test('a delivery can be changed until the end of the tenth day before it, and is arranged on the next day', () => {
  expect(arrangementDate('2027-01-05', usualArrangementTerms)).toBe('2026-12-27')
  expect(changeDeadline('2027-01-05', usualArrangementTerms)).toBe('2026-12-26')
  expect(changeDeadline('2028-03-10', usualArrangementTerms)).toBe('2028-02-29')
  expect(changeDeadline('2027-01-05', { ...usualArrangementTerms, arranged_before_days: 14 })).toBe('2026-12-22')
})

const newYear = [{ from: '2026-12-29', to: '2027-01-03' }]

test.each([
  ['an island with a lead of ten days', '2026-12-20', { extra_days: 2, is_remote_island: true }, '2026-12-10'],
  ['the first open day after a closing', '2027-01-04', { closings: newYear }, '2026-12-24'],
  ['a day within the closing', '2027-01-03', { closings: newYear }, '2026-12-23'],
  ['far away after a closing', '2027-01-05', { extra_days: 2, closings: newYear }, '2026-12-23'],
])('arranged earlier: %s', (_, delivery, more, expected) => {
  expect(arrangementDate(delivery, { ...usualArrangementTerms, ...more })).toBe(expected)
})

const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2026-01-01', days))
const terms = fc.record({
  arranged_before_days: fc.integer({ min: 5, max: 14 }),
  extra_days: fc.nat(5),
  is_remote_island: fc.boolean(),
  closings: fc.array(
    fc.tuple(day, fc.nat(20)).map(([from, days]) => ({ from, to: addDays(from, days) })),
    { maxLength: 6 },
  ),
})
const pattern = fc.integer({ min: 10, max: 180 }).map((param1) => ({
  subscription_division_id: 3,
  param1,
  param2: null,
  param3: null,
}))

test('whatever the address and the closings need: arranged on its day, a delivery arrives on its day', () => {
  fc.assert(
    fc.property(day, terms, (delivery, terms) => {
      const arranged = arrangementDate(delivery, terms)
      expect(earliestDeliveryDay(arranged, terms) <= delivery).toBe(true)
      expect(arranged <= addDays(delivery, 1 - terms.arranged_before_days)).toBe(true)
      // Not earlier than it must be.
      if (arranged < addDays(delivery, 1 - terms.arranged_before_days))
        expect(earliestDeliveryDay(addDays(arranged, 1), terms) > delivery).toBe(true)
    }),
  )
})

test('the first changeable day is exactly the first whose deadline has not passed', () => {
  fc.assert(
    fc.property(day, terms, (today, terms) => {
      const first = earliestChangeableDelivery(today, terms)
      expect(changeDeadline(first, terms) >= today).toBe(true)
      expect(changeDeadline(addDays(first, -1), terms) < today).toBe(true)
    }),
  )
})

test('a delivery after another can still be changed on the day when that one arrives', () => {
  fc.assert(
    fc.property(day, terms, pattern, (delivery, terms, pattern) => {
      expect(changeDeadline(earliestFollowingDelivery(delivery, terms), terms) >= delivery).toBe(true)
      expect(followingDeliveryDay(delivery, pattern, terms) >= addDays(delivery, pattern.param1)).toBe(true)
    }),
  )
})
