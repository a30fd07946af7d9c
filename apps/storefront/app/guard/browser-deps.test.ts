import { afterEach, expect, test, vi } from 'vitest'
import { browserDeps } from './browser-deps.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a configuration that never comes is given up within ten seconds, and the next page asks again', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: { clientId: 'shop', clientKey: 'key' } } })
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
  const fetched = vi.fn<typeof fetch>((_, init) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const { signal } = init!
    if (signal!.aborted) reject(signal!.reason)
    signal!.addEventListener('abort', () => reject(signal!.reason))
    return promise
  })
  vi.stubGlobal('fetch', fetched)

  const first = browserDeps.loadConfig()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  expect(Math.min(...timeout.mock.calls.flat())).toBeLessThanOrEqual(10_000)
  timer.abort()
  await expect(first).rejects.toThrow()
  await expect(browserDeps.loadConfig()).rejects.toThrow()
  expect(fetched).toHaveBeenCalledTimes(2)
})
