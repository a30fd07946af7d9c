import { acting_session } from '@kushi/db/schema/acting'
import { customer, customer_note, security_event } from '@kushi/db/schema/customer'
import { audit_event, operator, operator_session } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../context.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { hashToken } from '../session/index.ts'
import { issueActingLink } from './admin/open-shop.ts'
import { beginActingSession } from './begin-acting.ts'
import { closeExpiredActingSessions, endActingSession } from './end-acting.ts'
import { findActingSession } from './find-acting.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let now = new Date('2026-11-21T03:00:00Z')
const clock: Clock = { now: () => now, today: () => '2026-11-21' }
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const ctx = testContext(db, { clock })
let support: Parameters<typeof issueActingLink>[0]
let id: number
beforeEach(async () => {
  const one = await operatorContext(db, 'support', { clock })
  await db.update(operator).set({ installation_role: 'support' }).where(eq(operator.id, one.operator.id))
  const times = { created_at: now, seen_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  const browser = { user_agent: '', ip: '', token_hash: hashToken(crypto.randomUUID()), operator_id: one.operator.id }
  const [session] = await db
    .insert(operator_session)
    .values({ ...browser, ...times })
    .returning()
  support = { ...one, operator: { ...one.operator, session_id: session!.id } }
  id = (await insertMembers(db, 1))[0]!
})

const codeOf = (url: string) => url.split('#')[1]!
const open = async () => codeOf((await issueActingLink(support, { id, reason: 'お電話でのご相談' })).url)
const begin = async () => (await beginActingSession(ctx, { acting_code: await open() })).access_token
const found = (token: string) => findActingSession(db, clock, 2, hashToken(token))
const trailOf = () =>
  db
    .select()
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'customer'), eq(audit_event.subject_id, String(id))))
    .orderBy(asc(audit_event.id))

test('the code opens the shop once, for half an hour; the operator is named in audit log, notes and history', async () => {
  const code = await open()
  const begun = await beginActingSession(ctx, { acting_code: code })
  expect(begun).toMatchObject({ customer_name: '山口 花子', operator_name: 'お客様対応' })
  expect(await found(begun.access_token)).toMatchObject({ customer_id: id, operator: { id: support.operator.id } })
  await expect(beginActingSession(ctx, { acting_code: code })).rejects.toMatchObject({
    status: 422,
    error: 'ERROR_ACTING_CODE',
  })
  const [note] = await db.select().from(customer_note).where(eq(customer_note.customer_id, id))
  expect(note).toMatchObject({ body: '代理ログインの理由: お電話でのご相談', operator_id: support.operator.id })
  const [event] = await db.select().from(security_event).where(eq(security_event.customer_id, id))
  expect(event).toMatchObject({ event: 'acted_for', actor_kind: 'operator', actor_id: support.operator.id })
  const [row] = await db.select().from(acting_session).where(eq(acting_session.customer_id, id))
  expect(JSON.stringify(row)).not.toContain(code)
  pass(1799)
  expect(await found(begun.access_token)).not.toBeNull()
  pass(1)
  expect(await found(begun.access_token)).toBeNull()
  await closeExpiredActingSessions(ctx)
  await closeExpiredActingSessions(ctx)
  expect((await trailOf()).map(({ action, operator_name }) => [action, operator_name])).toEqual([
    ['test', 'お客様対応'],
    ['POST /v1/common/acting/begin', 'お客様対応'],
    ['POST /v1/common/acting/end', '代理ログインの終了'],
  ])
})

test('a code is good for a minute', async () => {
  const code = await open()
  pass(60)
  await expect(beginActingSession(ctx, { acting_code: code })).rejects.toMatchObject({ error: 'ERROR_ACTING_CODE' })
})

test.each([
  [
    'the operator signs out',
    () =>
      db.update(operator_session).set({ ended_at: now }).where(eq(operator_session.id, support.operator.session_id)),
  ],
  ['they are stopped', () => db.update(operator).set({ stopped_at: now }).where(eq(operator.id, support.operator.id))],
  [
    'their role may not any more',
    () => db.update(operator).set({ installation_role: 'orders' }).where(eq(operator.id, support.operator.id)),
  ],
  ['the member is blocked', () => db.update(customer).set({ blocked_at: now }).where(eq(customer.id, id))],
  ['the member leaves', () => db.update(customer).set({ withdrawn_at: now }).where(eq(customer.id, id))],
])('it ends at once when %s, and does not begin afterwards', async (_, what) => {
  const token = await begin()
  const later = await open()
  expect(await found(token)).not.toBeNull()
  await what()
  expect(await found(token)).toBeNull()
  await expect(beginActingSession(ctx, { acting_code: later })).rejects.toMatchObject({ error: 'ERROR_ACTING_CODE' })
})

test('終了 ends the session, with one audit entry; in another shop the session does not exist', async () => {
  const token = await begin()
  expect(await findActingSession(db, clock, 3, hashToken(token))).toBeNull()
  const { acting_session_id } = (await found(token))!
  const acting = { ...ctx, customer_id: id, actor: support.actor, acting: { acting_session_id } }
  await endActingSession(acting, {})
  await endActingSession(acting, {})
  expect(await found(token)).toBeNull()
  expect((await trailOf()).filter(({ action }) => action.endsWith('/end'))).toHaveLength(1)
})

test('no operator can act for a member who has left or was blocked', async () => {
  await db.update(customer).set({ blocked_at: now }).where(eq(customer.id, id))
  await expect(open()).rejects.toMatchObject({ error: 'ERROR_MEMBER_BLOCKED' })
  await db.update(customer).set({ withdrawn_at: now }).where(eq(customer.id, id))
  await expect(open()).rejects.toMatchObject({ status: 404 })
})
