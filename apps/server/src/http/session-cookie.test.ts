import { testDatabase } from '@kushi/db/testing'
import { calls as passkeyCalls } from '@kushi/shop/people/passkey/calls'
import { calls } from '@kushi/shop/people/session/calls'
import { testContext } from '@kushi/shop/testing/context'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { Deps } from '../deps/deps.ts'
import { answerFailure } from './failure.ts'
import { mountCalls } from './mount-calls.ts'
import { requestContext } from './request-context.ts'

const database = await testDatabase()
afterAll(database.close)

function shopAt(public_url: string) {
  const context = testContext(database.db)
  const base = { ...context, settings: { ...context.settings, public_url, rate_limit_factor: 0 } }
  const app = new Hono()
  app.onError(answerFailure(pino({ level: 'silent' })))
  const config = { default_shop_id: 2, shop_hosts: new Map(), trust_proxy: false }
  mountCalls(
    app,
    { ...calls, ...passkeyCalls },
    requestContext({ database, base: async () => base, config: { ...config, public_url } } as unknown as Deps),
  )
  return async (path: string, cookie = '', headers: Record<string, string> = { 'x-client-id': 'kushi-web-2' }) => {
    const person = { email: 'hanako@example.com', password: 'Tsubaki2026' }
    const body = JSON.stringify(path === LOGIN ? person : {})
    const json = { 'content-type': 'application/json', cookie }
    const res = await app.request(path, { method: 'POST', body, headers: { ...json, ...headers } })
    const answer = (await res.json()) as { data?: { access_token: string } }
    return { status: res.status, set: res.headers.getSetCookie(), token: answer.data?.access_token }
  }
}
const LOGIN = '/v1/common/login/customer/'
const REFRESH = '/v1/common/session/refresh'

test('a login sets a key that scripts cannot read and other sites cannot send, and a mark beside it', async () => {
  const { set } = await shopAt('https://shop.example')(LOGIN)
  expect(set).toHaveLength(2)
  expect(set[0]).toMatch(
    /^__Secure-session_2=[\w-]{43}; Max-Age=7776000; Path=\/v1\/common\/session; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(set[1]).toBe('member_2=1; Max-Age=7776000; Path=/; Secure; SameSite=Strict')
})

test('the key returns the same token until logout; a form of another site gets nothing', async () => {
  const ask = shopAt('http://localhost:3000')
  const { set, token } = await ask(LOGIN)
  const cookie = set[0]!.split(';')[0]!
  expect(await ask(REFRESH, cookie)).toMatchObject({ status: 200, token })
  expect(await ask(REFRESH, cookie, {})).toMatchObject({ status: 401 })
  expect(await ask(REFRESH, cookie, { 'x-client-id': 'kushi-web-2', 'x-shop-id': '3' })).toMatchObject({ status: 401 })
  const bearer = { authorization: `Bearer ${token}`, 'x-client-id': 'kushi-web-2' }
  const out = await ask('/v1/common/logout', cookie, bearer)
  expect(out.set.map((each) => each.split(';').slice(0, 2).join(';'))).toEqual([
    'session_2=; Max-Age=0',
    'member_2=; Max-Age=0',
  ])
  const refused = await ask(REFRESH, cookie)
  expect(refused.status).toBe(401)
  expect(refused.set).toHaveLength(2)
})

test('a browser is known by a random cookie that scripts cannot read, one for each shop, kept once it is there', async () => {
  const path = '/v1/common/login/passkey/options'
  const { set } = await shopAt('https://shop.example')(path)
  expect(set).toEqual([
    expect.stringMatching(/^__Host-device_2=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  const ask = shopAt('http://localhost:3000')
  const [cookie] = (await ask(path)).set[0]!.split(';')
  expect((await ask(path, cookie)).set[0]).toContain(`${cookie};`)
  const of_other = await ask(path, cookie, { 'x-client-id': 'kushi-web-3', 'x-shop-id': '3' })
  expect(of_other.set[0]).toMatch(/^device_3=/)
  expect((await ask(path, 'device_2=guessed')).set[0]).not.toContain('guessed')
  // A login by password alone confirms nothing, and sets none.
  expect((await ask(LOGIN)).set.join()).not.toContain('device_2')
})

test('a page of another origin can keep no cookie: no code is sent that could confirm nothing', async () => {
  const ask = shopAt('http://localhost:3000')
  const bearer = { authorization: `Bearer ${(await ask(LOGIN)).token}`, 'x-client-id': 'kushi-web-2' }
  for (const from of ['cross-site', 'same-site']) {
    const there = { ...bearer, 'sec-fetch-site': from }
    expect(await ask('/v1/customer/device/code', '', there)).toMatchObject({ status: 403, set: [] })
    expect(await ask('/v1/common/login/passkey/options', '', there)).toMatchObject({ status: 200, set: [] })
  }
  const here = { ...bearer, 'sec-fetch-site': 'same-origin' }
  expect(await ask('/v1/customer/device/code', '', here)).toMatchObject({ status: 200, set: [expect.any(String)] })
})
