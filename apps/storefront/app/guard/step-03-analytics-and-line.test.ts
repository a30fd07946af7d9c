import { expect, test, vi } from 'vitest'
import { LINE_LOAD_MS, startAnalyticsAndLine } from './step-03-analytics-and-line.ts'
import { config, fakeDeps, fakeLine, to } from './testing.ts'

test('nothing is loaded without ids', async () => {
  const deps = fakeDeps({ config: () => config({ tag_manager_id: null, liff_id: null }) })
  await startAnalyticsAndLine(to('/'), deps)
  expect(deps.calls).toEqual([])
})

test('both are loaded with their ids', async () => {
  const lineCalls: string[] = []
  const deps = fakeDeps({
    config: () => config({ tag_manager_id: 'GTM-1', liff_id: '99-x' }),
    line: fakeLine(false, lineCalls),
  })
  await startAnalyticsAndLine(to('/'), deps)
  expect(deps.calls).toEqual(['startAnalytics GTM-1'])
  expect(lineCalls).toEqual(['load 99-x'])
})

test.each(['/passreset?token=x', '/mypage/customer/email?email_token=x', '/cart?restore=x', '/line-link?linkToken=x'])(
  'nobody counts %s',
  async (path) => {
    const deps = fakeDeps({ config: () => config({ tag_manager_id: 'GTM-1' }) })
    await startAnalyticsAndLine(to(path), deps)
    expect(deps.calls).toEqual([])
  },
)

test('a failure of LINE does not stop the navigation', async () => {
  const line = { ...fakeLine(false), load: () => Promise.reject(new Error('down')) }
  const deps = fakeDeps({ config: () => config({ liff_id: '99-x' }), line })
  expect(await startAnalyticsAndLine(to('/'), deps)).toBeUndefined()
})

test('removes the parameters of LINE’s login from the URL after they are read', async () => {
  const deps = fakeDeps({ config: () => config({ liff_id: '99-x' }), line: fakeLine(true) })
  const back = to('/cart?code=a&state=b&liffClientId=99&restore=x&friendship_status_changed=true')
  expect(await startAnalyticsAndLine(back, deps)).toBe('/cart?restore=x')
})

test('does not wait forever if LINE never responds', async () => {
  vi.useFakeTimers()
  try {
    const line = { ...fakeLine(false), load: () => new Promise<void>(() => {}) }
    const going = startAnalyticsAndLine(to('/'), fakeDeps({ config: () => config({ liff_id: '99-x' }), line }))
    await vi.advanceTimersByTimeAsync(LINE_LOAD_MS)
    expect(await going).toBeUndefined()
    // The next ones do not wait at all, however long it hangs.
    const deps = fakeDeps({ config: () => config({ liff_id: '99-x' }), line })
    for (const path of ['/cart', '/login']) expect(await startAnalyticsAndLine(to(path), deps)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
