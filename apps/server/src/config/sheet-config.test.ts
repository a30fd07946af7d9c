import { generateKeyPairSync } from 'node:crypto'
import { testIdentity } from '@kushi/adapters/testing/identity'
import { expect, test } from 'vitest'
import { readApplePayConfig, readGooglePayConfig } from './sheet-config.ts'

const apple = {
  APPLE_PAY_MERCHANT_ID: 'merchant.jp.example',
  APPLE_PAY_CERTIFICATE: testIdentity.cert,
  APPLE_PAY_PRIVATE_KEY: testIdentity.key.replaceAll('\n', '\\n'),
  APPLE_PAY_NAME: '椿野',
}
const google = { GOOGLE_PAY_MERCHANT_ID: 'BCR2DN1', GOOGLE_PAY_NAME: '椿野' }

test('without a merchant id neither is offered; with the simulator both are, without a certificate', () => {
  expect(readApplePayConfig({}, null)).toMatchObject({ apple_pay: null, apple_pay_api: null })
  expect(readGooglePayConfig({}, null, 'shop')).toBeNull()
  expect(readApplePayConfig({}, 'http://sandbox')).toMatchObject({ apple_pay_api: { identity: null } })
  expect(readGooglePayConfig({}, 'http://sandbox', 'shop')).toMatchObject({
    environment: 'TEST',
    gateway_merchant_id: 'shop',
  })
})

test('Apple Pay: the certificate with its key, and the file of the address', () => {
  const read = readApplePayConfig({ ...apple, APPLE_PAY_DOMAIN_FILE: '7B22', APPLE_PAY_BRANDS: 'VISA, jcb' }, null)
  expect(read).toMatchObject({
    apple_pay_api: { identity: testIdentity, stand_in_url: null },
    apple_pay: { brands: ['visa', 'jcb'], script_url: null },
    apple_pay_domain_file: '7B22',
  })
})

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
test.each([
  [{ APPLE_PAY_MERCHANT_ID: 'jp.example' }, 'APPLE_PAY_MERCHANT_ID must look like'],
  [{ APPLE_PAY_NAME: '' }, 'APPLE_PAY_NAME is not set.'],
  [{ APPLE_PAY_NAME: '椿'.repeat(65) }, 'APPLE_PAY_NAME must have 64'],
  [{ APPLE_PAY_CERTIFICATE: '' }, 'APPLE_PAY_CERTIFICATE is not set.'],
  [{ APPLE_PAY_CERTIFICATE: 'no' }, 'APPLE_PAY_CERTIFICATE must be PEM.'],
  [{ APPLE_PAY_PRIVATE_KEY: 'no' }, 'APPLE_PAY_PRIVATE_KEY must be PEM.'],
  [{ APPLE_PAY_PRIVATE_KEY: other }, 'APPLE_PAY_PRIVATE_KEY must be the key of'],
  [{ APPLE_PAY_BRANDS: 'visa,diners' }, 'APPLE_PAY_BRANDS must look like'],
])('Apple Pay with %o is refused in one sentence', (more, sentence) => {
  expect(() => readApplePayConfig({ ...apple, ...more }, null)).toThrow(sentence)
})

test('Google Pay: live unless it is said, by GMO’s name and the shop there', () => {
  expect(readGooglePayConfig(google, null, 'tshop1')).toMatchObject({
    environment: 'PRODUCTION',
    gateway: 'gmopg',
    gateway_merchant_id: 'tshop1',
    auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    script_url: 'https://pay.google.com/gp/p/js/pay.js',
  })
  const own = {
    GOOGLE_PAY_GATEWAY: 'mulpay',
    GOOGLE_PAY_GATEWAY_MERCHANT_ID: '9',
    GOOGLE_PAY_AUTH_METHODS: 'CRYPTOGRAM_3DS',
  }
  expect(readGooglePayConfig({ ...google, ...own }, null, 'tshop1')).toMatchObject({
    gateway: 'mulpay',
    gateway_merchant_id: '9',
    auth_methods: ['CRYPTOGRAM_3DS'],
  })
  expect(() => readGooglePayConfig({ ...google, GOOGLE_PAY_AUTH_METHODS: 'PAN' }, null, '')).toThrow(
    'GOOGLE_PAY_AUTH_METHODS',
  )
  expect(() => readGooglePayConfig({ ...google, GOOGLE_PAY_ENVIRONMENT: 'LIVE' }, null, '')).toThrow(
    'GOOGLE_PAY_ENVIRONMENT',
  )
})
