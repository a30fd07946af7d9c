import { expect, test } from 'vitest'
import { intervalLabel, intervalOf, intervals, intervalValue, patternOf, recommendedInterval } from './interval.ts'

test('every interval converts to a pattern and back', () => {
  for (const { value } of intervals) {
    expect(intervalOf(patternOf(value))).toBe(value)
    expect(intervalValue(patternOf(value))).toBe(value)
  }
})

test('returns 毎月 if nothing is chosen, or if the pattern is not offered here', () => {
  expect(intervalOf(null)).toBe('1:1')
  expect(intervalOf({ subscription_division_id: 2, param1: 1, param2: 1, param3: 1 })).toBe('1:1')
  expect(intervalValue({ subscription_division_id: 3, param1: 20, param2: null, param3: null })).toBe('3:20')
  expect(patternOf('3:45')).toEqual({ subscription_division_id: 3, param1: 45, param2: null, param3: null })
})

test.each([
  [null, '毎月'],
  [patternOf('1:1'), '毎月'],
  [patternOf('1:3'), '3か月ごと'],
  [patternOf('3:45'), '45日ごと'],
  [{ subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const, '毎月5日'],
])('%j is read as %s', (pattern, label) => {
  expect(intervalLabel(pattern)).toBe(label)
})

test.each<[number | null, number, string | null]>([
  [90, 1, '1:3'],
  [45, 1, '3:45'],
  [30, 1, '1:1'],
  [20, 1, '1:1'],
  [20, 3, '1:2'],
  [180, 1, '1:3'],
  [null, 1, null],
])('pieces that last %j days, %i of them: %s', (days, quantity, value) => {
  expect(recommendedInterval(days, quantity)).toBe(value)
})
