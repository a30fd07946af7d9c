import { generateKeyPairSync } from 'node:crypto'
import { amazonTestClient } from '@kushi/adapters/testing/amazon'
import { testDatabase } from '@kushi/db/testing'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { environment, startServer } from './server.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const database = await testDatabase()
const sandbox = await startSandbox({ env: { SANDBOX_AMAZON_PUBLIC_KEY: keys.publicKey } })
const env = environment(database.url, sandbox)
const server = await startServer({ ...env, AMAZON_PRIVATE_KEY: keys.privateKey, RATE_LIMIT_FACTOR: '1' })
const without = await startServer(env)
const amazon = amazonTestClient(`${sandbox.url}/sandbox/amazon`, keys.privateKey, sandbox.stop)
afterAll(async () => {
  await without.stop()
  await server.stop()
  await amazon.stop()
  await database.close()
})
const { call } = server
const expired = { status: 409, meta: expect.objectContaining({ error: 'BuyerSessionExpired' }) }
const patterned = { subscription_division_id: 3, param1: 45, param2: null, param3: null } as const
const unknown = '00000000-0000-0000-0000-000000000000'

test('the button is signed for the purchase, and leads back only to this shop', async () => {
  const sign = (body: object) =>
    call('POST /v1/common/payment/amazon/v2/generate-button-signature', { body: body as never })
  const once = await sign({ is_subscription: false, placement: 'Cart' })
  expect(once.data).toMatchObject({ merchant_id: 'ASANDBOXMERCHANT', algorithm: 'AMZN-PAY-RSASSA-PSS-V2' })
  expect(JSON.parse(once.data.payload_json)).toMatchObject({
    chargePermissionType: 'OneTime',
    webCheckoutDetails: {
      checkoutReviewReturnUrl: 'http://shop.example/sh/redirect/amazon?kind=normal',
      checkoutCancelUrl: 'http://shop.example/sh/cart',
    },
  })
  const often = await sign({ is_subscription: true, placement: 'Checkout', delivery_pattern: patterned })
  expect(JSON.parse(often.data.payload_json)).toMatchObject({
    chargePermissionType: 'Recurring',
    recurringMetadata: { frequency: { unit: 'Day', value: '45' } },
    webCheckoutDetails: { checkoutCancelUrl: 'http://shop.example/sh/periodic-purchase' },
  })
})

test('the selection is returned in our fields, also for clients of the first generation', async () => {
  const id = await amazon.session('TARO')
  const chosen = await call('GET /v1/common/payment/amazon/v2/checkout-sessions/{id}', { params: { id } })
  expect(chosen.data).toEqual({
    checkout_session_id: id,
    is_subscription: false,
    name01: '佐藤',
    name02: '太郎',
    email: 'taro@amazon.example',
    address: {
      name01: '佐藤',
      name02: '太郎',
      postal_code01: '100',
      postal_code02: '0005',
      pref_id: 13,
      addr01: '千代田区丸の内',
      addr02: '1-1-1',
      addr03: '丸の内ビル10F',
      phone_number: '0312345678',
    },
    payment_descriptor: 'Visa ****1111 (Amazon Pay)',
  })
  const body = { amazon_billing_agreement_id: id }
  expect((await call('POST /v1/common/payment/amazon/address', { body })).data).toEqual(chosen.data.address)
})

test('unknown, used up or too old: BuyerSessionExpired, for every call', async () => {
  const old = await amazon.session('HANAKO')
  await amazon.age(old, 1)
  for (const id of [old, unknown]) {
    const params = { id }
    const body = { amazon_billing_agreement_id: id }
    expect(await call('GET /v1/common/payment/amazon/v2/checkout-sessions/{id}', { params })).toEqual(expired)
    expect(await call('POST /v1/common/payment/amazon/address', { body })).toEqual(expired)
    for (const delivery_pattern of [null, patterned])
      expect(
        await call('PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update', {
          params,
          body: { delivery_pattern },
        }),
      ).toEqual(expired)
  }
})

test('the interval of a subscription is sent to Amazon', async () => {
  const id = await amazon.session('HANAKO', { frequency: { unit: 'Variable', value: 0 } })
  const updated = await call('PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update', {
    params: { id },
    body: { delivery_pattern: patterned },
  })
  expect(updated.data).toMatchObject({ is_subscription: true, payment_descriptor: 'Visa ****1111 (Amazon Pay)' })
})

test('an unreachable Amazon is reported, without its message', async () => {
  await amazon.fault('getCheckoutSession', '500')
  const params = { id: await amazon.session('HANAKO') }
  const answer = await call('GET /v1/common/payment/amazon/v2/checkout-sessions/{id}', { params })
  expect(answer).toMatchObject({ status: 503, meta: { error: 'ERROR_PAYMENT_UNAVAILABLE' } })
})

test('without a key there is no Amazon Pay', async () => {
  const answer = await without.call('GET /v1/common/payment/amazon/v2/checkout-sessions/{id}', {
    params: { id: unknown },
  })
  expect(answer).toMatchObject({ status: 409, meta: { error: 'ERROR_PAYMENT_NOT_OFFERED' } })
})

test('attempts with many numbers are limited', async () => {
  // Attempts are counted per minute, and the minute must not end between them.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let last = 0
  for (let n = 0; n < 125 && last !== 429; n++)
    last = (await call('GET /v1/common/payment/amazon/v2/checkout-sessions/{id}', { params: { id: unknown } })).status
  expect(last).toBe(429)
})
