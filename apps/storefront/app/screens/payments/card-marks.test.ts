import type { Card } from '@kushi/contract/card'
import { expect, test } from 'vitest'
import { expiryMark, expiryText, inOrder } from './card-marks.ts'
import { registrationFailure } from './registration-failure.ts'

const card = (card_seq: number, expire: string, default_flag: '0' | '1' = '0') =>
  ({ card_seq, expire, default_flag }) as Card

test('the default comes first, expired ones last', () => {
  const cards = [card(0, '2401'), card(1, '3012'), card(2, '3012', '1'), card(3, '2812')]
  expect(inOrder(cards, '2026-11-21').map(({ card_seq }) => card_seq)).toEqual([2, 1, 3, 0])
  expect(inOrder([card(0, '3012'), card(1, '2401', '1')], '2026-11-21').map(({ card_seq }) => card_seq)).toEqual([1, 0])
})

test.each([
  ['2812', '2028年12月末まで'],
  ['2801', '2028年1月末まで'],
  ['', '有効期限不明'],
])('%j reads %s', (expire, text) => {
  expect(expiryText(expire)).toBe(text)
})

test.each([
  ['2610', '期限切れ'],
  ['2611', 'まもなく期限切れ'],
  ['2612', 'まもなく期限切れ'],
  ['2701', undefined],
])('a card to %s is marked %s in November 2026', (expire, label) => {
  expect(expiryMark(expire, '2026-11-21')?.label).toBe(label)
})

test.each([
  [null, null],
  ['authentication', expect.stringContaining('3Dセキュア')],
  ['too_many', expect.stringContaining('上限')],
  ['<script>', expect.stringContaining('もう一度')],
])('%j is told', (error, text) => {
  expect(registrationFailure(error)).toEqual(text)
})
