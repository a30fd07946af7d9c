import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const env = { DATABASE_URL: 'postgres://u@h/d', SANDBOX_URL: 'http://127.0.0.1:9/', SMTP_URL: 'smtp://h' }
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
}

test('with the stand-ins everything else has a default; an empty variable is none', () => {
  const config = readConfig({ ...env, PORT: '', HOST: '', PUBLIC_URL: '', GMO_SHOP_ID: '' })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    public_url: 'http://localhost:3000',
    default_shop_id: 2,
    payment_script_url: '/sandbox/gmo/ext/js/token.js',
    gmo: { base_url: 'http://127.0.0.1:9/sandbox/gmo', shop_id: 'tshop00000001' },
  })
  expect([...config.shop_hosts]).toEqual([['wholesale.localhost', 3]])
})

test('live nothing of the stand-ins is left', () => {
  const config = readConfig(real)
  expect(config).toMatchObject({ sandbox_url: null, payment_script_url: null, public_url: 'https://shop.example' })
  expect(JSON.stringify(config)).not.toMatch(/sandbox["-]|tshop|tsite/)
  expect(config.shop_hosts.size).toBe(0)
})

test.each(Object.keys(real).filter((name) => name !== 'PUBLIC_URL'))('live without %s: said so', (name) => {
  expect(() => readConfig({ ...real, [name]: undefined })).toThrow(`${name} is not set.`)
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number.'],
  [{ PORT: '70000' }, 'PORT must be 65535 at most.'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be a URL with http(s).'],
  [{ SANDBOX_URL: 'file:///etc' }, 'SANDBOX_URL must be a URL with http(s).'],
  [{ SHOP_HOSTS: 'wholesale' }, 'SHOP_HOSTS must look like host=3,other=4.'],
  [{ RATE_LIMIT_FACTOR: '-1' }, 'RATE_LIMIT_FACTOR must be a whole number.'],
  [{ GMO_TENANT_NAME: 'とても長い名前のお店' }, 'GMO_TENANT_NAME must have 9 characters at most.'],
])('%o: one sentence', (wrong, sentence) => {
  expect(() => readConfig({ ...env, ...wrong })).toThrow(new ConfigError(sentence))
})
