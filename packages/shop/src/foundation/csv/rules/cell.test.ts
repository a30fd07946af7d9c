import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './cell.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+81-3', "'+81-3"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\n=1', "'\n=1"],
  ["'\n=1", "''\n=1"],
  ['\r\n=1', "'\r\n=1"],
  ['＝1', "'＝1"],
  ['−1+1', "'−1+1"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
  ["'quoted'", "'quoted'"],
  ['山田', '山田'],
  ['a=b', 'a=b'],
  ['', ''],
])('%j stands as %j', (text, cell) => {
  expect(escapeFormula(text)).toBe(cell)
  expect(unescapeFormula(cell)).toBe(text)
})

test('no exported cell begins a formula, and every text is imported as it was', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a') }),
  )
  fc.assert(
    fc.property(text, (given) => {
      expect(escapeFormula(given)).not.toMatch(/^[=+\-@\t\r\n]/)
      expect(unescapeFormula(escapeFormula(given))).toBe(given)
    }),
  )
})
