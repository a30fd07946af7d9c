import { expect, test } from 'vitest'
import { isInternalAddress, refuseInternalAddress, resolvesToInternalAddress } from './outside.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'ff02::1',
])('%s is internal', (address) => {
  expect(isInternalAddress(address)).toBe(true)
  expect(() => refuseInternalAddress(address)).toThrow('leads into the network')
})

test.each(['8.8.8.8', '172.32.0.1', '203.0.114.1', '2606:4700::1111', '2400:cb00::1'])('%s is external', (address) => {
  expect(isInternalAddress(address)).toBe(false)
  expect(() => refuseInternalAddress(address)).not.toThrow()
})

test('a name is judged by its addresses; an unknown name has none', async () => {
  expect(await resolvesToInternalAddress('localhost')).toBe(true)
  expect(await resolvesToInternalAddress('[::1]')).toBe(true)
  expect(await resolvesToInternalAddress('nowhere.invalid')).toBe(false)
})
