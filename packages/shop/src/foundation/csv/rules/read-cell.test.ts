import { expect, test } from 'vitest'
import { readDay, readYen } from './read-cell.ts'

test.each([
  ['1,234', 1234],
  ['¥1,234', 1234],
  ['１２３４円', 1234],
  ['-500', -500],
  ['△500', -500],
  ['▲500', -500],
  ['(500)', -500],
  ['1620.00', 1620],
  ['+20', 20],
  ['', null],
  ['-', null],
  ['0', 0],
  ['12.5', undefined],
  ['(500', undefined],
  ['abc', undefined],
  ['9999999999', undefined],
])('%s is %s yen', (text, amount) => expect(readYen(text)).toBe(amount))

test.each([
  ['2026/11/02', '2026-11-02'],
  ['2026-1-2', '2026-01-02'],
  ['20261102', '2026-11-02'],
  ['20261102093000', '2026-11-02'],
  ['2026年11月2日', '2026-11-02'],
  ['2026/11/02 23:59:59', '2026-11-02'],
  // 08:30 in Japan is the day before in UTC.
  ['2026-11-01T23:30:00Z', '2026-11-02'],
  ['2026-11-02T08:30:00+09:00', '2026-11-02'],
  ['', null],
  ['2026/13/01', undefined],
  ['2026/02/30', undefined],
  ['きのう', undefined],
])('%s is the day %s', (text, day) => expect(readDay(text)).toBe(day))
