import { expect, test } from 'vitest'
import { pointGrantDays, pointsEarned, pointTermsTexts, referralTermsTexts } from './points.ts'

const rules = {
  point_rate: 1,
  point_days: null,
  point_months: 12,
  point_least: 1,
  point_most_rate: 100,
  return_days: 8,
  defect_days: 14,
}

test.each([
  [null, 8, 14, 15],
  [null, null, 8, 9],
  [null, 30, 8, 31],
  [0, 30, 8, 0],
])('%o days, returns for %o and defects for %i: granted after %i', (point_days, return_days, defect_days, days) => {
  expect(pointGrantDays({ ...rules, point_days, return_days, defect_days })).toBe(days)
})

test.each([
  [3278, 1, 32],
  [99, 1, 0],
  [-5, 10, 0],
])('%i yen at %i % are %i points', (goods, rate, points) => expect(pointsEarned(goods, rate)).toBe(points))

test('the rules say what the settings are', () => {
  expect(pointTermsTexts(rules)[0]).toContain('1%を、お届けの15日後に付与')
  expect(pointTermsTexts({ ...rules, point_rate: 0 })[0]).toContain('お休み')
  expect(pointTermsTexts({ ...rules, point_least: 100, point_most_rate: 50 })[1]).toMatch(/100ポイントから.*50%まで/)
  expect(pointTermsTexts(rules).at(-1)).toContain('退会すると')
})

test('the rules of お友だち紹介 say what the settings are', () => {
  const text = referralTermsTexts('はじめての500円引き', { ...rules, referral_points: 1000, referral_most: 5 }).join('')
  expect(text).toContain('お友だちに「はじめての500円引き」が適用されます')
  expect(text).toContain('お届けから15日後に、1,000ポイントを付与')
  expect(text).toContain('1年に5人分まで')
})
