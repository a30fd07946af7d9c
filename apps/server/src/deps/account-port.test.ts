import { testIdentity } from '@kushi/adapters/testing/identity'
import { canBeginPayment } from '@kushi/shop/ports/payment-ports'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { configOfShop } from '../config/shop-config.ts'
import { accountPort } from './account-port.ts'
import { accountPorts } from './make-ports.ts'

const live = readConfig({
  DATABASE_URL: 'postgres://u@h/d',
  SMTP_URL: 'smtp://h',
  POSTCODE_API_KEY: 'f',
  SHOP_ID: '2',
  SECRET_KEY: 'a-key-of-thirty-two-characters-live',
  GMO_BASE_URL: 'https://p01.mul-pay.example',
  GMO_SHOP_ID: 'a',
  GMO_SHOP_PASS: 'b',
  GMO_SITE_ID: 'c',
  GMO_SITE_PASS: 'd',
  GMO_API_KEY: 'e',
})

test('whose account it is: the shop’s own, the installation’s for its own shop, or none', () => {
  const [first, other] = [accountPort(live, 2), accountPort(live, 3)]
  expect([first.sourceOf('gmo', {}), other.sourceOf('gmo', {})]).toEqual(['installation', 'none'])
  expect([first.sourceOf('np', {}), first.sourceOf('mail', {})]).toEqual(['none', 'installation'])
  expect(other.sourceOf('mail', { SMTP_URL: 'smtp://x' })).toBe('own')
})

test('a shop without an account never uses another shop’s', async () => {
  expect(await accountPort(live, 3).ask('gmo', {})).toEqual([])
})

test('every missing part of an account is reported beside its field', () => {
  const found = accountPort(live, 3).objections({ GMO_SHOP_ID: 'x' }, true)
  expect(found).toEqual(
    ['GMO_BASE_URL', 'GMO_SHOP_PASS', 'GMO_SITE_ID', 'GMO_SITE_PASS', 'GMO_API_KEY'].map((name) => ({
      name,
      reason: 'missing',
    })),
  )
})

test.each([
  ['smtp://user:password@mail.example:587', true],
  ['smtps://mail.example', true],
  ['smtp://mail.example:2525', true],
  ['smtp://mail.example:6379', false],
  ['smtp://localhost:25', false],
  ['smtp://db.localhost:25', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://0x7f.1:25', false],
  ['smtp://2130706433:25', false],
  ['smtp://[::1]:25', false],
  ['smtp://10.0.0.5:25', false],
  ['smtp://redis:25', false],
  ['smtp://metadata.google.internal:25', false],
  ['smtp://mail.example:587?proxy=http://10.0.0.5', false],
  ['no address', false],
])('a mail server that an operator enters, %s: may be called %s', (SMTP_URL, may) => {
  const found = accountPort(live, 3).objections({ SMTP_URL }, true)
  expect(found.length === 0).toBe(may)
})

test.each([
  ['https://risk.example/orders', true],
  ['http://risk.example/orders', false],
  ['https://user@risk.example/orders', false],
  ['https://10.0.0.5/orders', false],
  ['https://risk.internal/orders', false],
  ['no address', false],
])('an address of 不正注文の審査 that an operator enters, %s: may be called %s', (RISK_URL, may) => {
  const account = { RISK_URL, RISK_SECRET: `whsec_${'YQ'.repeat(16)}` }
  const found = accountPort(live, 3).objections(account, true)
  expect(found.some(({ name }) => name === 'RISK_URL')).toBe(!may)
})

test('a host name is resolved before it is saved, and at each connection', async () => {
  const port = accountPort(live, 3)
  expect(await port.leadInside({ SMTP_URL: 'smtp://localhost:25' })).toEqual([
    { name: 'SMTP_URL', reason: 'malformed' },
  ])
  expect(await port.leadInside({ SMTP_URL: 'smtp://nowhere.invalid:25' })).toEqual([])
  expect(await port.leadInside({})).toEqual([])
  expect(configOfShop(live, 3, { SMTP_URL: 'smtp://mail.example' }).smtp_outside).toBe(true)
  expect(configOfShop(live, 3, { SMTP_URL: 'smtp://localhost' }).smtp_outside).toBe(false)
  expect(configOfShop(live, 2, {}).smtp_outside).toBe(false)
})

test('the command line accepts a mail server of the own network', () => {
  expect(accountPort(live, 3).objections({ SMTP_URL: 'smtp://localhost:25' }, false)).toEqual([])
})

test('who gives up the account of a sheet still ships and refunds what was paid by it', () => {
  const gmo = {
    ...{ GMO_BASE_URL: 'https://p01.mul-pay.example', GMO_OPENAPI_BASE_URL: 'https://openapi.mul-pay.example' },
    ...{ GMO_SHOP_ID: 'a', GMO_SHOP_PASS: 'b', GMO_SITE_ID: 'c', GMO_SITE_PASS: 'd', GMO_API_KEY: 'e' },
    ...{ GMO_NAME_KANA: 'ツバキノ', GMO_NAME_ALPHABET: 'Tsubakino' },
  }
  const portsOf = (own: Record<string, string>) => accountPorts(configOfShop(live, 2, { ...gmo, ...own }))
  const apple = {
    APPLE_PAY_MERCHANT_ID: 'merchant.jp.example',
    APPLE_PAY_CERTIFICATE: testIdentity.cert,
    APPLE_PAY_PRIVATE_KEY: testIdentity.key,
    APPLE_PAY_NAME: '椿野',
  }
  const { apple_pay, google_pay } = PAYMENT_METHOD
  const now = portsOf(apple)
  expect([apple_pay, google_pay].map((id) => canBeginPayment(now, id))).toEqual([true, false])
  const later = portsOf({})
  expect([apple_pay, google_pay].map((id) => canBeginPayment(later, id))).toEqual([false, false])
  for (const id of [apple_pay, google_pay]) expect(later.ports.payment.get(id)?.account).toBe('gmo a')
})
