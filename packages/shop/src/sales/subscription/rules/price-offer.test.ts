import type { PriceOfferState } from '@kushi/values/price'
import { expect, test } from 'vitest'
import {
  canAnswerPriceOffer,
  earliestPriceDay,
  isPriceChanging,
  lowestPromisedPrice,
  priceAnswerDeadline,
  promisedPriceOn,
  withPriceFrom,
} from './price-offer.ts'

test.each([
  ['asked', '2026-12-31', true],
  ['asked', '2027-01-01', false],
  ['refused', '2026-12-31', true],
  ['agreed', '2026-12-01', false],
  ['lapsed', '2026-12-01', false],
  ['withdrawn', '2026-12-01', false],
] as [PriceOfferState, string, boolean][])('%s on %s can be answered: %s', (state, today, can) => {
  expect(canAnswerPriceOffer({ state, answer_by: '2026-12-31', terms: null }, { agreed_terms: null }, today)).toBe(can)
})

test('there are two weeks to answer, and it is answered before the notice of the delivery goes out', () => {
  expect(earliestPriceDay('2026-11-21')).toBe('2026-12-21')
  expect(priceAnswerDeadline('2026-12-21')).toBe('2026-12-06')
})

const plain = { following_price: 2420, agreed_price: null, agreed_from: null }
const raised = { following_price: 2420, agreed_price: 2640, agreed_from: '2027-01-15' }
const lowered = { ...raised, agreed_price: 2200 }

test.each([
  [plain, '2030-01-01', 2420],
  [raised, '2027-01-14', 2420],
  [raised, '2027-01-15', 2640],
  [lowered, '2027-01-14', 2420],
  [lowered, '2027-02-01', 2200],
])('%j on %s: %s', (item, date, price) => expect(promisedPriceOn(item, date)).toBe(price))

test('a replacement item costs the lowest promised price', () => {
  expect([plain, raised, lowered].map(lowestPromisedPrice)).toEqual([2420, 2420, 2200])
})

test('a later price follows today’s price, never one that is not in force yet', () => {
  expect(isPriceChanging(raised, '2027-01-14')).toBe(true)
  expect(isPriceChanging(raised, '2027-01-15')).toBe(false)
  const after = { following_price: 2640, agreed_price: 2800, agreed_from: '2027-06-01' }
  expect(withPriceFrom(raised, 2800, '2027-06-01', '2027-02-01')).toEqual(after)
})
