import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TaxRate, taxIncludedIn, wrapInQuoteMarks } from './price.ts'
import { MAX_ORDER_TOTAL_YEN } from './yen.ts'

test.each([
  ['本つげ櫛', '「本つげ櫛」'],
  ['純椿油「しずく」', '「純椿油『しずく』」'],
  ['純椿油「しずく」沈丁花', '「純椿油『しずく』沈丁花」'],
  ['『はじめ』の三包', '「『はじめ』の三包」'],
])('%s in a sentence is %s', (name, expected) => expect(wrapInQuoteMarks(name)).toBe(expected))

test.each<[number, TaxRate, number]>([
  [0, 10, 0],
  [10, 10, 0],
  [11, 10, 1],
  [1100, 10, 100],
  [3299, 10, 299],
  [1080, 8, 80],
  [1079, 8, 79],
  [-1100, 10, -100],
  [-10, 10, 0],
  [MAX_ORDER_TOTAL_YEN, 10, 90_909_090],
])('%i yen at %i %% contain %i yen of tax', (total, rate, tax) => {
  expect(taxIncludedIn(total, rate)).toBe(tax)
})

const rate = fc.constantFrom<TaxRate>(8, 10)
const total = fc.integer({ min: 0, max: MAX_ORDER_TOTAL_YEN })

test('is the largest whole tax that the total can hold', () => {
  fc.assert(
    fc.property(total, rate, (total, rate) => {
      const tax = BigInt(taxIncludedIn(total, rate))
      const share = BigInt(100 + rate)
      expect(tax * share <= BigInt(total * rate)).toBe(true)
      expect((tax + 1n) * share > BigInt(total * rate)).toBe(true)
    }),
  )
})

test('a refund returns the tax that was charged', () => {
  fc.assert(
    fc.property(total, rate, (total, rate) => {
      expect(taxIncludedIn(total, rate) + taxIncludedIn(-total, rate)).toBe(0)
    }),
  )
})
