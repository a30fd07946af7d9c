import { expect, test } from 'vitest'
import { clientAddressBehind, readTrustedProxies } from './trusted-proxies.ts'

const remote = '10.0.0.5'
test.each([
  ['0', '203.0.113.7', remote],
  ['1', undefined, remote],
  ['1', '203.0.113.7', '203.0.113.7'],
  // A value that the visitor sent precedes the one that our proxy adds.
  ['1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['2', '1.1.1.1, 203.0.113.7, 198.51.100.2', '203.0.113.7'],
  // Fewer entries than proxies: none of them is trusted.
  ['2', '203.0.113.7', remote],
  ['1', 'nonsense', remote],
  ['10.0.0.0/8', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.0/8, 198.51.100.2', '1.1.1.1, 203.0.113.7, 198.51.100.2', '203.0.113.7'],
  ['192.0.2.0/24', '203.0.113.7', remote],
  ['10.0.0.0/8', 'nonsense', remote],
  ['10.0.0.5', '2001:db8::7', '2001:db8::7'],
])('TRUST_PROXY=%s and X-Forwarded-For: %s is %s', (trust, forwarded, expected) => {
  expect(clientAddressBehind(readTrustedProxies(trust)!, forwarded, remote)).toBe(expected)
})

test('an IPv4-mapped IPv6 address is in its network, too', () => {
  expect(clientAddressBehind(readTrustedProxies('10.0.0.0/8')!, '203.0.113.7', '::ffff:10.0.0.5')).toBe('203.0.113.7')
})

test.each(['yes', 'true', '-1', '1.5', '10.0.0.0/33', '10.0.0/8', 'proxy.example', '10.0.0.0/8/8', ','])(
  '%s is rejected',
  (text) => expect(readTrustedProxies(text)).toBeNull(),
)
