import { expect, test, vi } from 'vitest'
import { NotifiedCache } from './notified-cache.ts'

test('read once, and again after a change', async () => {
  const cache = new NotifiedCache({ entries: 100 })
  let fee = 660
  const read = () => cache.get('terms of 2', async () => fee)
  expect(await read()).toBe(660)
  fee = 770
  expect(await read()).toBe(660)
  expect(await cache.get('terms of 3', async () => fee)).toBe(770)
  cache.clear()
  expect(await read()).toBe(770)
})

test('rows that changed while they were read are not cached', async () => {
  const cache = new NotifiedCache({ entries: 100 })
  let answer: (fee: number) => void = () => undefined
  const early = cache.get('terms of 2', () => new Promise<number>((resolve) => (answer = resolve)))
  cache.clear()
  answer(660)
  expect(await early).toBe(660)
  expect(await cache.get('terms of 2', async () => 770)).toBe(770)
})

test('a failed read is repeated', async () => {
  const cache = new NotifiedCache({ entries: 100 })
  await expect(cache.get('terms of 2', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cache.get('terms of 2', async () => 660)).toBe(660)
})

test('no row is cached for long if notifications stop', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const cache = new NotifiedCache({ entries: 100 })
  let fee = 660
  const read = () => cache.get('terms of 2', async () => fee)
  await read()
  fee = 770
  vi.advanceTimersByTime(9_999)
  expect(await read()).toBe(660)
  vi.advanceTimersByTime(1)
  expect(await read()).toBe(770)
  vi.useRealTimers()
})
