import { expect, test } from 'vitest'
import { declared } from './reaction.ts'
import './reactions.ts'

test('every reaction that a feature declares is filled', () => {
  expect(declared.size).toBeGreaterThan(6)
  expect([...declared].filter(([, isFilled]) => !isFilled)).toEqual([])
})
