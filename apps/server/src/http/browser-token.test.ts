import { expect, test, vi } from 'vitest'
import { browserTokenSource } from './browser-token.ts'

test('what a browser sent is kept; else one is made, once, and told once', () => {
  const keep = vi.fn()
  const known = browserTokenSource(() => 'sent', 16, keep)
  expect([known.read(), known.make(), known.read()]).toEqual(['sent', 'sent', 'sent'])
  expect(keep).not.toHaveBeenCalled()
  const fresh = browserTokenSource(() => null, 16, keep)
  expect(fresh.read()).toBeNull()
  const made = fresh.make()
  expect(made).toMatch(/^[\w-]{22}$/)
  expect([fresh.make(), fresh.read()]).toEqual([made, made])
  expect(keep.mock.calls).toEqual([[made]])
})
