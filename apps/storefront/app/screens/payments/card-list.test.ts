import { expect, test } from 'vitest'
import { expiryText } from '../../payment/chosen-card.ts'
import { registrationFailure } from './card-entry.tsx'
import { sortCards, withDefault } from './card-list.tsx'

const card = (card_seq: number, expiry_state: 'valid' | 'expiring' | 'expired', default_flag: '0' | '1' = '0') => ({
  card_seq,
  expiry_state,
  default_flag,
})
const order = (cards: readonly { card_seq: number }[]) => cards.map(({ card_seq }) => card_seq)

test('the default comes first, expired ones last', () => {
  expect(order(sortCards([card(0, 'expired'), card(1, 'valid'), card(2, 'valid', '1'), card(3, 'expiring')]))).toEqual([
    2, 1, 3, 0,
  ])
  expect(order(sortCards([card(0, 'valid'), card(1, 'expired', '1')]))).toEqual([1, 0])
})

test('there is one default at most', () => {
  const cards = [card(0, 'valid', '1'), card(1, 'valid')]
  expect(withDefault(cards, 1).map(({ default_flag }) => default_flag)).toEqual(['0', '1'])
  expect(withDefault(cards, null).map(({ default_flag }) => default_flag)).toEqual(['0', '0'])
})

test.each([
  ['2812', '2028年12月末まで'],
  ['2801', '2028年1月末まで'],
  ['', '不明'],
])('%j reads %s', (expire, text) => {
  expect(expiryText(expire)).toBe(text)
})

test.each([
  [null, null],
  ['authentication', expect.stringContaining('3Dセキュア')],
  ['too_many', expect.stringContaining('上限')],
  ['<script>', expect.stringContaining('もう一度')],
])('%j has a message', (error, text) => {
  expect(registrationFailure(error)).toEqual(text)
})
