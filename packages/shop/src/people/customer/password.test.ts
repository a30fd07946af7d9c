import { openDatabase } from '@kushi/db/connect'
import { access_token, customer, one_time_token } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../messaging/message/deliver-outbox.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { loadQueuedMails, tokenIn } from '../../testing/outbox.ts'
import { issueLineLinkNonce, linkLineByNonce } from '../line/link-nonce.ts'
import { startSession } from '../session/internal/start-session.ts'
import { hashToken } from '../session/internal/token.ts'
import { logIn } from '../session/log-in.ts'
import { findSession } from '../session/session.ts'
import { endCustomerSessions } from './admin/change-customer.ts'
import { changePassword } from './change-password.ts'
import { confirmPasswordReset, requestPasswordReset, verifyPasswordResetLink } from './reset-password.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const clock = testClock()
const ctx = testContext(db, { clock })
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const hour = (hours: number) => ({ ...clock, now: () => new Date(clock.now().getTime() + hours * 3_600_000) })
const renewed = (token: string) => ({ token, password: 'Tsubaki2027', password_confirm: 'Tsubaki2027' })
const ask = async (email = 'hanako@example.com') => {
  await requestPasswordReset(ctx, { email })
  return tokenIn((await loadQueuedMails(db)).at(-1))
}

beforeEach(async () => {
  for (const table of [rate_limit, outbox, one_time_token, access_token]) await db.delete(table)
  await db
    .update(customer)
    .set({ password_hash: hanako!.password_hash, line_id: hanako!.line_id })
    .where(eq(customer.id, hanako!.id))
})

test('a link by mail sets a new password once, and ends every session', async () => {
  const before = await startSession(ctx, hanako!.id, 'customer')
  const other = await ask()
  const token = await ask('HANAKO@example.com ')
  const [mail] = await loadQueuedMails(db)
  expect(mail).toMatchObject({ to: 'hanako@example.com', subject: '【椿野】パスワード再設定のご案内' })
  expect(mail!.text).toContain('山口 花子 様')
  expect(mail!.text).toContain('http://localhost:3000/sh/passreset?token=')
  expect(await verifyPasswordResetLink(ctx, { token })).toEqual({
    is_valid: true,
    expires_at: '2026-11-21T04:00:00.000Z',
  })
  expect(await confirmPasswordReset(ctx, renewed(token))).toEqual({})
  expect(await findSession(db, clock, 2, hashToken(before))).toBeNull()
  await logIn(ctx, { email: 'hanako@example.com', password: 'Tsubaki2027' })
  expect((await loadQueuedMails(db)).at(-1)).toMatchObject({ subject: '【椿野】パスワードを変更しました' })
  const used = { status: 422, code: 8003, message: 'このURLはすでに使用されています。ログインしてご利用ください。' }
  await expect(confirmPasswordReset(ctx, renewed(token))).rejects.toMatchObject(used)
  await expect(verifyPasswordResetLink(ctx, { token })).rejects.toMatchObject(used)
  // Other links that were sent before are no longer valid.
  await expect(confirmPasswordReset(ctx, renewed(other))).rejects.toMatchObject({ code: 8003 })
})

test('a reset unlinks LINE and ends its sessions, so that someone who registered another’s e-mail keeps no access', async () => {
  await db.update(customer).set({ line_id: 'U-thief' }).where(eq(customer.id, hanako!.id))
  const byLine = await startSession(ctx, hanako!.id, 'line')
  const thief = {
    ...ctx,
    customer_id: hanako!.id,
    token_hash: hashToken(await startSession(ctx, hanako!.id, 'customer')),
  }
  await db.update(shop).set({ line_channel_flag: true })
  await db.update(customer).set({ line_id: null }).where(eq(customer.id, hanako!.id))
  const { nonce } = await issueLineLinkNonce(thief, {})
  await db.update(customer).set({ line_id: 'U-thief' }).where(eq(customer.id, hanako!.id))
  await confirmPasswordReset(ctx, renewed(await ask()))
  expect(await findSession(db, clock, 2, hashToken(byLine))).toBeNull()
  expect((await db.select().from(customer).where(eq(customer.id, hanako!.id)))[0]!.line_id).toBeNull()
  expect(await linkLineByNonce(ctx, nonce, 'U-thief')).toBeNull()
  const subjects = (await loadQueuedMails(db)).map(({ subject }) => subject)
  expect(subjects).toContain('【椿野】LINE連携を解除しました')
})

test('an operator who ends all sessions removes LINE and the links that were asked for, but not the only way in', async () => {
  const thief = { line_id: 'U-thief' }
  const mine = eq(customer.id, hanako!.id)
  const lineId = async () => (await db.select().from(customer).where(mine))[0]!.line_id
  const desk = await operatorContext(db)
  await db.update(shop).set({ line_channel_flag: true })
  await db.update(customer).set({ line_id: null }).where(mine)
  const token_hash = hashToken(await startSession(ctx, hanako!.id, 'customer'))
  const { nonce } = await issueLineLinkNonce({ ...ctx, customer_id: hanako!.id, token_hash }, {})
  const asked = await ask()
  await db.update(customer).set(thief).where(mine)
  const byLine = await startSession(ctx, hanako!.id, 'line')
  await endCustomerSessions(desk, { id: hanako!.id })
  expect([await lineId(), await findSession(db, clock, 2, hashToken(byLine))]).toEqual([null, null])
  expect(await linkLineByNonce(ctx, nonce, 'U-thief')).toBeNull()
  await expect(confirmPasswordReset(ctx, renewed(asked))).rejects.toMatchObject({ code: 8003 })
  expect((await loadQueuedMails(db)).map(({ subject }) => subject)).toContain('【椿野】LINE連携を解除しました')

  await db.update(customer).set({ line_id: 'U-own', password_hash: null }).where(mine)
  const own = await startSession(ctx, hanako!.id, 'line')
  await endCustomerSessions(desk, { id: hanako!.id })
  expect([await lineId(), await findSession(db, clock, 2, hashToken(own))]).toEqual(['U-own', null])
})

test('a new password has the shop’s length; a member’s existing password stays valid', async () => {
  const member = { ...ctx, customer_id: hanako!.id }
  const change = (password: string, current_password = 'Tsubaki2026') =>
    changePassword(member, { current_password, password, password_confirm: password })
  const refused = (message: string) => ({
    status: 422,
    fields: [{ path: 'password', message_id: 'cmn-err-014', message }],
  })
  const specified = 'パスワードは英大文字・英小文字・数字をすべて含む7文字以上15文字以内で入力してください。'
  await expect(change('Tsubaki2027Tsubaki')).rejects.toMatchObject(refused(specified))
  await db.update(shop).set({ password_min: 12, password_max: 64 }).where(eq(shop.id, 2))
  try {
    const own = specified.replace('7文字以上15文字', '12文字以上64文字')
    await expect(change('Tsubaki2027')).rejects.toMatchObject(refused(own))
    await expect(confirmPasswordReset(ctx, renewed(await ask()))).rejects.toMatchObject(refused(own))
    await logIn(ctx, { email: 'hanako@example.com', password: 'Tsubaki2026' })
    await change('Tsubaki2027Tsubaki')
  } finally {
    await db.update(shop).set({ password_min: 7, password_max: 15 }).where(eq(shop.id, 2))
  }
})

test('a common password is rejected at its field', async () => {
  const common = { password: 'Password1', password_confirm: 'Password1' }
  const refused = { status: 422, fields: [{ path: 'password', message_id: 'password_common' }] }
  await expect(confirmPasswordReset(ctx, { ...common, token: await ask() })).rejects.toMatchObject(refused)
  const member = { ...ctx, customer_id: hanako!.id }
  await expect(changePassword(member, { ...common, current_password: 'Tsubaki2026' })).rejects.toMatchObject(refused)
})

test('the token is in no table once the mail is sent', async () => {
  const token = await ask()
  const sent: string[] = []
  const mail = { send: async ({ text }: { text: string }) => void sent.push(text) }
  await deliverOutbox({ ...ctx, ports: { ...ctx.ports, mail } })
  expect(sent[0]).toContain(token)
  const { rows } = await database.pool.query(
    'select (select string_agg(o::text, chr(10)) from outbox o) as o, (select string_agg(t::text, chr(10)) from one_time_token t) as t',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0].t).toContain(hashToken(token).toString('hex'))
})

test.each([
  ['after an hour', 1, 8002, 'ERROR_TOKEN_EXPIRED', 'URLの有効期限(1時間)が切れています。'],
  ['a minute before', 59 / 60, null, null, null],
])('%s', async (_, hours, code, error, message) => {
  const token = await ask()
  const later = { ...ctx, clock: hour(hours) }
  const answer = verifyPasswordResetLink(later, { token })
  if (code === null) return void (await expect(answer).resolves.toMatchObject({ is_valid: true }))
  await expect(answer).rejects.toMatchObject({ code, error, message: expect.stringContaining(message) })
  await expect(confirmPasswordReset(later, renewed(token))).rejects.toMatchObject({ code })
})

test.each([
  ['no token', ''],
  ['one that was never made', 'x'.repeat(43)],
])('%s is 8004', async (_, token) => {
  const empty = { status: 422, code: 8004, error: 'ERROR_TOKEN_EMPTY' }
  await expect(verifyPasswordResetLink(ctx, { token })).rejects.toMatchObject(empty)
  await expect(confirmPasswordReset(ctx, renewed(token))).rejects.toMatchObject(empty)
})

test('a link of one shop is invalid in another', async () => {
  const token = await ask()
  await expect(confirmPasswordReset({ ...ctx, shop_id: 3 }, renewed(token))).rejects.toMatchObject({ code: 8004 })
  expect(await requestPasswordReset({ ...ctx, shop_id: 3 }, { email: 'hanako@example.com' })).toEqual({})
  expect(await loadQueuedMails(db)).toHaveLength(1)
})

test('an unknown e-mail gets the same response after the same statements, and no mail', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statements = async (email: string) => {
    query.mockClear()
    const answer = await requestPasswordReset(ctx, { email })
    const texts = query.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    )
    return { answer, texts }
  }
  await statements('hanako@example.com')
  const known = await statements('hanako@example.com')
  const unknown = await statements('nobody@example.com')
  query.mockRestore()
  expect(unknown).toEqual(known)
  expect(known.texts.length).toBeGreaterThan(5)
  expect((await loadQueuedMails(db)).map(({ to }) => to)).toEqual(['hanako@example.com', 'hanako@example.com'])
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain('nobody')
  const rows = await db.select().from(one_time_token)
  expect(rows.map((row) => row.customer_id)).toEqual([hanako!.id, hanako!.id, null])
})

test('one link used by ten requests at once, over two processes, counts once', async () => {
  const token = await ask()
  const tries = Array.from({ length: 10 }, (_, n) =>
    confirmPasswordReset({ ...ctx, db: n % 2 ? db : second.db }, renewed(token)),
  )
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.every((each) => (each as PromiseRejectedResult).reason.code === 8003)).toBe(true)
})

test('five mails an hour for one e-mail, from any address, known or unknown', async () => {
  for (const email of ['hanako@example.com', 'nobody@example.com']) {
    for (let n = 0; n < 5; n++)
      await requestPasswordReset({ ...ctx, ip: `203.0.113.${n}`, db: n % 2 ? db : second.db }, { email })
    for (const pool of [db, second.db])
      await expect(requestPasswordReset({ ...ctx, ip: '203.0.113.9', db: pool }, { email })).rejects.toMatchObject({
        status: 429,
      })
  }
})

test('twenty an hour from one address, over two processes at once', async () => {
  const tries = Array.from({ length: 30 }, (_, n) =>
    requestPasswordReset({ ...ctx, db: n % 2 ? db : second.db }, { email: `m${n}@example.com` }),
  )
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})

test('a member changes the password: this device stays logged in, the others do not', async () => {
  const [mine, other] = [
    await startSession(ctx, hanako!.id, 'customer'),
    await startSession(ctx, hanako!.id, 'customer'),
  ]
  const link = await ask()
  const member = { ...ctx, customer_id: hanako!.id, token_hash: hashToken(mine) }
  const form = { current_password: 'Tsubaki2026', password: 'Tsubaki2027', password_confirm: 'Tsubaki2027' }
  await changePassword(member, form)
  expect(await findSession(db, clock, 2, hashToken(mine))).not.toBeNull()
  expect(await findSession(db, clock, 2, hashToken(other))).toBeNull()
  await expect(verifyPasswordResetLink(ctx, { token: link })).rejects.toMatchObject({ code: 8003 })
  await logIn(ctx, { email: 'hanako@example.com', password: 'Tsubaki2027' })
  const wrong = { status: 422, error: 'ERROR_PASSWORD_WRONG', fields: [{ path: 'current_password' }] }
  await expect(changePassword(member, form)).rejects.toMatchObject(wrong)
})

test('the current password can be guessed ten times', async () => {
  const member = { ...ctx, customer_id: hanako!.id }
  const form = { current_password: 'Guess1234', password: 'Tsubaki2027', password_confirm: 'Tsubaki2027' }
  for (let n = 0; n < 10; n++) await expect(changePassword(member, form)).rejects.toMatchObject({ status: 422 })
  await expect(changePassword(member, { ...form, current_password: 'Tsubaki2026' })).rejects.toMatchObject({
    status: 429,
  })
})
