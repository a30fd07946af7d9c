import { randomBytes } from 'node:crypto'
import { access_token, customer, security_event } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { customer_challenge, customer_device, customer_passkey } from '@kushi/db/schema/sign-in'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { MAX_PASSKEYS } from '@kushi/values/sign-in'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Context, MemberContext } from '../../context.ts'
import { fakePasskeyAuthenticator } from '../../testing/authenticator.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { endCustomerSessions } from '../customer/admin/change-customer.ts'
import { setPassword } from '../customer/internal/set-password.ts'
import { hashToken } from '../session/index.ts'
import {
  deleteMemberPasskey,
  listMemberPasskeys,
  registerMemberPasskey,
  startMemberPasskeyRegistration,
} from './passkeys.ts'
import { logInByPasskey, startPasskeyLogin } from './sign-in.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const clock = testClock()

/** A browser with its cookie. */
function browser(more: Partial<Context> = {}) {
  const token = randomBytes(32).toString('base64url')
  const cookie = { deviceToken: () => token, makeDeviceToken: () => token }
  return testContext(db, { clock, ...cookie, ...(more as object) })
}
const memberIn = (ctx: Context, customer_id = hanako!.id): MemberContext => ({
  ...ctx,
  ...testContext(db, { ...ctx, customer_id }),
})

beforeEach(async () => {
  for (const table of [customer_passkey, customer_device, customer_challenge, access_token, rate_limit])
    await db.delete(table)
})

async function registered(ctx = browser(), phone = fakePasskeyAuthenticator(), customer_id = hanako!.id) {
  const member = memberIn(ctx, customer_id)
  const { options } = await startMemberPasskeyRegistration(member, {})
  await registerMemberPasskey(member, { credential: phone.create(options) })
  return { phone, ctx, member }
}
const logIn = async (ctx: Context, phone: ReturnType<typeof fakePasskeyAuthenticator>, more = {}) => {
  const { options } = await startPasskeyLogin(ctx, {})
  return logInByPasskey(ctx, { credential: phone.get(options, more) })
}
const refusedLogin = { status: 422, error: 'ERROR_PASSKEY' }

test('a member adds a passkey, is told by mail, and logs in by it on another day in another browser', async () => {
  const { phone, member } = await registered()
  const { items, rp_id, user_id, credential_ids } = await listMemberPasskeys(member, {})
  expect(items).toEqual([{ id: expect.any(Number), name: '不明な端末', created_at: expect.any(String), used_at: null }])
  expect([rp_id, credential_ids]).toEqual(['localhost', [phone.id]])
  expect(Buffer.from(user_id, 'base64url').toString()).toBe(`member-2-${hanako!.id}`)
  const [mail] = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  expect(mail).toMatchObject({ subject: '【椿野】パスキーを登録しました', customer_id: hanako!.id })

  const elsewhere = browser()
  phone.counter = 1
  const session = await logIn(elsewhere, phone)
  expect(session.customer.id).toBe(hanako!.id)
  const [kept] = await db.select().from(access_token)
  expect(kept).toMatchObject({ token_hash: hashToken(session.access_token), provider: 'customer' })
  expect((await listMemberPasskeys(member, {})).items[0]!.used_at).not.toBeNull()
  // Both browsers count as confirmed by it.
  const devices = await db.select().from(customer_device).orderBy(asc(customer_device.id))
  expect(devices.map(({ proof }) => proof)).toEqual(['passkey', 'passkey'])
  const events = await db.select({ event: security_event.event }).from(security_event).orderBy(asc(security_event.id))
  expect(events.map(({ event }) => event).slice(-4)).toEqual([
    'passkey_added',
    'device_confirmed',
    'device_confirmed',
    'login',
  ])
})

test('a challenge is good once, for five minutes, and in the browser that asked for it', async () => {
  const { phone, ctx } = await registered()
  const { options } = await startPasskeyLogin(ctx, {})
  const answer = phone.get(options)
  await expect(logInByPasskey(browser(), { credential: answer })).rejects.toMatchObject(refusedLogin)
  await expect(logInByPasskey(ctx, { credential: answer })).resolves.toHaveProperty('access_token')
  await expect(logInByPasskey(ctx, { credential: answer })).rejects.toMatchObject(refusedLogin)

  const late = await startPasskeyLogin(ctx, {})
  const afterwards = { ...ctx, clock: { ...clock, now: () => new Date(clock.now().getTime() + 5 * 60_000) } }
  await expect(logInByPasskey(afterwards, { credential: phone.get(late.options) })).rejects.toMatchObject(refusedLogin)
  await expect(
    logInByPasskey(ctx, { credential: phone.get({ challenge: randomBytes(32).toString('base64url') }) }),
  ).rejects.toMatchObject(refusedLogin)
})

test('two calls with one answer start one session', async () => {
  const { phone, ctx } = await registered()
  const { options } = await startPasskeyLogin(ctx, {})
  const answer = phone.get(options)
  const both = await Promise.allSettled([1, 2].map(() => logInByPasskey(ctx, { credential: answer })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['another site’s page', { origin: 'http://evil.example' }],
  ['nobody who was asked', { is_verified: false }],
  ['another member’s handle', { user_handle: `member-2-${taro!.id}` }],
  ['no handle', { user_handle: '' }],
])('refused: the answer of %s', async (_, more) => {
  const { phone, ctx } = await registered()
  await expect(logIn(ctx, phone, more)).rejects.toMatchObject(refusedLogin)
  expect(await db.$count(access_token)).toBe(0)
})

test('a counter that goes back is a copy of the passkey', async () => {
  const { phone, ctx } = await registered()
  phone.counter = 5
  await logIn(ctx, phone)
  await expect(logIn(ctx, phone)).rejects.toMatchObject(refusedLogin)
  phone.counter = 6
  await expect(logIn(ctx, phone)).resolves.toBeDefined()
})

test('a passkey belongs to one shop, also where two have one host', async () => {
  const { phone, ctx } = await registered()
  const there = { ...ctx, shop_id: 3 }
  // It may be good in the other shop: the browser is not told that it is over.
  await expect(logIn(there, phone)).rejects.toMatchObject(refusedLogin)
  const own = { settings: { ...ctx.settings, shop_hosts: new Map([['tsubaki.example', 2]]) } }
  await expect(logIn({ ...ctx, ...own }, phone)).rejects.toMatchObject(refusedLogin)
  await db.delete(customer_passkey)
  await expect(logIn(ctx, phone)).rejects.toMatchObject({ status: 422, error: 'ERROR_PASSKEY_UNKNOWN' })
})

test('a blocked or former member does not get in', async () => {
  const { phone, ctx } = await registered()
  const mine = and(eq(customer.shop_id, 2), eq(customer.id, hanako!.id))
  await db.update(customer).set({ blocked_at: clock.now() }).where(mine)
  await expect(logIn(ctx, phone)).rejects.toMatchObject({ status: 403, error: 'ERROR_MEMBER_BLOCKED' })
  await db.update(customer).set({ blocked_at: null, withdrawn_at: clock.now() }).where(mine)
  await expect(logIn(ctx, phone)).rejects.toMatchObject({ status: 422 })
  await db.update(customer).set({ withdrawn_at: null }).where(mine)
})

test('an answer that nobody was asked for adds no passkey, nor one that another member has', async () => {
  const { phone, member, ctx } = await registered()
  const { options } = await startMemberPasskeyRegistration(member, {})
  const other = fakePasskeyAuthenticator()
  await expect(
    registerMemberPasskey(member, { credential: other.create(options, { is_verified: false }) }),
  ).rejects.toMatchObject({
    status: 422,
    error: 'ERROR_PASSKEY',
  })
  // Used up by the attempt.
  await expect(registerMemberPasskey(member, { credential: other.create(options) })).rejects.toMatchObject({
    error: 'ERROR_PASSKEY',
  })
  const of_taro = memberIn(ctx, taro!.id)
  const his = await startMemberPasskeyRegistration(of_taro, {})
  await expect(registerMemberPasskey(member, { credential: other.create(his.options) })).rejects.toMatchObject({
    error: 'ERROR_PASSKEY',
  })
  const again = await startMemberPasskeyRegistration(of_taro, {})
  await expect(registerMemberPasskey(of_taro, { credential: phone.create(again.options) })).rejects.toMatchObject({
    error: 'ERROR_PASSKEY',
  })
})

test(`a member has ${MAX_PASSKEYS} at most, and removes only their own`, async () => {
  const { ctx, member } = await registered()
  for (let n = 1; n < MAX_PASSKEYS; n++) await registered(ctx)
  await expect(startMemberPasskeyRegistration(member, {})).rejects.toMatchObject({
    status: 409,
    error: 'ERROR_TOO_MANY_PASSKEYS',
  })
  const [first] = (await listMemberPasskeys(member, {})).items
  await expect(deleteMemberPasskey(memberIn(ctx, taro!.id), { id: first!.id })).rejects.toMatchObject({ status: 404 })
  expect((await deleteMemberPasskey(member, { id: first!.id })).items).toHaveLength(MAX_PASSKEYS - 1)
  const [mail] = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  expect(mail!.subject).toBe('【椿野】パスキーを削除しました')
})

test('the last way to log in stays', async () => {
  const { member } = await registered()
  const mine = and(eq(customer.shop_id, 2), eq(customer.id, hanako!.id))
  const { password_hash, line_id } = hanako!
  await db.update(customer).set({ password_hash: null, line_id: null }).where(mine)
  const [only] = (await listMemberPasskeys(member, {})).items
  await expect(deleteMemberPasskey(member, { id: only!.id })).rejects.toMatchObject({
    status: 409,
    error: 'ERROR_LAST_LOGIN',
  })
  expect((await listMemberPasskeys(member, {})).items).toHaveLength(1)
  await db.update(customer).set({ line_id: 'U-of-hanako' }).where(mine)
  expect((await deleteMemberPasskey(member, { id: only!.id })).items).toEqual([])
  await db.update(customer).set({ password_hash, line_id }).where(mine)
})

test('a password that is reset by mail removes the passkeys; a changed one leaves them', async () => {
  const { phone, ctx, member } = await registered()
  await db.transaction((tx) => setPassword(tx, member, hanako!.id, hanako!.password_hash!, 'password_changed'))
  await expect(logIn(ctx, phone)).resolves.toBeDefined()
  await db.transaction((tx) => setPassword(tx, ctx, hanako!.id, hanako!.password_hash!, 'password_reset'))
  await expect(logIn(ctx, phone)).rejects.toMatchObject({ error: 'ERROR_PASSKEY_UNKNOWN' })
  const mails = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(3)
  expect(mails.map(({ subject }) => subject)).toContain('【椿野】パスキーを削除しました')
})

test('an operator who ends all sessions removes passkeys and devices too, and the member is told', async () => {
  const { phone, ctx } = await registered()
  await endCustomerSessions(await operatorContext(db), { id: hanako!.id })
  await expect(logIn(ctx, phone)).rejects.toMatchObject({ error: 'ERROR_PASSKEY_UNKNOWN' })
  expect([await db.$count(access_token, isNull(access_token.revoked_at)), await db.$count(customer_device)]).toEqual([
    0, 0,
  ])
  const [mail] = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  expect(mail).toMatchObject({ subject: '【椿野】パスキーを削除しました', customer_id: hanako!.id })
})

test('a shop’s own name is shown beside the passkey', async () => {
  const { options } = await startMemberPasskeyRegistration(memberIn(browser()), {})
  const [own] = await db.select().from(shop).where(eq(shop.id, 2))
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: own!.shop_name },
    user: { name: 'hanako@example.com' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
})

test('a hundred telephones of one model behind the address of their carrier see the login screen', async () => {
  const phones = Array.from({ length: 100 }, () => browser({ ip: '203.0.113.7', user_agent: 'iPhone' }))
  for (const phone of phones) await expect(startPasskeyLogin(phone, {})).resolves.toBeDefined()
})
