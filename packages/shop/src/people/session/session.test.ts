import { access_token, customer, security_event } from '@kushi/db/schema/customer'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, asc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { consumeLimit, tryLimit } from '../../foundation/limit/consume-limit.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { findDecoyPasswordHash } from './internal/check-password.ts'
import { startSession } from './internal/start-session.ts'
import { hashToken } from './internal/token.ts'
import { endMemberSession, endOtherSessions, listMemberSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { revokeAllSessions, revokeSession } from './revoke-session.ts'
import { findSession, logOut, refreshSession, whoAmI } from './session.ts'

const password = await vi.hoisted(async () => ({ verified: [] as string[] }))
vi.mock('@kushi/db/password', async (original) => {
  const real = await original<typeof import('@kushi/db/password')>()
  const verifyPassword = (text: string, phc: string) => {
    password.verified.push(phc)
    return real.verifyPassword(text, phc)
  }
  return { ...real, verifyPassword }
})

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const clock = testClock()
const ctx = testContext(db, { clock })
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const find = (token: string, shop_id = 2, at = clock) => findSession(db, at, shop_id, hashToken(token))
const later = (days: number) => testClock(new Date(Date.UTC(2026, 10, 21 + days)).toISOString().slice(0, 10))

beforeEach(async () => {
  await db.delete(access_token)
  await db.delete(rate_limit)
  password.verified.length = 0
})

test('a token is found by its hash in its own shop, and is not stored itself', async () => {
  const token = await startSession(ctx, hanako!.id, 'customer')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await find(token)).toEqual({ customer_id: hanako!.id })
  expect(await find(token, 3)).toBeNull()
  expect(await find(`${token.slice(0, -1)}~`)).toBeNull()
  const { rows } = await database.pool.query('select access_token::text as row from access_token')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0].row).toContain(hashToken(token).toString('hex'))
})

test('lives 30 days from the last visit, and is written once a day at most', async () => {
  const token = await startSession(ctx, hanako!.id, 'customer')
  const expiry = async () => (await db.select().from(access_token))[0]!.expires_at.toISOString()
  const first = await expiry()
  const inTheEvening = { ...clock, now: () => new Date(clock.now().getTime() + 11 * 3_600_000) }
  await findSession(db, inTheEvening, 2, hashToken(token))
  expect(await expiry()).toBe(first)
  expect(await find(token, 2, later(29))).not.toBeNull()
  expect(await find(token, 2, later(58))).not.toBeNull()
  expect(await expiry()).toBe('2027-02-17T03:00:00.000Z')
  expect(await find(token, 2, later(88))).toBeNull()
})

test('ends after 90 days, however often it is used', async () => {
  const token = await startSession(ctx, hanako!.id, 'customer')
  for (let day = 10; day < 90; day += 10) expect(await find(token, 2, later(day))).not.toBeNull()
  expect(await find(token, 2, later(90))).toBeNull()
})

test('a browser that lost the token gets the same one back from its cookie, until the session ends', async () => {
  let kept: string | null = null
  const keepSession = (key: string | null) => {
    kept = key
  }
  const browser = { ...ctx, keepSession }
  const token = await startSession(browser, hanako!.id, 'customer')
  const { rows } = await database.pool.query('select access_token::text as row from access_token')
  expect(JSON.stringify(rows)).not.toContain(kept)
  expect(await refreshSession({ ...browser, session_key: kept }, {})).toMatchObject({
    access_token: token,
    customer: { id: hanako!.id },
  })
  const refused = { status: 401 }
  await expect(refreshSession({ ...browser, session_key: token }, {})).rejects.toMatchObject(refused)
  await expect(refreshSession({ ...browser, session_key: kept, client_id: '' }, {})).rejects.toMatchObject(refused)
  await expect(refreshSession({ ...browser, session_key: kept, shop_id: 3 }, {})).rejects.toMatchObject(refused)
  expect(kept).toBeNull()
})

test('the list of devices: the member’s own, with device and network in words; one or all others can be ended', async () => {
  const from = (ip: string, user_agent: string) => ({ ...ctx, ip, user_agent })
  const phone = 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1'
  const mine = await startSession(from('203.0.113.7', phone), hanako!.id, 'customer')
  await startSession(from('198.51.100.7', 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0'), hanako!.id, 'line')
  await startSession(ctx, hanako!.id, 'customer')
  const foreign = await startSession(ctx, taro!.id, 'customer')
  const member = { ...ctx, customer_id: hanako!.id, token_hash: hashToken(mine) }
  const { items } = await listMemberSessions(member, {})
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({ is_current: true, device: 'iPhone・Safari', network: '203.0.113.*' })
  const line = items.find(({ provider }) => provider === 'line')!
  expect(line).toMatchObject({ device: 'Windows・Firefox', is_current: false })
  const [theirs] = (await listMemberSessions({ ...ctx, customer_id: taro!.id }, {})).items
  await expect(endMemberSession(member, { id: theirs!.id })).rejects.toMatchObject({ status: 404 })
  expect((await endMemberSession(member, { id: line.id })).items).toHaveLength(2)
  await expect(endMemberSession(member, { id: line.id })).rejects.toMatchObject({ status: 404 })
  expect((await endOtherSessions(member, {})).items).toMatchObject([{ is_current: true }])
  expect(await find(foreign)).not.toBeNull()
})

test('security events of an account are recorded, without secrets', async () => {
  await db.delete(security_event)
  const email = 'hanako@example.com'
  await expect(logIn(ctx, { email, password: 'Guess1234' })).rejects.toMatchObject({ status: 422 })
  await expect(logIn(ctx, { email: 'nobody@example.com', password: 'Guess1234' })).rejects.toMatchObject({
    status: 422,
  })
  const { access_token: token } = await logIn(ctx, { email, password: 'Tsubaki2026' })
  const member = testContext(db, { clock, customer_id: hanako!.id, token_hash: hashToken(token) })
  await logOut(member, {})
  const rows = await db.select().from(security_event).orderBy(asc(security_event.id))
  expect(rows.map(({ event, actor_kind, customer_id }) => [event, actor_kind, customer_id])).toEqual([
    ['login_failed', 'guest', hanako!.id],
    ['login_failed', 'guest', null],
    ['login', 'member', hanako!.id],
    ['logout', 'member', hanako!.id],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Guess|Tsubaki|example\.com/)
})

test('logout ends this session only, also when repeated', async () => {
  const [one, two] = [await startSession(ctx, hanako!.id, 'customer'), await startSession(ctx, hanako!.id, 'line')]
  await logOut({ ...ctx, token_hash: hashToken(one) }, {})
  await logOut({ ...ctx, token_hash: hashToken(one) }, {})
  await logOut(ctx, {})
  await revokeSession(db, clock, 3, hashToken(two))
  expect(await find(one)).toBeNull()
  expect(await find(two)).not.toBeNull()
})

test('a revoked session is not revived by a visit', async () => {
  const token = await startSession(ctx, hanako!.id, 'customer')
  await revokeSession(db, clock, 2, hashToken(token))
  expect(await find(token, 2, later(2))).toBeNull()
})

test('all sessions of a member end, except the current one and those of other members', async () => {
  const mine = await startSession(ctx, hanako!.id, 'customer')
  const phone = await startSession(ctx, hanako!.id, 'customer')
  const other = await startSession(ctx, taro!.id, 'customer')
  await revokeAllSessions(db, clock, 2, hanako!.id, hashToken(mine))
  expect([await find(mine), await find(phone), await find(other)].map(Boolean)).toEqual([true, false, true])
  await revokeAllSessions(db, clock, 2, hanako!.id)
  expect([await find(mine), await find(other)].map(Boolean)).toEqual([false, true])
})

test('the purge deletes expired sessions', async () => {
  await startSession(ctx, hanako!.id, 'customer')
  await startSession({ ...ctx, clock: later(10) }, hanako!.id, 'customer')
  await deleteExpiredRows({ ...ctx, clock: later(31) })
  expect(await db.select().from(access_token)).toHaveLength(1)
})

test('login: returns the member with a valid token, and no secrets', async () => {
  const answer = await logIn(ctx, { email: 'Hanako@Example.com', password: 'Tsubaki2026' })
  expect(await find(answer.access_token)).toEqual({ customer_id: hanako!.id })
  expect(answer.customer).toMatchObject({ id: hanako!.id, email: 'hanako@example.com', rank_name: 'ひらき' })
  expect(answer.customer).not.toHaveProperty('password_hash')
  const member = { ...ctx, customer_id: hanako!.id }
  expect(await whoAmI(member, {})).toEqual(answer.customer)
  await expect(whoAmI({ ...member, shop_id: 3 }, {})).rejects.toMatchObject({ status: 404 })
})

const wrong = {
  status: 422,
  error: 'ERROR_LOGIN_FAILED',
  message: '正しいメールアドレスとパスワードを入力してください。',
}
test.each([
  ['a wrong password', { email: 'hanako@example.com', password: 'Tsubaki2027' }, 2],
  ['an unknown e-mail', { email: 'nobody@example.com', password: 'Tsubaki2026' }, 2],
  ['a member of another shop', { email: 'hanako@example.com', password: 'Tsubaki2026' }, 3],
])('login: %s fails alike, after one hash of the same cost', async (_, input, shop_id) => {
  await expect(logIn({ ...ctx, shop_id }, input)).rejects.toMatchObject(wrong)
  expect(password.verified).toHaveLength(1)
  const cost = (phc: string) => phc.split('$').slice(0, 4).join('$')
  expect(cost(password.verified[0]!)).toBe(cost(hanako!.password_hash!))
  expect(await db.select().from(access_token)).toHaveLength(0)
})

test('login: a hash of another system is accepted once and replaced by ours; a wrong password leaves it', async () => {
  const moved = '$2y$07$BCryptRequires22Chrcte3wGKygnY/iXPuvUrzMR8f1xulwJ0TUO'
  const stored = async () => (await db.select().from(customer).where(eq(customer.id, taro!.id)))[0]!.password_hash
  await db.update(customer).set({ password_hash: moved }).where(eq(customer.id, taro!.id))
  await expect(logIn(ctx, { email: 'taro@example.com', password: 'Tsubaki2027' })).rejects.toMatchObject(wrong)
  expect(await stored()).toBe(moved)
  await logIn(ctx, { email: 'taro@example.com', password: 'Tsubaki2026' })
  expect(await stored()).toMatch(/^\$argon2id\$/)
  await logIn(ctx, { email: 'taro@example.com', password: 'Tsubaki2026' })
  expect(await db.select().from(access_token)).toHaveLength(2)
})

test('login: an unknown e-mail is checked against a member’s hash, always the same one', async () => {
  const cheap = '$2y$04$BCryptRequires22Chrcte3wGKygnY/iXPuvUrzMR8f1xulwJ0TUO'
  const before = await db.select({ id: customer.id, password_hash: customer.password_hash }).from(customer)
  await db.update(customer).set({ password_hash: cheap }).where(eq(customer.shop_id, 2))
  expect(
    new Set(await Promise.all(['a@a.jp', 'b@b.jp', 'c@c.jp'].map((email) => findDecoyPasswordHash(ctx, email)))),
  ).toEqual(new Set([cheap]))
  // Without a password for the newest members, every e-mail still gets a member's hash.
  await db
    .update(customer)
    .set({ password_hash: null })
    .where(and(eq(customer.shop_id, 2), ne(customer.id, taro!.id)))
  const emails = Array.from({ length: 20 }, (_, n) => `${n}@a.jp`)
  expect(new Set(await Promise.all(emails.map((email) => findDecoyPasswordHash(ctx, email))))).toEqual(new Set([cheap]))
  for (const { id, password_hash } of before)
    await db.update(customer).set({ password_hash }).where(eq(customer.id, id))
  expect(await findDecoyPasswordHash({ ...ctx, shop_id: 99 }, 'a@a.jp')).toBeNull()
})

test('login: a member who only uses LINE has no valid password', async () => {
  await db.update(customer).set({ password_hash: null }).where(eq(customer.id, taro!.id))
  await expect(logIn(ctx, { email: 'taro@example.com', password: 'Tsubaki2026' })).rejects.toMatchObject(wrong)
  expect(password.verified).toHaveLength(1)
})

test('login: ten wrong passwords from one address lock that address; the member can log in elsewhere', async () => {
  const guess = (email: string, ip = '198.51.100.1') => logIn({ ...ctx, ip }, { email, password: 'Wrong1234' })
  for (let n = 0; n < 10; n++) await expect(guess('hanako@example.com')).rejects.toMatchObject(wrong)
  const right = { email: 'HANAKO@example.com', password: 'Tsubaki2026' }
  await expect(logIn({ ...ctx, ip: '198.51.100.1' }, right)).rejects.toMatchObject({ status: 429 })
  await logIn(ctx, right)
  await expect(guess('other@example.com')).rejects.toMatchObject(wrong)
  const soon = { ...clock, now: () => new Date(clock.now().getTime() + 5 * 60_000) }
  await logIn({ ...ctx, clock: soon, ip: '198.51.100.1' }, right)
})

test('login: the right password is not counted', async () => {
  for (let n = 0; n < 15; n++) await logIn(ctx, { email: 'hanako@example.com', password: 'Tsubaki2026' })
})

test('login: guesses from a hundred addresses are stopped, except from a network where the member has a session', async () => {
  const home = { ...ctx, ip: '203.0.113.5' }
  const right = { email: 'hanako@example.com', password: 'Tsubaki2026' }
  await logIn(home, right)
  for (let n = 0; n < 100; n++) await consumeLimit(ctx, 'login_spread', { account: 'hanako@example.com' })
  await expect(logIn({ ...ctx, ip: '192.0.2.1' }, right)).rejects.toMatchObject({ status: 429 })
  await logIn(home, right)
})

test('login: while many guess at an account, a code by mail lets its member in; in a confirmed browser nothing is asked', async () => {
  const cookie = 'c'.repeat(43)
  const away = { ...ctx, ip: '192.0.2.1', deviceToken: () => cookie, makeDeviceToken: () => cookie }
  const right = { email: 'hanako@example.com', password: 'Tsubaki2026' }
  for (let n = 0; n < 100; n++) await consumeLimit(ctx, 'login_spread', { account: right.email })
  const codes = () => loadQueuedMails(db).then((mails) => mails.filter(({ subject }) => subject.includes('確認コード')))
  // Who does not know the password learns nothing, and nobody gets a mail.
  await expect(logIn(away, { ...right, password: 'Wrong1234' })).rejects.toMatchObject(wrong)
  expect(await codes()).toEqual([])
  await expect(logIn(away, right)).rejects.toMatchObject({ status: 422, error: 'ERROR_LOGIN_CODE' })
  const code = /(?<!\d)\d{6}(?!\d)/.exec((await codes()).at(-1)!.text)![0]
  const other = code === '000000' ? '000001' : '000000'
  await expect(logIn(away, { ...right, device_code: other })).rejects.toMatchObject({
    error: 'ERROR_DEVICE_CODE_WRONG',
  })
  await expect(logIn(away, { ...right, password: 'Wrong1234', device_code: code })).rejects.toMatchObject(wrong)
  expect((await logIn(away, { ...right, device_code: code })).customer.id).toBe(hanako!.id)
  // Known from now on, whatever others do from its address.
  await db.delete(access_token)
  let others = 0
  while (await tryLimit(away, 'login_address', { address: away.ip })) others++
  // Two wrong passwords were tried above.
  expect(others).toBe(98)
  await expect(logIn({ ...ctx, ip: away.ip }, right)).rejects.toMatchObject({ status: 429 })
  await logIn(away, right)
})

test('login: a thousand guesses at one account are the end of it', async () => {
  const cookie = 'd'.repeat(43)
  const away = { ...ctx, ip: '192.0.2.9', deviceToken: () => cookie, makeDeviceToken: () => cookie }
  const right = { email: 'taro@example.com', password: 'Tsubaki2026' }
  for (let n = 0; n < 100; n++) await consumeLimit(ctx, 'login_spread', { account: right.email })
  for (let n = 0; n < 1000; n++) await consumeLimit(ctx, 'login_flood', { account: right.email })
  await expect(logIn(away, right)).rejects.toMatchObject({ status: 429 })
})
