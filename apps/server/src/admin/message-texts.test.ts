import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { insertOrderRow } from '@kushi/shop/testing/rows'
import type { Role } from '@kushi/values/role'
import { and, desc, eq, like } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, newMember, sandboxOf, startServer } from '../testing/server.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

interface Data {
  items: { kind: string; is_own: boolean; group: string }[]
  subject: string
  body: string
  version: string
  is_own: boolean
  order_no: string | null
  placeholders: { name: string; is_required: boolean }[]
}
async function call(role: Role, key: string, body?: object) {
  const [method, path] = key.split(' ') as [string, string]
  const cookie = await signInAsDemo(server.deps, role)
  const res = await fetch(`${server.url}/admin/v1/message-texts${path}`, {
    method,
    headers: { 'x-kushi-admin': '1', 'content-type': 'application/json', cookie: `kushi_operator=${cookie}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, meta } = (await res.json()) as {
    data: Data
    meta?: { error: string; fields?: { path: string; message: string }[] }
  }
  return { status: res.status, data, error: meta?.error, fields: meta?.fields }
}
const mailsTo = async (email: string) => {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`)
  return ((await res.json()) as { messages: { subject: string; text: string }[] }).messages
}

test('a text of the shop’s own replaces the standard one, and back; the audit log records both', async () => {
  const { data: before } = await call('manager', 'GET /registered')
  expect(before).toMatchObject({ is_own: false, subject: '【{店舗名}】会員登録が完了しました' })
  const own = { subject: '{店舗名}へようこそ', body: '{宛名}\n\nはじめまして。\n{URL}\n{確認のページ}\n\n{署名}' }
  const saved = await call('manager', 'PUT /registered', { ...own, version: before.version })
  expect(saved.data).toMatchObject({ is_own: true, ...own })
  expect((await call('manager', 'PUT /registered', { ...own, version: before.version })).status).toBe(409)
  const { email } = await newMember(server.call)
  await expect.poll(async () => (await mailsTo(email)).map(({ subject }) => subject)).toEqual(['椿野へようこそ'])
  const [mail] = await mailsTo(email)
  expect(mail!.text).toMatch(/^お客様\n\nはじめまして。\nhttp.*\/sh\/forget\n/)
  expect((await call('manager', 'DELETE /registered')).data).toMatchObject({ is_own: false, subject: before.subject })
  expect((await call('manager', 'DELETE /registered')).status).toBe(404)
  const { rows } = await database.pool.query(
    `select before->>'subject' as before, after->>'subject' as after from audit_event where subject = 'message_text' order by id`,
  )
  expect(rows).toEqual([
    { before: before.subject, after: own.subject },
    { before: own.subject, after: null },
  ])
})

test('an unknown placeholder, a missing one, an unknown text and a read-only role are rejected', async () => {
  const { data } = await call('viewer', 'GET /cart_reminder')
  const put = (more: object) =>
    call('manager', 'PUT /cart_reminder', { subject: data.subject, body: data.body, version: data.version, ...more })
  expect((await put({ subject: '{氏名}様' })).fields).toMatchObject([{ path: 'subject' }])
  const silent = await put({ body: data.body.replace('{配信停止}', '') })
  expect(silent).toMatchObject({
    status: 422,
    fields: [{ path: 'body', message: expect.stringContaining('{配信停止}') }],
  })
  expect((await put({ subject: ' ' })).fields).toMatchObject([{ path: 'subject' }])
  expect((await call('manager', 'GET /toString')).status).toBe(404)
  expect(await call('viewer', 'PUT /cart_reminder', {})).toMatchObject({ status: 403 })
  expect((await call('viewer', 'GET ')).data.items.filter(({ is_own }) => is_own)).toEqual([])
})

test('the preview uses the newest order; a role without names gets samples', async () => {
  const { db } = server.deps.database
  const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
  const order = await insertOrderRow(db, hanako!, [{ product_sku_id: 101, product_name: '椿の花オイル' }], {
    status: 'received',
  })
  const { data: text } = await call('manager', 'GET /order_received')
  const ask = (role: Role) => call(role, 'POST /order_received/preview', { subject: text.subject, body: text.body })
  const { data } = await ask('manager')
  expect(data.order_no).toBe(order.order_no)
  expect(data.subject).toBe(`【椿野】ご注文ありがとうございます(${order.order_no})`)
  for (const words of ['椿の花オイル', `${hanako!.name01} ${hanako!.name02} 様`, hanako!.addr01, '登録番号 T'])
    expect(data.body).toContain(words)
  const masked = (await ask('viewer')).data
  expect(masked.order_no).toBeNull()
  expect(masked.body).not.toContain(hanako!.addr01)
})

test.each(['price_lapsed', 'line_price_lapsed'])('%s: the preview is about a 休止', async (kind) => {
  const { data: text } = await call('manager', `GET /${kind}`)
  const { subject, body } = text
  const { data } = await call('manager', `POST /${kind}/preview`, { subject, body })
  expect(data.subject).toContain('休止しました')
  expect(data.body).toContain('休止中は、お届けもご請求もありません。')
})

test('a test message is sent only to the operator who requested it', async () => {
  const before = (await mailsTo('hanako@example.com')).length
  const typed = { subject: '{店舗名}: {ご注文番号}', body: 'ためし{残りの商品}' }
  expect((await call('manager', 'POST /line_order_shipped/test', typed)).data).toEqual({
    email: 'manager@operators.example.com',
    over_line: false,
  })
  await expect
    .poll(async () => (await mailsTo('manager@operators.example.com')).map(({ subject }) => subject))
    .toEqual([expect.stringMatching(/^\[テスト送信\] 【椿野】LINEのカード: 椿野: \S+/)])
  expect((await mailsTo('hanako@example.com')).length).toBe(before)
})

test('a card goes over LINE to the member with the same address who is a friend, with sample data only', async () => {
  const email = 'manager@operators.example.com'
  await newMember(server.call)
  const [member] = await database.db.select().from(customer).orderBy(desc(customer.id)).limit(1)
  const line_id = `U${'a'.repeat(32)}`
  const mine = and(eq(customer.shop_id, 2), eq(customer.id, member!.id))
  await database.db.update(customer).set({ email, line_id }).where(mine)
  const typed = { subject: '発送: {ご注文番号}', body: '{残りの商品}' }
  const test_of = async () => (await call('manager', 'POST /line_order_shipped/test', typed)).data
  // The account is linked but not a friend: LINE would reject the message.
  expect(await test_of()).toEqual({ email, over_line: false })
  const friend = { shop_id: 2, line_user_id: line_id, friend_status_id: 4, updated_at: new Date() }
  await database.db.insert(line_friend).values(friend)
  // A shop with LINE messages turned off sends none.
  await database.db.update(shop).set({ line_channel_flag: false }).where(eq(shop.id, 2))
  expect(await test_of()).toEqual({ email, over_line: false })
  await database.db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  expect(await test_of()).toEqual({ email, over_line: true })
  const sent = await database.db.select().from(outbox).where(like(outbox.dedupe_key, 'message-test:%'))
  const [card] = sent.filter(({ kind }) => kind === 'line').map(({ payload }) => JSON.stringify(payload))
  expect(card).toContain(`"to":"${line_id}"`)
  expect(card).toContain('[テスト送信] 発送: ')
  const all = await database.db.select({ order_no: orders.order_no }).from(orders)
  expect(all.length).toBeGreaterThan(0)
  for (const { order_no } of all) expect(card).not.toContain(order_no)
  // A mail text is still sent by mail.
  const mail = { subject: 'ためし', body: '{宛名}{URL}{確認のページ}{署名}' }
  expect((await call('manager', 'POST /registered/test', mail)).data).toEqual({ email, over_line: false })
})
