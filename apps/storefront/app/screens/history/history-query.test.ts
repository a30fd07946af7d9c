import { expect, test } from 'vitest'
import { historyPath, readHistoryQuery, yearChoices } from './history-query.ts'

const read = (text: string) => readHistoryQuery(new URLSearchParams(text))

test.each([
  ['', { page: 1, year: null, order_no: null }],
  ['page=3&year=2026', { page: 3, year: 2026, order_no: null }],
  ['page=0&year=26', { page: 1, year: null, order_no: null }],
  ['page=-1&year=abc&order_no=', { page: 1, year: null, order_no: null }],
  ['order_no=K-1', { page: 1, year: null, order_no: 'K-1' }],
])('%s is read', (text, query) => {
  expect(read(text)).toEqual(query)
})

test('a path parses back to its query', () => {
  for (const query of [
    { page: 1, year: null, order_no: null },
    { page: 2, year: 2025, order_no: null },
    { page: 4, year: 2026, order_no: 'K261121-ABCDEF' },
  ])
    expect(read(historyPath(query).split('?')[1] ?? '')).toEqual(query)
  expect(historyPath({})).toBe('/mypage/history')
})

test('the choices include the chosen year', () => {
  expect(yearChoices([2026, 2025], null)).toEqual([2026, 2025])
  expect(yearChoices([2026], 2024)).toEqual([2026, 2024])
})
