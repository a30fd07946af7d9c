import { expect, it } from 'vitest'
import { openStore } from './store.ts'

it('keeps the newest, and at most a tenth more', () => {
  const store = openStore()
  const kept = store.collection<number>('some')
  const others = store.collection<number>('others')
  others.put('0', 0)
  for (let n = 1; n <= 135; n++) {
    kept.put(String(n), n)
    kept.trim(100)
    expect(kept.count()).toBeLessThanOrEqual(110)
  }
  expect(kept.newest(100)).toEqual(Array.from({ length: 100 }, (_, n) => 135 - n))
  expect(kept.get('30')).toBeUndefined()
  expect(others.count()).toBe(1)
  store.close()
})
