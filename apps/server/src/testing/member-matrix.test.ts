import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { access_token, customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { startSession } from '@kushi/shop/people/session/internal/start-session'
import { hashToken } from '@kushi/shop/people/session/internal/token'
import { revokeSession } from '@kushi/shop/people/session/revoke-session'
import { fakeCardVault } from '@kushi/shop/testing/card-vault'
import { testContext } from '@kushi/shop/testing/context'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { callBindings } from '../calls.ts'
import type { Deps } from '../deps/deps.ts'
import { answerFailure } from '../http/failure.ts'
import { mountCalls } from '../http/mount-calls.ts'
import { requestContext } from '../http/request-context.ts'
import { type MemberCall, type MemberCallSample, memberSamples } from './member-samples.ts'
import { insertVictim, type Victim } from './victim.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const pdf = async () => new Uint8Array([37, 80, 68, 70])
const document = { render: pdf, renderDossier: pdf }
/** Every token belongs to a different LINE user. */
const line_login = {
  profile: async (token: string) => ({ line_user_id: `U${token}`, display_name: '椿', is_friend: true }),
}
const context = testContext(db, { ports: { card: fakeCardVault(), document, line_login } })
const base = { ...context, settings: { ...context.settings, rate_limit_factor: 0 } }
const app = new Hono()
app.onError(answerFailure(pino({ level: 'silent' })))
const config = { default_shop_id: 2, trust_proxy: 0, shop_hosts: new Map(), public_url: base.settings.public_url }
const deps = { config, database, base: async () => base }
mountCalls(app, callBindings, requestContext(deps as unknown as Deps))

const idOf = async (email: string) =>
  (await db.select({ id: customer.id }).from(customer).where(eq(customer.email, email)))[0]!.id
const session = (customer_id: number, shop_id = 2) => startSession({ ...base, shop_id }, customer_id, 'customer')
const otherMember = await session(await idOf('taro@example.com'))
const otherShop = await session(await idOf('salon@example.com'), 3)

async function expired(customer_id: number): Promise<string> {
  const token = await session(customer_id)
  await db
    .update(access_token)
    .set({ expires_at: base.clock.now() })
    .where(eq(access_token.token_hash, hashToken(token)))
  return token
}
async function revoked(customer_id: number): Promise<string> {
  const token = await session(customer_id)
  await revokeSession(db, base.clock, 2, hashToken(token))
  return token
}

type Request = { method: string; url: string; body: string | undefined }

/** The request that a browser would send. */
async function requestOf(key: string, sample: MemberCallSample, victim: Victim): Promise<Request> {
  const [method, pattern] = key.split(' ') as [string, string]
  const {
    params = {},
    query = {},
    body,
  } = {
    ...({} as { params?: object; query?: Record<string, unknown>; body?: object }),
    ...(await sample.input?.(victim)),
  }
  const given = new Map(Object.entries(params))
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return { method, url: `${path}?${search}`, body: body && JSON.stringify(body) }
}

async function ask({ method, url, body }: Request, token: string | null, shop = 2) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-shop-id': String(shop) }
  if (token) headers.authorization = `Bearer ${token}`
  const res = await app.request(url, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: res.status, text: await res.text() }
}

const memberCalls = Object.entries(contract as Record<string, Endpoint>)
  .filter(([, endpoint]) => endpoint.auth === 'member')
  .map(([key]) => key)

test('every call that only a member may make is in the matrix: add new ones to member-samples.ts', () => {
  expect(Object.keys(memberSamples).sort()).toEqual(memberCalls.toSorted())
})

describe.each(memberCalls as MemberCall[])('%s', (key) => {
  const sample: MemberCallSample = memberSamples[key] ?? { others: 'own' }

  test('only its member reads or changes anything by it', async () => {
    const victim = await insertVictim(db, base)
    const mine = await session(victim.id)
    // Created first: expired and revoked sessions are rows of the victim too.
    const stale = { 'an expired token': await expired(victim.id), 'a revoked token': await revoked(victim.id) }
    const request = await requestOf(key, sample, victim)
    const before = await victim.state()
    const refused: [string, string | null, number][] = [
      ['nobody', null, 2],
      ['a token that nobody has', 'x'.repeat(43), 2],
      ...Object.entries(stale).map(([who, token]): [string, string, number] => [who, token, 2]),
      ['the member in another shop', mine, 3],
      ['a member of another shop', otherShop, 2],
    ]
    for (const [who, token, shop] of refused) {
      const { status, text } = await ask(request, token, shop)
      expect([who, status]).toEqual([who, 401])
      expect(JSON.parse(text)).toEqual({ meta: expect.objectContaining({ error: 'ERROR_UNAUTHORIZED' }) })
    }
    for (const [who, token, shop] of [
      ['another member', otherMember, 2],
      ['a member of another shop, there', otherShop, 3],
    ] as const) {
      const { status, text } = await ask(request, token, shop)
      if (sample.others === 'not found') expect([who, status]).toEqual([who, 404])
      expect(status).toBeLessThan(500)
      for (const mark of victim.marks) expect(text).not.toContain(mark)
    }
    expect(await victim.state()).toBe(before)
  })

  test.runIf((contract[key] as Endpoint).confirmed_device)('asks for a browser that its member confirmed', async () => {
    const victim = await insertVictim(db, base)
    const request = await requestOf(key, sample, victim)
    const mine = await session(victim.id)
    const before = await victim.state()
    const checks = (device_check_flag: boolean) => db.update(shop).set({ device_check_flag }).where(eq(shop.id, 2))
    await checks(true)
    const { status, text } = await ask(request, mine)
    await checks(false)
    expect([status, JSON.parse(text).meta?.error]).toEqual([403, 'ERROR_DEVICE_NOT_CONFIRMED'])
    expect(await victim.state()).toBe(before)
  })

  // Otherwise a wrong sample would be rejected for every caller. 409: the member's own object, in a state that does not
  // allow it now.
  test('its member gets a response', async () => {
    const victim = await insertVictim(db, base)
    const { status, text } = await ask(await requestOf(key, sample, victim), await session(victim.id))
    expect([200, 409], text.slice(0, 300)).toContain(status)
  })
})
