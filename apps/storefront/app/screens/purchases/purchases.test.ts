import { expect, test } from 'vitest'
import { pageOf, purchasesPath } from './purchases.tsx'

test.each([
  ['', 1],
  ['page=2', 2],
  ['page=0', 1],
  ['page=-3', 1],
  ['page=x', 1],
  ['page=99999', 1],
])('%s is page %i', (query, page) => {
  expect(pageOf(new URLSearchParams(query))).toBe(page)
})

test('the first page has no number', () => {
  expect(purchasesPath(1)).toBe('/mypage/purchases')
  expect(purchasesPath(2)).toBe('/mypage/purchases?page=2')
})
