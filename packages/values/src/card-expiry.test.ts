import { expect, test } from 'vitest'
import {
  cardExpire,
  cardExpiryState,
  cardExpiryYears,
  formatCardExpire,
  isCardExpired,
  parseCardExpire,
} from './card-expiry.ts'

test('cardExpiryYears', () => {
  const years = cardExpiryYears('2026-12-31')
  expect(years).toHaveLength(11)
  expect([years[0], years.at(-1)]).toEqual([2026, 2036])
})

test.each([
  ['2612', '2026-12-01', false],
  ['2612', '2026-12-31', false],
  ['2612', '2027-01-01', true],
  ['2701', '2026-12-31', false],
  ['2611', '2026-12-01', true],
  ['2613', '2026-12-01', true],
  ['2600', '2026-12-01', true],
  ['12/26', '2026-12-01', true],
  ['', '2026-12-01', true],
])('a card to %j is expired on %s: %s', (expire, today, expired) => {
  expect(isCardExpired(expire, today)).toBe(expired)
})

test.each([
  ['2611', '2026-12-01', 'expired'],
  ['2612', '2026-12-31', 'expiring'],
  ['2701', '2026-12-01', 'expiring'],
  ['2702', '2026-12-31', 'valid'],
  ['2612', '2026-11-01', 'expiring'],
  ['2701', '2026-11-30', 'valid'],
  ['', '2026-12-01', 'expired'],
])('a card to %j is on %s: %s', (expire, today, state) => {
  expect(cardExpiryState(expire, today)).toBe(state)
})

test('is written and read back', () => {
  expect(cardExpire(2028, 3)).toBe('2803')
  expect(parseCardExpire('2803')).toEqual({ year: 2028, month: 3 })
  expect(formatCardExpire('2803')).toBe('03/28')
  expect(formatCardExpire('')).toBe('')
})
