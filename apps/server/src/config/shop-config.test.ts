import { PROVIDER_ACCOUNT_KINDS, PROVIDER_ACCOUNT_VARIABLES, variablesOfAccount } from '@kushi/values/shop-account'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { configOfShop, withoutProviderAccounts } from './shop-config.ts'

const gmo = {
  GMO_BASE_URL: 'https://p01.mul-pay.example',
  GMO_SHOP_ID: 'a',
  GMO_SHOP_PASS: 'b',
  GMO_SITE_ID: 'c',
  GMO_SITE_PASS: 'd',
  GMO_API_KEY: 'e',
}
const np = {
  NP_BASE_URL: 'https://cp.example/v1',
  NP_MERCHANT_CODE: 'm',
  NP_SP_CODE: 's',
  NP_TERMINAL_ID: 't',
  NP_CARRIERS: 'yamato=1,sagawa=2,japan_post=3',
}
const line = { LINE_LIFF_ID: '1234567890-AbcdEfgh', LINE_BOT_ID: '@shop' }
const messaging = { LINE_CHANNEL_ACCESS_TOKEN: 'token', LINE_CHANNEL_SECRET: 'secret' }
const live = readConfig({
  DATABASE_URL: 'postgres://u@h/d',
  SMTP_URL: 'smtp://h',
  POSTCODE_API_KEY: 'f',
  SHOP_ID: '2',
  SECRET_KEY: 'a-key-of-thirty-two-characters-live',
  PUBLIC_URL: 'https://shop.example',
  ...gmo,
  GMO_TENANT_NAME: '椿野',
  GMO_STAGING: '1',
  GMO_PUBLIC_KEY: 'k',
  ...np,
  ...line,
  ...messaging,
})
const sandbox = readConfig({
  DATABASE_URL: 'postgres://u@h/d',
  SANDBOX_URL: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1',
  SANDBOX_GMO_SHOP_ID: 'tshop00000003',
})
const nothing = {
  gmo: null,
  payment_shop_id: '',
  payment_public_key: null,
  line: null,
  line_login: null,
  login_code: null,
  line_messaging: null,
  amazon: null,
  amazon_api: null,
  providers: new Map(),
  smtp_url: null,
}

test('a container of tags is the shop’s own: another shop’s is never loaded instead', () => {
  const tagged = readConfig({ ...live.environment, TAG_MANAGER_ID: 'GTM-FIRST' })
  expect(configOfShop(tagged, 2, {}).tag_manager_id).toBe('GTM-FIRST')
  expect(configOfShop(tagged, 3, {}).tag_manager_id).toBeNull()
  expect(configOfShop(tagged, 3, { TAG_MANAGER_ID: 'GTM-THIRD' })).toMatchObject({
    ...nothing,
    tag_manager_id: 'GTM-THIRD',
  })
  expect(configOfShop(tagged, 2, { TAG_MANAGER_ID: 'GTM-OWN1' })).toMatchObject({
    gmo: tagged.gmo,
    tag_manager_id: 'GTM-OWN1',
  })
  expect(() => configOfShop(tagged, 3, { TAG_MANAGER_ID: 'G-12345' })).toThrow(
    'TAG_MANAGER_ID must look like GTM-ABC123.',
  )
})

test('the installation’s own shop uses the environment, and another one nothing of it', () => {
  expect(configOfShop(live, 2, {})).toBe(live)
  const other = configOfShop(live, 3, {})
  expect(other).toMatchObject(nothing)
  expect(other).toMatchObject({
    database_url: live.database_url,
    secret_keys: live.secret_keys,
    postcode: live.postcode,
  })
  expect(JSON.stringify({ ...other, environment: null })).not.toMatch(/mul-pay|cp\.example|1234567890|smtp:/)
})

test('an account of a shop is a unit: nothing from the environment is mixed into it', () => {
  const own = { ...gmo, GMO_SHOP_ID: 'x', GMO_SHOP_PASS: 'y' }
  for (const shop of [2, 3]) {
    const config = configOfShop(live, shop, own)
    expect(config.gmo).toEqual({
      base_url: gmo.GMO_BASE_URL,
      shop_id: 'x',
      shop_pass: 'y',
      site_id: 'c',
      site_pass: 'd',
    })
    expect(config).toMatchObject({ payment_public_key: null, payment_live_flag: true })
  }
  expect(configOfShop(live, 2, own).providers.size).toBe(1)
  expect(configOfShop(live, 3, own)).toMatchObject({ providers: new Map(), smtp_url: null, line: null })
  expect(() => configOfShop(live, 2, { GMO_SHOP_ID: 'x' })).toThrow(
    'GMO_BASE_URL is not set.\nGMO_SHOP_PASS is not set.\nGMO_SITE_ID is not set.\nGMO_SITE_PASS is not set.\nGMO_API_KEY is not set.',
  )
})

test.each([
  ['np', np, { gmo: null, smtp_url: null }],
  ['mail', { SMTP_URL: 'smtp://other' }, { smtp_url: 'smtp://other', providers: new Map() }],
  ['line', line, { line: { bot_id: '@shop' }, line_messaging: null }],
  ['line that only speaks', messaging, { line: null, line_messaging: { channel_access_token: 'token' } }],
])('another shop with %s has that and nothing else', (_, own, expected) => {
  expect(configOfShop(live, 3, own)).toMatchObject(expected)
})

test.each([
  ['NP_BASE_URL', { NP_MERCHANT_CODE: 'm' }],
  ['GMO_DEFERRED_BASE_URL', { GMO_DEFERRED_SHOP_CODE: 'm' }],
  ['AMAZON_PRIVATE_KEY', { AMAZON_STORE_ID: 'm' }],
])('an account without its %s is reported, not ignored', (name, own) => {
  expect(() => configOfShop(live, 3, own)).toThrow(`${name} is not set.`)
})

test('with the sandbox all shops share the simulators, and a real account is never mixed with them', () => {
  expect(configOfShop(sandbox, 3, {})).toBe(sandbox)
  const own = { GMO_BASE_URL: 'http://127.0.0.1:8/sandbox/gmo', GMO_SHOP_ID: 'tshop00000003' }
  expect(configOfShop(sandbox, 3, own)).toMatchObject({
    gmo: { base_url: own.GMO_BASE_URL, shop_id: own.GMO_SHOP_ID },
    line: { liff_id: '2000000001-Tsubakin' },
  })
  for (const shop of [2, 3]) expect(() => configOfShop(sandbox, shop, gmo)).toThrow(/real providers are named/)
  expect(() => configOfShop(live, 3, { ...gmo, GMO_SHOP_PASS: 'sandboxpas' })).toThrow(/the one of the simulators/)
})

test('unusable accounts are absent, even if the simulators are available', () => {
  for (const config of [live, sandbox]) expect(withoutProviderAccounts(config)).toMatchObject(nothing)
})

test('settings added from the database at start apply to every shop', () => {
  const shop_hosts = new Map([['wholesale.localhost', 3]])
  expect(configOfShop({ ...live, shop_hosts }, 3, np).shop_hosts).toBe(shop_hosts)
})

test('every kind has its variables, and the settings read each of them', () => {
  for (const kind of PROVIDER_ACCOUNT_KINDS) expect(variablesOfAccount(kind)).not.toEqual([])
  for (const { kind } of Object.values(PROVIDER_ACCOUNT_VARIABLES)) expect(PROVIDER_ACCOUNT_KINDS).toContain(kind)
})
