import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_FAILED, loadChunk } from './load-chunk.ts'

const events: string[] = []
vi.stubGlobal('window', { dispatchEvent: (event: Event) => events.push(event.type) })
vi.spyOn(console, 'error').mockImplementation(() => {})

afterEach(() => {
  events.length = 0
})

/** Whether a promise has settled. */
const isAnswered = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 20))])

test('resolves for code that loads, without an event', async () => {
  await expect(loadChunk(async () => 7)).resolves.toBe(7)
  expect(events).toEqual([])
})

test('dispatches the event for code that fails, and never settles', async () => {
  const waiting = loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await isAnswered(waiting)).toBe(false)
  expect(events).toEqual([CHUNK_FAILED])
})

test('treats code that takes too long as failed', async () => {
  const waiting = loadChunk(() => new Promise(() => {}), 5)
  expect(await isAnswered(waiting)).toBe(false)
  expect(events).toEqual([CHUNK_FAILED])
})
