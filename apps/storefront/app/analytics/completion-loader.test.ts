import { afterEach, expect, test, vi } from 'vitest'
import { completionLoader } from './completion-loader.ts'

const page = 'https://shop.example/sh/contact/complete'
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['opened by its address', page, null, true],
  ['loaded again after it was completed', page, { usr: { inquiry_no: '1' } }, false],
  ['reached from the step before', 'https://shop.example/sh/contact/confirm', null, false],
])('%s', (_, href, state, skipTracking) => {
  vi.stubGlobal('location', { href })
  vi.stubGlobal('history', { state })
  expect(completionLoader({ request: new Request(page) })).toEqual({ skipTracking })
})
