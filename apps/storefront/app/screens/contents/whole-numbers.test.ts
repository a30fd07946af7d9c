import { expect, test } from 'vitest'
import { wholeNumbers } from './whole-numbers.ts'

test('numbers with hyphens stay in one line; attributes and other text stay as they are', () => {
  expect(wholeNumbers('<p>お電話(0120-000-000)でも</p>')).toBe(
    '<p>お電話(<span class="whitespace-nowrap">0120-000-000</span>)でも</p>',
  )
  const link = '<a href="/sh/2026-01-02">10日前まで</a>'
  expect(wholeNumbers(link)).toBe(link)
})
