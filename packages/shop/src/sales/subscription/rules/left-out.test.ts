import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPromotionUnused } from './benefit.ts'
import {
  canLeaveOut,
  deliveredItems,
  differOnlyInLeftOut,
  isLeftOut,
  isRegularDelivery,
  regularItems,
  restoreLeftOutItems,
} from './left-out.ts'

const NOW = { cycle: 3 }
const every = { only_cycle: null, except_cycle: null }
const left = { only_cycle: null, except_cycle: 3 }
const once = { only_cycle: 3, except_cycle: null }
const before = { only_cycle: null, except_cycle: 2 }

test.each([
  [every, false],
  [left, true],
  [once, false],
  [before, false],
  // An older server beside this one made it 今回のみ.
  [{ only_cycle: 3, except_cycle: 3 }, false],
])('%j is left out: %s', (item, isOut) => expect(isLeftOut(item, NOW)).toBe(isOut))

test.each([
  [every, [every, every], true],
  [every, [every, once], true],
  [every, [every, left], false],
  [every, [every], false],
  [left, [left, every], false],
  [once, [once, every], false],
])('%j of %j can be left out: %s', (item, items, can) => expect(canLeaveOut(item, items, NOW)).toBe(can))

test.each([
  [[every, before], true],
  [[every, left], false],
  [[every, once], false],
])('%j is what every delivery has: %s', (items, isRegular) => expect(isRegularDelivery(items, NOW)).toBe(isRegular))

const percent = { product_ids: [1], from_cycle: 2, to_cycle: 3 }
const goods = (...all: [product_id: number, is_left_out: boolean][]) =>
  all.map(([product_id, is_left_out]) => ({ product_id, is_left_out }))
test.each([
  ['its goods are left out', percent, goods([1, true], [2, false]), true],
  ['some of its goods come', { ...percent, product_ids: [1, 2] }, goods([1, true], [2, false]), false],
  ['other goods are left out', percent, goods([1, false], [2, true]), false],
  ['it is for all goods', { ...percent, product_ids: [] }, goods([1, true], [2, false]), false],
  ['it has no end', { ...percent, to_cycle: null }, goods([1, true]), false],
  ['it is over', { ...percent, to_cycle: 2 }, goods([1, true]), false],
])('%s: the promotion is not used up: %s', (_, terms, items, is) =>
  expect(isPromotionUnused(terms, items, NOW.cycle)).toBe(is),
)

const cycles = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null })
const contract = fc
  .array(fc.record({ only_cycle: cycles, except_cycle: cycles, quantity: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => all.map((one, n) => ({ ...one, id: n + 1 })))
test('whatever is left out comes again with the next delivery, and nothing is lost', () =>
  fc.assert(
    fc.property(contract, fc.integer({ min: 1, max: 5 }), (items, cycle) => {
      const delivery = { cycle }
      const delivered = deliveredItems(items, delivery)
      const out = items.filter((item) => isLeftOut(item, delivery))
      expect(delivered.length + out.length).toBe(items.length)
      for (const item of out) expect(deliveredItems([item], { cycle: cycle + 1 })).toEqual([item])
      for (const item of items)
        if (canLeaveOut(item, items, delivery))
          expect(
            deliveredItems(
              items.map((one) => (one === item ? { ...one, except_cycle: cycle } : one)),
              delivery,
            ).length,
          ).toBe(delivered.length - 1)
      const back = restoreLeftOutItems(items, delivery).items ?? items
      expect(deliveredItems(back, delivery)).toHaveLength(items.length)
      expect(differOnlyInLeftOut(items, back)).toBe(true)
      expect(regularItems(items)).toHaveLength(items.filter(({ only_cycle }) => only_cycle === null).length)
    }),
  ))
