import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('each once, a few at a time, and none is begun after the time', async () => {
  const begun: number[] = []
  let [running, most] = [0, 0]
  const work = async (n: number) => {
    begun.push(n)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, () => begun.length < 5, work)
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(3)
})
