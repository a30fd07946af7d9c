import { expect, test } from 'vitest'
import { isInHoldout } from './assignment.ts'

test('a unit is on its side for good, sides have their shares, and another salt deals anew', () => {
  const units = Array.from({ length: 20_000 }, (_, n) => n + 1)
  for (const percent of [10, 20, 50]) {
    const held = units.filter((unit) => isInHoldout('salt', unit, percent))
    expect(held.length / units.length).toBeCloseTo(percent / 100, 1.7)
    expect(held.every((unit) => isInHoldout('salt', unit, percent))).toBe(true)
    const both = held.filter((unit) => isInHoldout('other', unit, percent))
    expect(both.length / held.length).toBeCloseTo(percent / 100, 1.3)
  }
  // Whoever is held out of less is held out of more.
  expect(units.every((unit) => !isInHoldout('salt', unit, 10) || isInHoldout('salt', unit, 50))).toBe(true)
})
