import { expect, test } from 'vitest'
import { paybackDay } from './payback.ts'

const began = { day: 0, profit: 0, members: 20 }

test.each([
  ['the first delivery brings it', [began, { day: 1, profit: 60_000, members: 0 }], 3_000, 1],
  [
    'the second one',
    [began, { day: 1, profit: 40_000, members: 0 }, { day: 31, profit: 20_000, members: 0 }],
    3_000,
    31,
  ],
  [
    'of those who are old enough',
    [
      began,
      { day: 1, profit: 40_000, members: 0 },
      { day: 20, profit: -20_000, members: -10 },
      { day: 31, profit: 10_000, members: 0 },
    ],
    3_000,
    31,
  ],
  ['not yet', [began, { day: 1, profit: 59_999, members: 0 }], 3_000, null],
  ['not within the year', [began, { day: 366, profit: 90_000, members: 0 }], 3_000, null],
  [
    'too few members',
    [
      { ...began, members: 9 },
      { day: 1, profit: 90_000, members: 0 },
    ],
    3_000,
    null,
  ],
  ['nobody', [], 3_000, null],
])('%s', (_, changes, cost, day) => {
  expect(paybackDay(changes, cost)).toBe(day)
})
