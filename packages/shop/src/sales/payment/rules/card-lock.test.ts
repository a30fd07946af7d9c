import { expect, test } from 'vitest'
import { cardLockedUntil } from './card-lock.ts'

const rule = { card_decline_max: 3, card_decline_minutes: 30, card_lock_minutes: 20 }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 3, minute))

test.each<[string, number[], number, Date | null]>([
  ['none', [], 0, null],
  ['fewer than it takes', [10, 9], 10, null],
  ['as many as it takes', [10, 9, 8], 10, at(30)],
  ['as many, in just the time', [40, 20, 10], 41, at(60)],
  ['as many, over a longer time', [41, 20, 10], 41, null],
  ['until the minute', [10, 9, 8], 29, at(30)],
  ['and no longer', [10, 9, 8], 30, null],
  ['more than it takes', [12, 11, 10, 9], 13, at(32)],
])('%s', (_, minutes, now, expected) => expect(cardLockedUntil(minutes.map(at), rule, at(now))).toEqual(expected))
