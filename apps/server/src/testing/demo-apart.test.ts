import { contract } from '@kushi/contract/contract'
import { demoMembers } from '@kushi/db/seed/demo/members'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../config/env.ts'
import { demoDatabaseConfirmation } from '../config/sandbox-rule.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'

const sandbox = await sandboxOf()
const demo = await testDatabase()
const own = await testDatabase({ demo: false })
// A new shop is closed until its owner opens it.
await own.pool.query('update shop set opened_at = now()')
const server = await startServer(environment(own.url, sandbox))
afterAll(async () => {
  await server.stop()
  for (const database of [demo, own]) await database.close()
  await sandbox.stop()
})

const { call, url } = server
const read = async (path: string) => (await fetch(`${url}${path}`)).json()

/** The environment of a live shop. */
const real = (databaseUrl: string) => ({
  ...environment(databaseUrl, sandbox),
  SANDBOX_URL: '',
  SANDBOX_IN_PUBLIC: '',
  GMO_BASE_URL: 'https://p01.mul-pay.example',
  GMO_API_KEY: 'x',
  GMO_SHOP_ID: 'x',
  GMO_SHOP_PASS: 'x',
  GMO_SITE_ID: 'x',
  GMO_SITE_PASS: 'x',
  POSTCODE_API_KEY: 'x',
  SECRET_KEY: 'a-key-of-thirty-two-characters-live',
})

describe('a shop of its own, with the simulators', () => {
  test('the demo’s members and operators are neither listed nor accepted', async () => {
    expect(await read('/sandbox/demo.json')).toEqual([])
    expect(await read('/sandbox/operators.json')).toEqual([])
    const pressed = await fetch(`${url}/sandbox/operators/manager`, { method: 'POST', redirect: 'manual' })
    expect([pressed.status, pressed.headers.get('set-cookie')]).toEqual([404, null])
    for (const { email, password } of demoMembers) {
      const { meta } = await call('POST /v1/common/login/customer/', { body: { email, password } as never })
      expect([email, meta.error]).toEqual([email, 'ERROR_LOGIN_FAILED'])
    }
    const { rows } = await own.pool.query(
      'select (select count(*) from customer) + (select count(*) from operator) as n',
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('every list is empty, and every page that is not written yet is not found', async () => {
    expect((await call('GET /v1/product')).data).toMatchObject({ items: [] })
    for (const name of ['footer', 'banner', 'terms-of-use'] as const)
      expect((await call('GET /v1/setting/shop/content/{name}', { params: { name } })).status).toBe(404)
    // The demo's wholesale shop does not exist here.
    expect((await call('GET /v1/product', { shop: 3 })).status).toBe(400)
  })

  test('no read fails, for a guest and for its first member', async () => {
    const { token } = await newMember(call)
    const query = { delivery_id: 1, pref_id: 13, name: 'prefecture', product_sku_ids: '1:1', keyword: '椿', page: 1 }
    const reading = Object.keys(contract).filter((key) => key.startsWith('GET ')) as (keyof typeof contract)[]
    for (const key of reading) {
      // This call goes to the postcode service.
      if (key.includes('{postal_code}')) continue
      const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1])
      for (const asked of [{}, { token }, { token, query }]) {
        const answer = await call(key, { params: Object.fromEntries(names), ...asked })
        expect([key, answer.status < 500]).toEqual([key, true])
      }
    }
  })
})

test('the demo’s members are listed in the demo', async () => {
  const beside = await startServer(environment(demo.url, sandbox))
  const accounts = await (await fetch(`${beside.url}/sandbox/demo.json`)).json()
  expect(accounts).toHaveLength(demoMembers.length)
  await beside.stop()
})

describe('without the simulators', () => {
  test('the demo’s database is rejected in one sentence, and accepted only with the confirmation', async () => {
    const refused = await startServer(real(demo.url)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect((refused as Error).message).toContain(`DEMO_DATABASE="${demoDatabaseConfirmation}"`)
    await expect(startServer({ ...real(demo.url), DEMO_DATABASE: 'yes' })).rejects.toThrow(ConfigError)
    const named = await startServer({ ...real(demo.url), DEMO_DATABASE: demoDatabaseConfirmation })
    await named.stop()
  })

  test('a shop of its own opens', async () => {
    const shop = await startServer(real(own.url))
    expect((await shop.call('GET /v1/product')).status).toBe(200)
    await shop.stop()
  })
})
