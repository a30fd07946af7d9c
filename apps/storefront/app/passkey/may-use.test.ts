import { afterEach, expect, test, vi } from 'vitest'
import { mayUsePasskeys } from './may-use.ts'

afterEach(() => vi.unstubAllGlobals())

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  [`${safari} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', true],
  [`${safari} Safari Line/14.0`, false],
  [`${safari} Instagram 300.0`, false],
  [`${safari} [FBAN/FBIOS;FBAV/400]`, false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0.0.0', false],
])('%s', (userAgent, may) => {
  vi.stubGlobal('window', { PublicKeyCredential: class {} })
  vi.stubGlobal('navigator', { userAgent })
  expect(mayUsePasskeys()).toBe(may)
  vi.stubGlobal('window', {})
  expect(mayUsePasskeys()).toBe(false)
})
