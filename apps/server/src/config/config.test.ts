import { generateKeyPairSync } from 'node:crypto'
import { isDeferredPayment, PAYMENT_METHOD, PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './env.ts'

const env = { DATABASE_URL: 'postgres://u@h/d', SANDBOX_URL: 'http://127.0.0.1:9/', SMTP_URL: 'smtp://127.0.0.1' }
const real = {
  DATABASE_URL: 'postgres://u@h/d',
  SMTP_URL: 'smtp://h',
  PUBLIC_URL: 'https://shop.example/',
  GMO_BASE_URL: 'https://p01.mul-pay.example',
  GMO_SHOP_ID: 'a',
  GMO_SHOP_PASS: 'b',
  GMO_SITE_ID: 'c',
  GMO_SITE_PASS: 'd',
  GMO_API_KEY: 'e',
  POSTCODE_API_KEY: 'f',
  SECRET_KEY: 'a-key-of-thirty-two-characters-live',
}

test('with the simulators everything else has a default; an empty variable counts as not set', () => {
  const config = readConfig({ ...env, PORT: '', HOST: '', PUBLIC_URL: '', GMO_SHOP_ID: '' })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    public_url: 'http://localhost:3000',
    default_shop_id: 2,
    payment_script_url: '/sandbox/gmo/ext/js/token.js',
    gmo: { base_url: 'http://127.0.0.1:9/sandbox/gmo', shop_id: 'tshop00000001' },
  })
})

const amazon = {
  AMAZON_PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .replaceAll('\n', '\\n'),
  AMAZON_PUBLIC_KEY_ID: 'LIVE-A',
  AMAZON_MERCHANT_ID: 'A1',
  AMAZON_STORE_ID: 'amzn1.application-oa2-client.a',
  AMAZON_STORE_NAME: '椿野',
}

test('Amazon Pay is offered with a key, and only with all of its settings', () => {
  expect(readConfig(real)).toMatchObject({ amazon: null, amazon_api: null })
  expect(readConfig({ ...real, ...amazon })).toMatchObject({
    amazon: { is_sandbox: false, script_url: 'https://static-fe.payments-amazon.com/checkout.js' },
    amazon_api: { base_url: 'https://pay-api.amazon.jp', public_key_id: 'LIVE-A' },
  })
  expect(readConfig({ ...env, AMAZON_PRIVATE_KEY: amazon.AMAZON_PRIVATE_KEY })).toMatchObject({
    amazon: { is_sandbox: true, script_url: '/sandbox/amazon/checkout.js' },
    amazon_api: { base_url: 'http://127.0.0.1:9/sandbox/amazon' },
  })
  for (const name of Object.keys(amazon).slice(1))
    expect(() => readConfig({ ...real, ...amazon, [name]: '' })).toThrow(`${name} is not set.`)
})

test('without the sandbox no setting of the simulators remains', () => {
  const config = readConfig(real)
  expect(config).toMatchObject({ sandbox_url: null, payment_script_url: null, public_url: 'https://shop.example' })
  expect(JSON.stringify(config)).not.toMatch(/sandbox["-]|tshop|tsite/)
  expect(config.shop_hosts.size).toBe(0)
})

test.each(Object.keys(real).filter((name) => name !== 'PUBLIC_URL'))('live without %s: said so', (name) => {
  expect(() => readConfig({ ...real, [name]: undefined })).toThrow(`${name} is not set.`)
})

test('後払い, PayPay and Paidy are offered with the simulators; without them only if they are set, with all settings', () => {
  expect(new Set<number | null>(readConfig(env).providers.keys())).toEqual(
    new Set([...PAYMENT_METHOD_IDS.filter(isDeferredPayment), PAYMENT_METHOD.paypay, PAYMENT_METHOD.paidy]),
  )
  expect(readConfig(real).providers.size).toBe(0)
  const np = { NP_BASE_URL: 'https://cp.example/v1/', NP_MERCHANT_CODE: 'm', NP_SP_CODE: 's', NP_TERMINAL_ID: 't' }
  expect(() => readConfig({ ...real, ...np })).toThrow('NP_CARRIERS is not set.')
  expect(() => readConfig({ ...real, ...np, NP_CARRIERS: 'yamato=1,sagawa=2' })).toThrow('NP_CARRIERS must look like')
  const carriers = 'yamato=1,sagawa=2,japan_post=3'
  expect([...readConfig({ ...real, ...np, NP_CARRIERS: carriers }).providers.keys()]).toEqual([4])
  const paypay = { PAYPAY_BASE_URL: 'https://pay.example', PAYPAY_API_KEY: 'k', PAYPAY_API_SECRET: 's' }
  expect(() => readConfig({ ...real, ...paypay })).toThrow('PAYPAY_MERCHANT_ID is not set.')
  const whole = { ...real, ...paypay, PAYPAY_MERCHANT_ID: '1' }
  expect([...readConfig(whole).providers.keys()]).toEqual([5])
  expect(() => readConfig({ ...whole, PAYPAY_AUTHORIZATION_DAYS: 'a month' })).toThrow('must be a number of days')
})

test('Paidy takes a pair of keys, and its 公開キー alone reaches the browser', () => {
  const keys = { PAIDY_PUBLIC_KEY: 'pk_live_1', PAIDY_SECRET_KEY: 'sk_live_1' }
  const set = (own: object = {}) => readConfig({ ...real, PAIDY_BASE_URL: 'https://api.paidy.com', ...keys, ...own })
  expect(set().paidy).toEqual({ public_key: 'pk_live_1', script_url: 'https://apps.paidy.com/' })
  expect(set().providers.get(PAYMENT_METHOD.paidy)?.account).toBe('paidy pk_live_1')
  expect(readConfig(real).paidy).toBeNull()
  expect(readConfig(env).paidy?.script_url).toBe('/sandbox/paidy/paidy.js')
  expect(() => set({ PAIDY_SECRET_KEY: undefined })).toThrow('PAIDY_SECRET_KEY is not set.')
  expect(() => set({ PAIDY_PUBLIC_KEY: 'sk_live_1' })).toThrow('PAIDY_PUBLIC_KEY must begin with pk_.')
  expect(() => set({ PAIDY_SECRET_KEY: 'pk_live_1' })).toThrow('PAIDY_SECRET_KEY must begin with sk_.')
  expect(() => set({ PAIDY_SECRET_KEY: 'sk_test_1' })).toThrow('must be the key of PAIDY_PUBLIC_KEY')
})

test('the port of the metrics is one of its own', () => {
  const both = { ...env, PORT: '3000', METRICS_PORT: '3000' }
  expect(() => readConfig(both)).toThrow('METRICS_PORT must differ from PORT')
})

test('a table of error codes that nobody can read is rejected at the start, not with the first answer', () => {
  expect(() => readConfig({ ...env, GMO_DEFERRED_CODES: 'unknown' })).toThrow('GMO_DEFERRED_CODES must look like')
})

test('settings that forbid the sandbox are rejected here too, at once', () => {
  const wrong = { PUBLIC_URL: 'https://shop.example', GMO_BASE_URL: 'https://p01.mul-pay.example' }
  expect(() => readConfig({ ...env, ...wrong })).toThrow(/^The sandbox is on and PUBLIC_URL .*\n.*GMO_BASE_URL/)
  expect(() => readConfig({ ...real, GMO_SHOP_PASS: 'sandboxpas' })).toThrow(
    /^GMO_SHOP_PASS is the one of the simulators/,
  )
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be a URL with http(s).'],
  [{ SANDBOX_URL: 'file:///etc' }, 'SANDBOX_URL must be a URL with http(s).'],
  [{ SHOP_HOSTS: 'wholesale' }, 'SHOP_HOSTS must look like host=3,other=4.'],
  [{ RATE_LIMIT_FACTOR: '-1' }, 'RATE_LIMIT_FACTOR must be a whole number.'],
  [{ DB_POOL: 'abc' }, 'DB_POOL must be a whole number from 1 to 1000.'],
  [{ DATABASE_READ_URL: 'db2:5432' }, 'DATABASE_READ_URL must look like postgres://user:password@host:5432/name.'],
  [{ DATABASE_READ_LAG: '0' }, 'DATABASE_READ_LAG must be a whole number from 1 to 60.'],
  [{ DB_POOL: '0' }, 'DB_POOL must be a whole number from 1 to 1000.'],
  [{ SHOP_ID: '2.5' }, 'SHOP_ID must be a whole number.'],
  [{ OUTBOX_KEEP_DAYS: '0' }, 'OUTBOX_KEEP_DAYS must be a whole number from 1 to 3650.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a number of proxies, or networks such as 10.0.0.0/8,192.0.2.7.'],
  [{ API_SHOP_URL: 'shop.example' }, 'API_SHOP_URL must be a URL with http(s).'],
  [{ TAG_MANAGER_ID: 'UA-1' }, 'TAG_MANAGER_ID must look like GTM-ABC123.'],
  [{ AMAZON_PRIVATE_KEY: 'abc' }, 'AMAZON_PRIVATE_KEY must be an RSA key as PEM.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must look like smtp://user:password@host:587.'],
  [{ GMO_TENANT_NAME: 'とても長い名前のお店' }, 'GMO_TENANT_NAME must have 9 characters at most.'],
])('%o gives one sentence', (wrong, sentence) => {
  expect(() => readConfig({ ...env, ...wrong })).toThrow(new ConfigError(sentence))
})

test('all mistakes are reported together', () => {
  const wrong = {
    DB_POOL: 'abc',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'x',
    GMO_SHOP_ID: '',
    POSTCODE_API_KEY: '',
    SMTP_URL: '',
  }
  const sentences = () => {
    try {
      return readConfig({ ...real, ...wrong })
    } catch (error) {
      return (error as Error).message.split('\n')
    }
  }
  expect(sentences()).toEqual([
    expect.stringMatching(/^DB_POOL /),
    expect.stringMatching(/^TRUST_PROXY /),
    expect.stringMatching(/^LOG_LEVEL /),
    'GMO_SHOP_ID is not set.',
    'SMTP_URL is not set.',
    'POSTCODE_API_KEY is not set.',
  ])
})
