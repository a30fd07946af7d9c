import { addDays, dateParts, daysBetween, utcMidnightMs } from '@kushi/values/calendar-date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDeliveryDate } from './next-delivery-date.ts'

const monthly = (param1: number, param2: number) => ({ subscription_division_id: 1, param1, param2, param3: null })
const weekly = (param1: number, param2: number, param3: number) => ({
  subscription_division_id: 2,
  param1,
  param2,
  param3,
})
const every = (param1: number) => ({ subscription_division_id: 3, param1, param2: null, param3: null })

describe('monthly date', () => {
  test.each([
    ['on the date: a month on', monthly(1, 5), '2026-12-05', '2027-01-05'],
    ['over the end of the year', monthly(2, 20), '2026-12-20', '2027-02-20'],
    ['a day that February lacks', monthly(1, 31), '2027-01-31', '2027-02-28'],
    ['in a leap year', monthly(1, 30), '2028-01-30', '2028-02-29'],
    ['and back to the day', monthly(1, 31), '2027-02-28', '2027-03-31'],
    ['the last of a short month', monthly(1, 31), '2027-03-31', '2027-04-30'],
    ['from the 29th in February of an ordinary year', monthly(1, 29), '2027-02-28', '2027-03-29'],
    ['chosen shortly before it: not the one at the door', monthly(1, 5), '2026-11-26', '2027-01-05'],
    ['chosen shortly after it', monthly(1, 25), '2026-11-26', '2026-12-25'],
    ['chosen at the start of the month for its end', monthly(1, 30), '2026-11-01', '2026-11-30'],
    ['half-way between two: counted from the later', monthly(1, 15), '2026-11-30', '2027-01-15'],
    ['every three months from anywhere', monthly(3, 10), '2026-11-26', '2027-03-10'],
    ['every five months', monthly(5, 1), '2026-11-01', '2027-04-01'],
  ])('%s', (_, pattern, after, next) => {
    expect(nextDeliveryDate(pattern, after)).toBe(next)
  })

  test('six months keep their day for years', () => {
    expect(nextDeliveryDate(monthly(6, 31), '2026-08-31')).toBe('2027-02-28')
    const days = ['2027-01-01']
    while (days.length < 5) days.push(nextDeliveryDate(monthly(6, 1), days.at(-1)!))
    expect(days).toEqual(['2027-01-01', '2027-07-01', '2028-01-01', '2028-07-01', '2029-01-01'])
  })
})

describe('week and day of week', () => {
  test.each([
    ['second Thursday', weekly(1, 2, 5), '2026-11-12', '2026-12-10'],
    ['of every other month, over the end of the year', weekly(2, 2, 5), '2026-12-10', '2027-02-11'],
    ['first Sunday', weekly(1, 1, 1), '2026-11-01', '2026-12-06'],
    ['a month that begins with the day', weekly(1, 1, 3), '2026-11-03', '2026-12-01'],
    ['fourth Saturday', weekly(1, 4, 7), '2026-11-28', '2026-12-26'],
    ['last Monday', weekly(1, 5, 2), '2026-11-30', '2026-12-28'],
    ['last Monday of February in a leap year', weekly(1, 5, 3), '2028-01-25', '2028-02-29'],
    ['from a chosen day just before it', weekly(1, 1, 3), '2026-11-26', '2027-01-05'],
    ['every six months', weekly(6, 2, 5), '2026-11-12', '2027-05-13'],
    ['counted from the nearest day of the pattern', weekly(1, 2, 6), '2026-11-28', '2027-01-08'],
  ])('%s', (_, pattern, after, next) => {
    expect(nextDeliveryDate(pattern, after)).toBe(next)
  })
})

describe('day interval', () => {
  test.each([
    [10, '2026-12-25', '2027-01-04'],
    [30, '2028-02-01', '2028-03-02'],
    [180, '2026-11-21', '2027-05-20'],
  ])('every %i days after %s: %s', (days, after, next) => {
    expect(nextDeliveryDate(every(days), after)).toBe(next)
  })
})

const within = (min: number, max: number) => fc.integer({ min, max })
const pattern = fc.oneof(
  fc.tuple(within(1, 6), within(1, 31)).map(([n, day]) => monthly(n, day)),
  fc.tuple(within(1, 6), within(1, 5), within(1, 7)).map(([n, week, day]) => weekly(n, week, day)),
  within(10, 180).map(every),
)
const date = within(0, 20_000).map((days) => addDays('2020-01-01', days))

describe('for any pattern and day', () => {
  test('10 to 180 days later, six months of a day chosen between two somewhat more', () => {
    fc.assert(
      fc.property(pattern, date, (given, after) => {
        const gap = daysBetween(after, nextDeliveryDate(given, after))
        expect(gap).toBeGreaterThanOrEqual(10)
        expect(gap).toBeLessThanOrEqual(given.subscription_division_id !== 3 && given.param1 === 6 ? 203 : 180)
      }),
      { numRuns: 2000 },
    )
  })

  test('on the day of the pattern', () => {
    fc.assert(
      fc.property(pattern, date, (given, after) => {
        const next = nextDeliveryDate(given, after)
        if (given.subscription_division_id === 2)
          expect(new Date(utcMidnightMs(next)).getUTCDay() + 1).toBe(given.param3)
        if (given.subscription_division_id !== 1) return
        const { day, month } = dateParts(next)
        const isLast = dateParts(addDays(next, 1)).month !== month
        expect(day === given.param2 || (isLast && day < given.param2!)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('a later delivery has no earlier successor, and n months are about n months', () => {
    fc.assert(
      fc.property(pattern, date, (given, after) => {
        const next = nextDeliveryDate(given, after)
        expect(nextDeliveryDate(given, addDays(after, 1)) >= next).toBe(true)
        if (given.subscription_division_id === 3) return
        expect(Math.abs(daysBetween(after, next) - given.param1 * 30.4)).toBeLessThan(25)
      }),
      { numRuns: 2000 },
    )
  })

  test('once on its day, a monthly pattern comes every n months for years', () => {
    fc.assert(
      fc.property(within(1, 6), within(1, 31), date, (n, day, after) => {
        let current = nextDeliveryDate(monthly(n, day), after)
        for (let i = 0; i < 30; i++) {
          const next = nextDeliveryDate(monthly(n, day), current)
          const months = (d: string) => dateParts(d).year * 12 + dateParts(d).month
          expect(months(next) - months(current)).toBe(n)
          current = next
        }
      }),
      { numRuns: 300 },
    )
  })
})
