import { expect, test } from 'vitest'
import { doPeriodsConflict } from './overlap.ts'

const day = (n: number) => new Date(Date.UTC(2026, 11, n))
const period = (from: number, to: number | null) => ({ starts_at: day(from), ends_at: to === null ? null : day(to) })

test.each([
  ['one after the other', period(1, 5), period(5, 8), false],
  ['one within the other', period(1, 9), period(3, 5), true],
  ['overlapping', period(1, 5), period(4, 8), true],
  ['a stay after a stay', period(1, null), period(5, null), false],
  ['a sale after a stay', period(1, null), period(5, 8), false],
  ['a stay that begins within a sale', period(1, 5), period(3, null), true],
  ['at the same moment', period(1, null), period(1, null), true],
])('%s', (_, one, other, expected) => {
  expect([doPeriodsConflict(one, other), doPeriodsConflict(other, one)]).toEqual([expected, expected])
})
