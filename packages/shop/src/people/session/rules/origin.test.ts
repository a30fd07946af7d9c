import { expect, test } from 'vitest'
import { coarseNetworkText, deviceText } from './origin.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
test.each([
  [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, 'iPhone・Safari'],
  [`${iphone} Mobile/15E148 Safari Line/15.8.0`, 'iPhone・LINE'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Windows・Edge'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36', 'Android・Chrome'],
  ['Mozilla/5.0 (Macintosh) Gecko/20100101 Firefox/130.0', 'Mac・Firefox'],
  ['curl/8', '不明な端末'],
])('%s is %s', (user_agent, device) => {
  expect(deviceText(user_agent)).toBe(device)
})

test.each([
  ['203.0.113.7', '203.0.113.*'],
  ['::ffff:203.0.113.7', '203.0.113.*'],
  ['2001:db8:1:2::9', '2001:db8:1::'],
  ['unknown', ''],
])('%s comes from %s', (ip, network) => {
  expect(coarseNetworkText(ip)).toBe(network)
})
