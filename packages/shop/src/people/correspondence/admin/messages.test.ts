import { randomUUID } from 'node:crypto'
import { audit_event } from '@kushi/db/schema/operator'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import type { MessageChannel } from '@kushi/values/message'
import { and, asc, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliverOutbox } from '../../../messaging/message/deliver-outbox.ts'
import { deliverOutboxAfter } from '../../../messaging/message/outbox-writes.ts'
import { operatorContext, parseListQuery } from '../../../testing/operator.ts'
import { insertMembers } from '../../../testing/order.ts'
import { listMessages, showMessage } from './list-messages.ts'
import { resendMessage, retryAllFailedMessages, stopMessage } from './send-again.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const sent: { to: string; subject: string }[] = []
const mail = { send: async (one: { to: string; subject: string }) => void sent.push(one) }
const as = (role: Parameters<typeof operatorContext>[1]) => operatorContext(db, role, { ports: { mail } as never })
const manager = await as('manager')
const settled = () => deliverOutbox(manager)
const viewer = await as('viewer')
const [hanako] = await insertMembers(db, 1, { email: 'hanako.y@example.com', name01: '鵜飼', name02: '花子' })

const list = async (search: string, ctx = manager) =>
  (await listMessages(ctx, parseListQuery('GET /admin/v1/messages', search) as never)).items
const stateOf = async (id: number) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0]!.state
const key = () => ({ idempotency_key: randomUUID() })
const trail = () => db.$count(audit_event, and(eq(audit_event.shop_id, 2), eq(audit_event.subject, 'message')))

let ids: Record<'sent' | 'failed' | 'waiting' | 'line' | 'forgotten' | 'secret' | 'elsewhere', number>

beforeEach(async () => {
  await db.delete(outbox)
  sent.length = 0
  const write = async (subject: string, more: Partial<typeof outbox.$inferInsert>) => {
    const payload = { to: 'hanako.y@example.com', subject, text: `${subject}の本文` }
    const row = {
      shop_id: 2,
      kind: 'mail' as MessageChannel,
      dedupe_key: randomUUID(),
      subject,
      payload,
      customer_id: hanako!,
      ...more,
    }
    const [added] = await db.insert(outbox).values(row).returning({ id: outbox.id })
    return added!.id
  }
  const now = new Date()
  const later = new Date(now.getTime() + 3_600_000)
  ids = {
    failed: await write('発送', { failed_at: now, attempts: 7, error: '550 hanako.y@example.com' }),
    sent: await write('ご注文', { sent_at: now, order_id: 7 }),
    waiting: await write('お届け前', { next_attempt_at: later }),
    line: await write('LINEで発送', {
      kind: 'line',
      sent_at: now,
      payload: { to: 'U1', message: { altText: '椿野: 発送しました', contents: {} } },
    }),
    forgotten: await write('昔の', { sent_at: now, payload: {} }),
    secret: await write('再設定', {
      sent_at: now,
      customer_id: null,
      payload: { to: 'guest@example.com', text: 'token', is_secret: true },
    }),
    elsewhere: await write('よその店', { shop_id: 3, customer_id: null, failed_at: now }),
  }
})

test('what failed stands on top, then the newest; nothing of another shop', async () => {
  expect((await list('')).map(({ subject }) => subject)).toEqual([
    '発送',
    '再設定',
    '昔の',
    'LINEで発送',
    'お届け前',
    'ご注文',
  ])
})

test.each([
  ['state=failed', ['発送']],
  ['state=waiting&state=failed', ['発送', 'お届け前']],
  ['kind=line', ['LINEで発送']],
  ['order_id=7', ['ご注文']],
  ['order_id=x', []],
  ['q=guest@', ['再設定']],
  ['q=Hanako.Y', ['発送', '昔の', 'LINEで発送', 'お届け前', 'ご注文']],
  ['q=鵜飼花', ['発送', '昔の', 'LINEで発送', 'お届け前', 'ご注文']],
  ['q=%25', []],
  ['created_at_from=2999-01-01', []],
])('%s shows %j', async (search, expected) => {
  expect((await list(search)).map(({ subject }) => subject)).toEqual(expected)
})

test('a role without addresses sees them masked, can’t search by prefix, and reads no text', async () => {
  const [row] = await list('state=failed', viewer)
  expect(row).toMatchObject({ recipient: 'h***@example.com', customer_name: '鵜＊＊' })
  expect(row!.error).not.toContain('hanako')
  expect(await list('q=hanako', viewer)).toEqual([])
  expect(await list('q=hanako.y%40example.com', viewer)).not.toEqual([])
  expect(await showMessage(viewer, { id: ids.sent })).toMatchObject({
    text: null,
    hidden: expect.stringContaining('役割'),
  })
})

test.each([
  ['manager', 'U1'],
  ['viewer', ''],
] as const)('of a LINE message a %s sees the recipient as %j', async (role, recipient) => {
  expect(await list('kind=line', { manager, viewer }[role])).toMatchObject([{ recipient }])
})

test('the text is shown while it is stored, but never one with a personal link', async () => {
  expect(await showMessage(manager, { id: ids.sent })).toMatchObject({ text: 'ご注文の本文', hidden: null })
  expect(await showMessage(manager, { id: ids.line })).toMatchObject({ text: '椿野: 発送しました' })
  for (const id of [ids.forgotten, ids.secret]) {
    const { text, hidden, refusals } = await showMessage(manager, { id })
    expect([text, hidden === null, refusals.resend === null]).toEqual([null, false, false])
  }
  await expect(showMessage(manager, { id: ids.elsewhere })).rejects.toThrow()
})

test('for a recent mail with a personal link it is stated why it is not shown', async () => {
  const reset = { kind: 'mail' as const, subject: '再設定', dedupe_key: randomUUID() }
  const payload = {
    to: 'hanako.y@example.com',
    subject: '再設定',
    text: 'https://shop.example/reset/token',
    is_secret: true,
  }
  const [row] = await db
    .insert(outbox)
    .values({ shop_id: 2, ...reset, payload })
    .returning()
  await deliverOutbox(manager)
  expect(sent).toMatchObject([{ text: payload.text }])
  const page = await showMessage(manager, { id: row!.id })
  expect(page).toMatchObject({ state: 'sent', text: null, hidden: expect.stringContaining('ご本人だけが開ける') })
  expect(page.refusals.resend).toContain('ご本人の操作で送る')
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain('reset/token')
})

test('a mail that was sent is sent again once, however often the button is pressed', async () => {
  const pressed = { id: ids.sent, ...key() }
  const before = await trail()
  const asked: number[] = []
  const press = () =>
    deliverOutboxAfter(
      () => resendMessage(manager, pressed),
      (shop_id) => void asked.push(shop_id),
    )
  await Promise.all([press(), press()])
  expect(asked).toEqual([2])
  await settled()
  expect(sent.map(({ subject }) => subject)).toEqual(['ご注文'])
  expect((await list('order_id=7')).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect((await trail()) - before).toBe(2)
})

test('the same mail goes five times more, and no more', async () => {
  for (let n = 0; n < 5; n++) await resendMessage(manager, { id: ids.sent, ...key() })
  await expect(resendMessage(manager, { id: ids.sent, ...key() })).rejects.toThrow('5回まで')
})

test('copies of a mail are counted with it', async () => {
  for (let n = 0; n < 5; n++) await resendMessage(manager, { id: ids.sent, ...key() })
  await settled()
  const [copy] = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `again:${ids.sent}:%`))
  await expect(resendMessage(manager, { id: copy!.id, ...key() })).rejects.toThrow('5回まで')
  // A failed copy does not count.
  await db.update(outbox).set({ sent_at: null, failed_at: new Date() }).where(eq(outbox.id, copy!.id))
  await resendMessage(manager, { id: copy!.id, ...key() })
})

test('mail of an order goes to the address that its member has now, and the answer says so', async () => {
  const [id] = await insertMembers(db, 1, { email: 'now@example.com' })
  const mine = { customer_id: id!, order_id: 7 }
  for (const one of [ids.sent, ids.failed]) {
    await db.update(outbox).set(mine).where(eq(outbox.id, one))
    expect(await resendMessage(manager, { id: one, ...key() })).toEqual({ to_present_address: true })
  }
  await settled()
  expect(sent.map(({ to }) => to)).toEqual(['now@example.com', 'now@example.com'])
  const again = await db.select().from(outbox).where(like(outbox.dedupe_key, 'again:%'))
  expect(await resendMessage(manager, { id: again[0]!.id, ...key() })).toEqual({ to_present_address: false })
  const entries = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(ids.sent)))
  expect(entries).toMatchObject([{ subject_name: `連絡 ${ids.sent}`, after: { to_present_address: true } }])
})

test('an answer to an inquiry stays with the address it was asked from', async () => {
  const [id] = await insertMembers(db, 1, { email: 'other@example.com' })
  await db.update(outbox).set({ customer_id: id!, order_id: null }).where(eq(outbox.id, ids.sent))
  expect(await resendMessage(manager, { id: ids.sent, ...key() })).toEqual({ to_present_address: false })
})

test('nothing goes to a member who has withdrawn', async () => {
  const [id] = await insertMembers(db, 1, { email: 'withdrawn:1', withdrawn_at: new Date() })
  for (const one of [ids.sent, ids.failed, ids.line]) {
    await db.update(outbox).set({ customer_id: id! }).where(eq(outbox.id, one))
    const refused = { status: 409, message: expect.stringContaining('退会') }
    await expect(resendMessage(manager, { id: one, ...key() })).rejects.toMatchObject(refused)
  }
  expect(await retryAllFailedMessages(manager, {} as never)).toEqual({ messages: 0 })
  // Except the farewell and what they wrote to the shop.
  for (const dedupe_key of [`withdrawn:${id}`, 'inquiry-shop:Q1']) {
    await db.update(outbox).set({ dedupe_key, failed_at: new Date(), sent_at: null }).where(eq(outbox.id, ids.failed))
    expect(await retryAllFailedMessages(manager, {} as never)).toEqual({ messages: 1 })
    await settled()
    await db.update(outbox).set({ failed_at: new Date(), sent_at: null }).where(eq(outbox.id, ids.failed))
    await resendMessage(manager, { id: ids.failed, ...key() })
    await settled()
  }
  expect(sent).toHaveLength(4)
})

test('what failed is tried anew and keeps its place; what waits, is forgotten or opens something does not go', async () => {
  await resendMessage(manager, { id: ids.failed, ...key() })
  await settled()
  expect(await stateOf(ids.failed)).toBe('sent')
  expect(await db.$count(outbox, eq(outbox.shop_id, 2))).toBe(6)
  for (const id of [ids.waiting, ids.forgotten, ids.secret])
    await expect(resendMessage(manager, { id, ...key() })).rejects.toMatchObject({ error: 'ERROR_MESSAGE_STATE' })
  await expect(resendMessage(manager, { id: ids.elsewhere, ...key() })).rejects.toMatchObject({ status: 404 })
})

test('what failed is tried anew once, also when the same call comes again after it was sent', async () => {
  const pressed = { id: ids.failed, ...key() }
  await resendMessage(manager, pressed)
  await resendMessage(manager, pressed)
  await settled()
  await resendMessage(manager, pressed)
  await settled()
  expect(sent.map(({ subject }) => subject)).toEqual(['発送'])
  const entries = await db
    .select({ after: audit_event.after })
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(ids.failed)))
    .orderBy(asc(audit_event.id))
  expect(entries.map(({ after }) => after)).toEqual([
    { state: 'waiting' },
    { asked_again: true },
    { asked_again: true },
  ])
})

test('all that failed goes again at once, of this shop', async () => {
  expect(await retryAllFailedMessages(manager, {} as never)).toEqual({ messages: 1 })
  await settled()
  expect([await stateOf(ids.failed), await stateOf(ids.elsewhere)]).toEqual(['sent', 'failed'])
  expect(await retryAllFailedMessages(manager, {} as never)).toEqual({ messages: 0 })
})

test('what is stopped is not sent; what was sent is not stopped', async () => {
  await stopMessage(manager, { id: ids.waiting })
  await stopMessage(manager, { id: ids.failed })
  expect([await stateOf(ids.waiting), await stateOf(ids.failed)]).toEqual(['stopped', 'stopped'])
  for (const id of [ids.sent, ids.waiting])
    await expect(stopMessage(manager, { id })).rejects.toMatchObject({ error: 'ERROR_MESSAGE_STATE' })
  // The message is kept and can still be sent.
  await resendMessage(manager, { id: ids.waiting, ...key() })
  await settled()
  expect(sent.map(({ subject }) => subject)).toEqual(['お届け前'])
})
