import type { PriceOfferState } from '@kushi/values/price-offer'
import { expect, test } from 'vitest'
import { answerBy, canAnswer, earliestPriceDay } from './price-offer.ts'

test.each([
  ['asked', '2026-12-31', true],
  ['asked', '2027-01-01', false],
  ['refused', '2026-12-31', true],
  ['agreed', '2026-12-01', false],
  ['lapsed', '2026-12-01', false],
  ['withdrawn', '2026-12-01', false],
] as [PriceOfferState, string, boolean][])('%s on %s can be answered: %s', (state, today, can) => {
  expect(canAnswer({ state, answer_by: '2026-12-31' }, today)).toBe(can)
})

test('there are two weeks to answer, and it is answered before the notice of the delivery goes out', () => {
  expect(earliestPriceDay('2026-11-21')).toBe('2026-12-21')
  expect(answerBy('2026-12-21')).toBe('2026-12-06')
})
