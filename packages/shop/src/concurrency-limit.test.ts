import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BusyError, limitConcurrency, limitConcurrencyPerKey } from './concurrency-limit.ts'

test('never more at once than said, each in its turn, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
      async (most, fails) => {
        const inTurn = limitConcurrency({ running: most, waiting: 20, timeout: 60_000 })
        let now = 0
        const begun: number[] = []
        const works = fails.map((isFailing, n) =>
          inTurn(async () => {
            begun.push(n)
            expect(++now).toBeLessThanOrEqual(most)
            await sleep(0)
            now -= 1
            if (isFailing) throw new Error('as told')
          }),
        )
        const results = await Promise.allSettled(works)
        expect(results.map(({ status }) => status === 'rejected')).toEqual(fails)
        expect(begun).toEqual(fails.map((_, n) => n))
      },
    ),
    { numRuns: 30 },
  )
})

test('one too many is refused at once, one that waits too long when its time is over; then there is room again', async () => {
  const inTurn = limitConcurrency({ running: 1, waiting: 1, timeout: 20 })
  let finish: () => void = () => undefined
  const first = inTurn(() => new Promise<void>((resolve) => (finish = resolve)))
  const second = inTurn(async () => 'second').catch((error: unknown) => error)
  await expect(inTurn(async () => 'third')).rejects.toThrow(BusyError)
  expect(await second).toBeInstanceOf(BusyError)
  finish()
  await first
  expect(await inTurn(async () => 'fourth')).toBe('fourth')
})

test('who asks for much waits behind who asks for little, and holds a quarter of the places at most', async () => {
  const inTurn = limitConcurrency({ running: 1, waiting: 40, timeout: 60_000 })
  const done: string[] = []
  const work = (name: string) => async () => {
    await sleep(0)
    done.push(name)
  }
  const greedy = Array.from({ length: 12 }, (_, n) =>
    inTurn(work(`greedy ${n}`), 'greedy').catch((error: unknown) => error),
  )
  const other = [inTurn(work('other 0'), 'other'), inTurn(work('other 1'), 'other')]
  const refused = (await Promise.all(greedy)).filter((error) => error instanceof BusyError)
  await Promise.all(other)
  expect(refused).toHaveLength(1)
  expect(done.slice(0, 5)).toEqual(['greedy 0', 'greedy 1', 'other 0', 'greedy 2', 'other 1'])
})

test('nobody runs more than half at once, so that another begins at once; who cannot be told apart may run all', async () => {
  const inTurn = limitConcurrency({ running: 4, waiting: 200, timeout: 60_000 })
  const ends = new Map<string, (() => void)[]>()
  const long = (name: string) => () =>
    new Promise<void>((resolve) => void ends.set(name, [...(ends.get(name) ?? []), resolve]))
  const begun = (name: string) => ends.get(name)?.length ?? 0
  const all = [...Array.from({ length: 40 }, () => inTurn(long('greedy'), 'greedy')), inTurn(long('other'), 'other')]
  expect([begun('greedy'), begun('other')]).toEqual([2, 1])
  ends.get('greedy')![0]!()
  await sleep(0)
  expect(begun('greedy')).toBe(3)
  for (let n = 1; n < 40; n += 1) {
    ends.get('greedy')![n]!()
    await sleep(0)
  }
  ends.get('other')![0]!()
  await Promise.all(all)
  const unknown = Array.from({ length: 4 }, () => inTurn(long('unknown')))
  expect(begun('unknown')).toBe(4)
  for (const end of ends.get('unknown')!) end()
  await Promise.all(unknown)
})

test('one who asks too much at once is refused, others are not, and neither are they when some is done', async () => {
  const ofEach = limitConcurrencyPerKey(2)
  const ends: (() => void)[] = []
  const long = () => new Promise<string>((resolve) => ends.push(() => resolve('done')))
  const [first, second] = [ofEach('a', long), ofEach('a', long)]
  await expect(ofEach('a', async () => 'third')).rejects.toThrow(BusyError)
  expect(await ofEach('b', async () => 'theirs')).toBe('theirs')
  ends[0]!()
  await first
  expect(await ofEach('a', async () => 'again')).toBe('again')
  await expect(ofEach('a', () => Promise.reject(new Error('as told')))).rejects.toThrow('as told')
  expect(await ofEach('a', async () => 'still')).toBe('still')
  ends[1]!()
  expect(await second).toBe('done')
})
