import { expect, test } from 'vitest'
import { makeProviderNumber } from './make-number.ts'

test('is a valid OrderID of the card gateway, contains the day, and is easy to read out', () => {
  for (let n = 0; n < 500; n++) {
    const no = makeProviderNumber('K', '2026-11-21')
    expect(no).toMatch(/^K261121-[2-9A-HJ-NP-Z]{8}$/)
    expect(no.length).toBeLessThanOrEqual(27)
  }
})

test('does not repeat', () => {
  const many = Array.from({ length: 20_000 }, () => makeProviderNumber('K', '2026-11-21'))
  expect(new Set(many).size).toBe(many.length)
})
