import { afterAll, afterEach, expect, test } from 'vitest'
import { startAmazon } from '../testing/amazon.ts'
import { amazonCheckout } from './checkout.ts'

const amazon = await startAmazon()
afterAll(amazon.stop)
afterEach(amazon.clearFaults)
const port = amazonCheckout(amazon.settings)

test('the customer of a session and their delivery address', async () => {
  const id = await amazon.session('TARO')
  expect(await port.session(id)).toEqual({
    is_open: true,
    is_subscription: false,
    name: '佐藤太郎',
    email: 'taro@amazon.example',
    address: {
      name: '佐藤太郎',
      postalCode: '1000005',
      stateOrRegion: 'Tokyo-to',
      city: '',
      addressLine1: '千代田区',
      addressLine2: '丸の内1-1-1',
      addressLine3: '丸の内ビル10F',
      phoneNumber: '+81 3-1234-5678',
    },
    payment_descriptor: 'Visa ****1111 (Amazon Pay)',
  })
  await amazon.age(id, 1)
  expect(await port.session(id)).toMatchObject({ is_open: false, name: '', address: null })
  expect(await port.session('00000000-0000-0000-0000-000000000000')).toBeNull()
})

test('a subscription’s frequency is reported before and, more precisely, after', async () => {
  const id = await amazon.session('HANAKO', { frequency: { unit: 'Variable', value: 0 } })
  expect(await port.announce(id, { unit: 'Day', value: 45 })).toMatchObject({ is_open: true, is_subscription: true })
  await amazon.age(id, 1)
  await expect(port.announce(id, { unit: 'Day', value: 45 })).rejects.toMatchObject({ refusal: 'session_expired' })
})

test('a missing response throws', async () => {
  await amazon.fault('getCheckoutSession', 'truncate')
  await expect(port.session(await amazon.session('HANAKO'))).rejects.toMatchObject({
    name: 'Error',
    info: expect.any(String),
  })
})
