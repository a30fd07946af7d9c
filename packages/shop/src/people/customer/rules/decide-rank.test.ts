import { describe, expect, test } from 'vitest'
import { firstOfMonth, isPromotedRank, isRankDecisionDay, rankForSpending, rankPeriod } from './decide-rank.ts'

const ranks = [
  { id: 2, threshold_amount: 20_000 },
  { id: 1, threshold_amount: 0 },
  { id: 3, threshold_amount: 50_000 },
]

test.each([
  [0, 1],
  [19_999, 1],
  [20_000, 2],
  [49_999, 2],
  [50_000, 3],
  [2_000_000, 3],
])('%i yen → rank %i', (spent, rank) => {
  expect(rankForSpending(ranks, spent)).toBe(rank)
})

test('below the lowest threshold there is no rank; a shop without ranks gives none', () => {
  expect(rankForSpending([{ id: 9, threshold_amount: 1 }], 0)).toBeNull()
  expect(rankForSpending([], 1_000_000)).toBeNull()
})

test.each<[number | null, number | null, boolean]>([
  [1, 2, true],
  [3, 2, false],
  [null, 1, true],
  [1, null, false],
])('from %s to %s is a rise: %s', (from, to, rise) => {
  expect(isPromotedRank(ranks, from, to)).toBe(rise)
})

describe('the period', () => {
  test.each([
    ['2026-12-01', 12, '2025-12-01', '2026-11-30'],
    ['2026-01-01', 1, '2025-12-01', '2025-12-31'],
    ['2026-03-01', 1, '2026-02-01', '2026-02-28'],
    ['2028-03-04', 6, '2027-09-01', '2028-02-29'],
  ])('of %s with %i months: %s to %s', (month, months, from, to) => {
    expect(rankPeriod(month, months)).toEqual({ from, to })
  })
  test('next month, over the year', () => {
    expect(firstOfMonth('2026-12-31', 1)).toBe('2027-01-01')
  })
})

test.each([
  ['2026-12-01', true],
  ['2026-12-05', true],
  ['2026-12-06', false],
  ['2026-11-30', false],
])('%s is a day of decision: %s', (today, isOne) => {
  expect(isRankDecisionDay(today)).toBe(isOne)
})
