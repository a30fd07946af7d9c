import { afterAll, afterEach, expect, test } from 'vitest'
import { startAmazon } from '../testing/amazon.ts'
import { amazonCheckout } from './checkout.ts'

const amazon = await startAmazon()
afterAll(amazon.stop)
afterEach(amazon.clearFaults)
const port = amazonCheckout(amazon.settings)

test('who came back with a session, and where they want it sent', async () => {
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

test('how often a subscription charges is told before and, more exactly, after', async () => {
  const id = await amazon.session('HANAKO', { frequency: { unit: 'Variable', value: 0 } })
  expect(await port.announce(id, { unit: 'Day', value: 45 })).toMatchObject({ is_open: true, is_subscription: true })
  await amazon.age(id, 1)
  await expect(port.announce(id, { unit: 'Day', value: 45 })).rejects.toMatchObject({ refusal: 'session_expired' })
})

test('an answer that did not come is no answer', async () => {
  await amazon.fault('getCheckoutSession', 'truncate')
  await expect(port.session(await amazon.session('HANAKO'))).rejects.toMatchObject({
    name: 'Error',
    info: expect.any(String),
  })
})
