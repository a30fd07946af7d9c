import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DuplicateNumberFinder } from './repeated-numbers.ts'

test('whatever the numbers: those that come more than once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 }), (numbers) => {
      const found = new DuplicateNumberFinder()
      for (const one of numbers) found.add(one)
      const all = new Set(numbers.filter((one, at) => numbers.indexOf(one) !== at))
      expect([...found.repeated()].sort()).toEqual([...all].sort())
    }),
  )
})

test('more than fit at first', () => {
  const found = new DuplicateNumberFinder()
  for (let n = 0; n < 10_000; n++) found.add(n)
  found.add(7)
  expect([...found.repeated()]).toEqual([7])
})
