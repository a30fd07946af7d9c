import { expect, test } from 'vitest'
import { usualArrangementTerms as terms } from '../../../testing/terms.ts'
import { deliveryDateProblems } from './check-delivery-dates.ts'

const today = '2026-11-21'
const every = (param1: number) => ({ subscription_division_id: 3, param1, param2: null, param3: null })
const check = (next: string, nextNext: string, more: Partial<Parameters<typeof deliveryDateProblems>[1]> = {}) =>
  deliveryDateProblems(
    { next_delivery_date: next, next_next_delivery_date: nextNext },
    { today, pattern: every(30), terms, ...more },
  ).map(({ path, message }) => [path, message])

const nextIsWrong = [['next_delivery_date', '次回のお届け日が正しくありません。']]
const nextNextIsWrong = [['next_next_delivery_date', '次々回のお届け日が正しくありません。']]

test.each([
  ['today is no past', today, '2026-12-21', []],
  ['yesterday', '2026-11-20', '2026-12-21', nextIsWrong],
  ['100 days ahead', '2027-03-01', '2027-04-01', []],
  ['101 days ahead', '2027-03-02', '2027-04-01', nextIsWrong],
  ['no date at all', '2026-02-30', '2027-04-01', nextIsWrong],
  ['10 days after', '2026-12-01', '2026-12-11', []],
  ['9 days after', '2026-12-01', '2026-12-10', nextNextIsWrong],
  ['the same day', '2026-12-01', '2026-12-01', nextNextIsWrong],
  ['before it, and past', '2026-12-01', '2026-11-01', nextNextIsWrong],
  ['100 days after', '2026-12-01', '2027-03-11', []],
  ['101 days after', '2026-12-01', '2027-03-12', nextNextIsWrong],
  ['not a date', '2026-12-01', 'soon', nextNextIsWrong],
])('%s', (_, next, nextNext, problems) => {
  expect(check(next, nextNext)).toEqual(problems)
})

test('a date by the pattern may be later than one that a customer may pick', () => {
  expect(check('2026-12-01', '2027-05-30', { pattern: every(180) })).toEqual([])
  expect(check('2026-12-01', '2027-05-29', { pattern: every(180) })).toEqual(nextNextIsWrong)
})

test('saved dates do not count as picked, but are never more than 180 days apart', () => {
  const current = { next_delivery_date: '2027-05-01', next_next_delivery_date: '2027-09-01' }
  expect(check('2027-05-01', '2027-09-01', { current })).toEqual([])
  expect(check('2027-05-02', '2027-09-01', { current })).toEqual(nextIsWrong)
  expect(check('2027-05-01', '2027-09-02', { current })).toEqual(nextNextIsWrong)
  const tooFar = { next_delivery_date: '2027-05-01', next_next_delivery_date: '2027-10-29' }
  expect(check('2027-05-01', '2027-10-29', { current: tooFar })).toEqual(nextNextIsWrong)
})
