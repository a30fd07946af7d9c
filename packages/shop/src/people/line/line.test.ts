import { customer, one_time_token } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LineProfile } from '../../ports/line-login-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { checkEmailRegistered } from '../customer/check-mail.ts'
import { sendLineInquiry } from '../inquiry/send-inquiry.ts'
import { updateInquiryStatus } from '../inquiry/update-inquiry-status.ts'
import { startSession } from '../session/internal/start-session.ts'
import { hashToken } from '../session/internal/token.ts'
import { findSession } from '../session/session.ts'
import { checkFriendLine } from './check-friend-line.ts'
import { confirmLineLink } from './confirm-link.ts'
import { requireLineFriend } from './internal/require-friend.ts'
import { linkBusinessAccount } from './link-business-account.ts'
import { issueLineLinkNonce, linkLineByNonce } from './link-nonce.ts'
import { saveSocialAccount } from './save-social-account.ts'
import { getSocialLine } from './social-line.ts'
import { unlinkLine } from './unlink-line.ts'
import { verifyLineAccount } from './verify-line-account.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database

/** A fake LINE, where a token is the name of its user. */
const known = new Map<string, LineProfile>()
const user = (name: string, is_friend = true) => {
  known.set(name, { line_user_id: `U-${name}`, display_name: name, is_friend })
  return name
}
const line_login = { profile: async (token: string) => known.get(token) ?? null }
const clock = testClock()
const ctx = testContext(db, { clock, ports: { line_login } })
const as = (customer_id: number, more: object = {}) => ({ ...ctx, customer_id, ...more })

/** The member in a new session, begun with the password. */
const fresh = async (id: number) => as(id, { token_hash: hashToken(await startSession(ctx, id, 'customer')) })

const level = (value: 'none' | 'optional' | 'required') =>
  db
    .update(shop)
    .set({ line_channel_flag: value !== 'none', ec_line_required_flag: value === 'required' })
    .where(eq(shop.id, 2))

let n = 0
async function newMember(more: Partial<typeof customer.$inferInsert> = {}) {
  const [like] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
  const { id: _, ...row } = like!
  const email = `line${++n}@example.com`
  const [added] = await db
    .insert(customer)
    .values({ ...row, email, line_id: null, gmo_id: null, idempotency_key: null, ...more })
    .returning()
  return added!
}
const lineIdOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!.line_id
const mailsTo = async (email: string) =>
  (await db.select().from(outbox))
    .map(({ payload }) => payload as { to: string; text: string })
    .filter(({ to }) => to === email)
const refused = (error: string) => expect.objectContaining({ error })

beforeEach(async () => {
  await level('optional')
  await db.delete(rate_limit)
  known.clear()
})

test('login: a session for the linked member, a name and a status for any other user', async () => {
  const member = await newMember({ line_id: 'U-linked' })
  const linked = await verifyLineAccount(ctx, { line_access_token: user('linked') })
  expect(linked.customer?.id).toBe(member.id)
  expect(await findSession(db, clock, 2, hashToken(linked.access_token!))).toEqual({ customer_id: member.id })
  expect(await verifyLineAccount(ctx, { line_access_token: user('new', false) })).toEqual({
    line_id: 'U-new',
    display_name: 'new',
    friend_status_id: 2,
    access_token: null,
    customer: null,
  })
})

test.each([
  ['none', true, 'ERROR_LINE_NOT_USED'],
  ['none', false, 'ERROR_LINE_NOT_USED'],
  ['optional', true, null],
  ['optional', false, null],
  ['required', true, null],
  ['required', false, 'ERROR_LINE_NOT_FRIEND'],
] as const)('login, linking and purchase where LINE is %s, friend: %s', async (requirement, isFriend, error) => {
  await level(requirement)
  const name = user(`level-${requirement}-${isFriend}`, isFriend)
  const member = await newMember()
  const tries = [
    () => verifyLineAccount(ctx, { line_access_token: name }),
    async () => saveSocialAccount(await fresh(member.id), { line_access_token: name }),
  ]
  for (const one of tries) await (error ? expect(one()).rejects.toThrow(refused(error)) : one())
  const buys = requireLineFriend(as(member.id))
  if (requirement === 'required' && !isFriend) await expect(buys).rejects.toThrow(refused('ERROR_LINE_NOT_FRIEND'))
  else await buys
})

test('where friendship is required, a member without LINE does not buy', async () => {
  await level('required')
  const { id } = await newMember()
  await expect(requireLineFriend(as(id))).rejects.toThrow(refused('ERROR_LINE_NOT_FRIEND'))
})

test('LINE does not know the token, or does not answer', async () => {
  const asked = { line_access_token: 'unknown' }
  await expect(verifyLineAccount(ctx, asked)).rejects.toThrow(refused('ERROR_LINE_TOKEN'))
  const down = { profile: () => Promise.reject(new Error('down')) }
  const cut = { ...ctx, ports: { ...ctx.ports, line_login: down } }
  await expect(verifyLineAccount(cut, asked)).rejects.toThrow(refused('ERROR_LINE_UNAVAILABLE'))
})

test('a member links at once, is notified by mail, and unlinks; their sessions by LINE login elsewhere end', async () => {
  const { id, email } = await newMember()
  const here = await startSession(ctx, id, 'customer')
  const member = as(id, { token_hash: hashToken(here) })
  expect(await saveSocialAccount(member, { line_access_token: user('own') })).toEqual({
    is_linked: true,
    link_failure_id: null,
  })
  expect(await getSocialLine(member, {})).toEqual({ line_id: 'U-own', friend_status_id: 4, is_friend: true })
  expect(await checkFriendLine(member, { line_user_id: 'U-own' })).toEqual({ friend_status_id: 4 })
  await expect(checkFriendLine(member, { line_user_id: 'U-linked' })).rejects.toThrow(refused('ERROR_NOT_FOUND'))

  const { access_token: elsewhere } = await verifyLineAccount(ctx, { line_access_token: 'own' })
  expect(await unlinkLine(member, {})).toEqual({ line_id: null, friend_status_id: null, is_friend: false })
  expect(await findSession(db, clock, 2, hashToken(elsewhere!))).toBeNull()
  expect(await findSession(db, clock, 2, hashToken(here))).not.toBeNull()
  expect((await mailsTo(email)).map(({ text }) => /連携されました|解除しました/.exec(text)?.[0])).toEqual([
    '連携されました',
    '解除しました',
  ])
})

test('a session alone links nothing: an old one gets the link by mail, or proves the password', async () => {
  const { id, email } = await newMember()
  const member = await fresh(id)
  const old = { ...member, clock: { ...clock, now: () => new Date(clock.now().getTime() + 10 * 60_000) } }
  const byLine = as(id, { token_hash: hashToken(await startSession(ctx, id, 'line')) })
  const unlinked = { is_linked: false, link_failure_id: null }
  for (const session of [old, byLine]) {
    expect(await saveSocialAccount(session, { line_access_token: user('thief') })).toEqual(unlinked)
    await expect(issueLineLinkNonce(session, {})).rejects.toThrow(refused('ERROR_PASSWORD_NEEDED'))
    const guess = { line_access_token: 'thief', password: 'Guess1234' }
    await expect(saveSocialAccount(session, guess)).rejects.toThrow(refused('ERROR_PASSWORD_WRONG'))
  }
  expect(await lineIdOf(id)).toBeNull()
  expect((await mailsTo(email)).at(-1)!.text).toContain('/sh/line-link/confirm?token=')
  const proven = { line_access_token: user('owner'), password: 'Tsubaki2026' }
  expect(await saveSocialAccount(old, proven)).toEqual({ is_linked: true, link_failure_id: null })
  expect(await lineIdOf(id)).toBe('U-owner')
})

test('a member without a password can’t lock themselves out', async () => {
  const { id } = await newMember({ password_hash: null, line_id: 'U-only' })
  await expect(unlinkLine(as(id), {})).rejects.toThrow(refused('ERROR_PASSWORD_NOT_SET'))
  expect(await lineIdOf(id)).toBe('U-only')
})

test('one LINE account is one member’s, also when two link it in the same moment', async () => {
  const [one, two] = [await newMember(), await newMember()]
  const token = user('wanted')
  const both = await Promise.allSettled(
    [one, two].map(async ({ id }) => saveSocialAccount(await fresh(id), { line_access_token: token })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: refused('ERROR_USER_CUSTOMER_LINE_EXISTS'),
  })
  const three = await newMember({ line_id: 'U-other' })
  await expect(saveSocialAccount(await fresh(three.id), { line_access_token: user('free') })).rejects.toThrow(
    refused('ERROR_CUSTOMER_HAS_LINE'),
  )
})

test('why a link is not made: no LINE account, or an unknown e-mail', async () => {
  expect(await saveSocialAccount(ctx, { email: 'x@example.com' })).toEqual({ is_linked: false, link_failure_id: 1 })
  const asked = { line_access_token: user('guest'), email: 'nobody@example.com' }
  expect(await saveSocialAccount(ctx, asked)).toEqual({ is_linked: false, link_failure_id: 2 })
})

/** Requests a link by mail and returns the token of the last mail. */
async function askByMail(email: string, name: string): Promise<string> {
  await saveSocialAccount(ctx, { line_access_token: user(name), email })
  return /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
}

test('by mail: only the LINE account that asked can use the link, once, for an hour', async () => {
  const { id, email } = await newMember()
  const token = await askByMail(email, 'asks')
  const confirm = (line_access_token: string, given = token) =>
    confirmLineLink(ctx, { token: given, line_access_token })
  await expect(confirm(user('another'))).rejects.toThrow(refused('ERROR_LINE_ACCOUNT_DIFFERENT'))
  expect(await lineIdOf(id)).toBeNull()
  expect((await confirm('asks')).customer.id).toBe(id)
  await expect(confirm('asks')).rejects.toMatchObject({ code: 8003 })
  await expect(confirm('asks', '')).rejects.toMatchObject({ code: 8004 })
  await expect(confirm('asks', 'made-up')).rejects.toMatchObject({ code: 8004 })

  const late = await newMember()
  const old = await askByMail(late.email, 'late')
  await db
    .update(one_time_token)
    .set({ expires_at: clock.now() })
    .where(eq(one_time_token.token_hash, hashToken(old)))
  await expect(confirm('late', old)).rejects.toMatchObject({ code: 8002 })
})

test('by mail: an account or a member that is linked already gets none', async () => {
  const linked = await newMember({ line_id: 'U-taken' })
  const free = await newMember()
  const ask = (name: string, email: string) => saveSocialAccount(ctx, { line_access_token: user(name), email })
  await expect(ask('taken', free.email)).rejects.toThrow(refused('ERROR_USER_CUSTOMER_LINE_EXISTS'))
  await expect(ask('fresh', linked.email)).rejects.toThrow(refused('ERROR_CUSTOMER_HAS_LINE'))
  await expect(checkEmailRegistered(ctx, { email: free.email, line_id: 'U-taken' })).rejects.toThrow(
    refused('ERROR_USER_CUSTOMER_LINE_EXISTS'),
  )
  expect(await checkEmailRegistered(ctx, { email: linked.email, line_id: 'U-taken' })).toEqual({ is_registered: true })
})

test('a business account links its own, a private one does not this way', async () => {
  const company = await newMember({ account_type: true })
  const body = { customer_id: company.id, line_access_token: user('company') }
  expect(await linkBusinessAccount(await fresh(company.id), body)).toMatchObject({
    line_id: 'U-company',
    is_friend: true,
  })
  const person = await newMember()
  await expect(linkBusinessAccount(as(person.id), body)).rejects.toThrow(refused('ERROR_NOT_FOUND'))
  await expect(linkBusinessAccount(as(person.id), { ...body, customer_id: person.id })).rejects.toThrow(
    refused('ERROR_NOT_BUSINESS'),
  )
})

test('by the bot: a nonce links once, for ten minutes, in its own shop', async () => {
  const { id } = await newMember()
  const { nonce } = await issueLineLinkNonce(await fresh(id), {})
  expect(await linkLineByNonce({ ...ctx, shop_id: 3 }, nonce, 'U-bot')).toBeNull()
  expect(await linkLineByNonce(ctx, nonce, 'U-bot')).toBe(id)
  expect(await linkLineByNonce(ctx, nonce, 'U-bot')).toBeNull()
  expect(await lineIdOf(id)).toBe('U-bot')
  const other = await newMember()
  const second = await issueLineLinkNonce(await fresh(other.id), {})
  await expect(linkLineByNonce(ctx, second.nonce, 'U-bot')).rejects.toThrow(refused('ERROR_USER_CUSTOMER_LINE_EXISTS'))
  const late = { ...ctx, clock: { ...clock, now: () => new Date(clock.now().getTime() + 601_000) } }
  expect(await linkLineByNonce(late, second.nonce, 'U-late')).toBeNull()
})

test('by mail without a LINE token: only the member it was sent to, logged in', async () => {
  const { id, email } = await newMember()
  const token = await askByMail(email, 'asks-and-opens')
  const stranger = await newMember()
  for (const one of [ctx, as(stranger.id)])
    await expect(confirmLineLink(one, { token })).rejects.toThrow(refused('ERROR_LINE_ACCOUNT_DIFFERENT'))
  expect((await confirmLineLink(as(id), { token })).customer).toMatchObject({ id, line_id: 'U-asks-and-opens' })
})

test('neither LINE’s token nor a nonce is kept in clear', async () => {
  const { id, email } = await newMember()
  const { nonce } = await issueLineLinkNonce(await fresh(id), {})
  const name = 'a-token-that-would-be-found'
  const token = await askByMail(email, name)
  await confirmLineLink(ctx, { token, line_access_token: name })
  const { rows } = await db.$client.query(
    `select (select json_agg(t) from customer t)::text || (select json_agg(t) from access_token t)::text ||
      (select json_agg(t) from line_link_nonce t)::text || (select json_agg(t) from rate_limit t)::text as all_rows`,
  )
  const all = String(rows[0].all_rows).replaceAll(`U-${name}`, '')
  expect(all).not.toContain(name)
  expect(all).not.toContain(nonce)
})

test('an inquiry from LINE: in the talk, with a copy for members; only who wrote it settles it', async () => {
  const { id, email } = await newMember({ line_id: 'U-writes' })
  const agreed = { terms_agreed: true, privacy_agreed: true }
  const body = {
    ...agreed,
    inquiry_category_id: 1,
    content: '届くのはいつですか',
    idempotency_key: 'inquiry-of-line-0001',
  }
  const { inquiry_no } = await sendLineInquiry(ctx, { ...body, line_access_token: user('writes') })
  expect(await sendLineInquiry(ctx, { ...body, line_access_token: 'writes' })).toEqual({ inquiry_no })
  const [row] = await db.select().from(inquiry).where(eq(inquiry.inquiry_no, inquiry_no))
  expect(row).toMatchObject({ inquiry_type_id: 3, line_id: 'U-writes', customer_id: id, inquiry_status_id: 1 })
  expect(await mailsTo(email)).toHaveLength(1)

  const settled = { inquiry_no, inquiry_status_id: 6 as const }
  await expect(updateInquiryStatus(ctx, settled)).rejects.toThrow(refused('ERROR_NOT_FOUND'))
  const other = { ...settled, line_access_token: user('reads') }
  await expect(updateInquiryStatus(ctx, other)).rejects.toThrow(refused('ERROR_NOT_FOUND'))
  await expect(updateInquiryStatus(as((await newMember()).id), settled)).rejects.toThrow(refused('ERROR_NOT_FOUND'))
  expect(await updateInquiryStatus(as(id), settled)).toEqual(settled)
  expect(
    await updateInquiryStatus(ctx, { ...settled, inquiry_status_id: 1, line_access_token: 'writes' }),
  ).toMatchObject({ inquiry_status_id: 1 })
})

test('the friend status as logins report it', async () => {
  const seen = async (isFriend: boolean) =>
    (await verifyLineAccount(ctx, { line_access_token: user('changes', isFriend) })).friend_status_id
  expect([await seen(false), await seen(true), await seen(true), await seen(false), await seen(true)]).toEqual([
    2, 3, 4, 1, 3,
  ])
  expect(await db.$count(line_friend, eq(line_friend.line_user_id, 'U-changes'))).toBe(1)
})
