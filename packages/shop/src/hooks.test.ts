import { expect, test } from 'vitest'
import { declaredHooks } from './hook.ts'
import './hooks.ts'

test('every hook that a feature declares is filled', () => {
  expect(declaredHooks.size).toBeGreaterThan(6)
  expect([...declaredHooks].filter(([, isFilled]) => !isFilled)).toEqual([])
})
