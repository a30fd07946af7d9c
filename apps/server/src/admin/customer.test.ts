import { testDatabase } from '@kushi/db/testing'
import type { Role } from '@kushi/values/role'
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
  id: number
  items: { id: number; company_name: string; decision: string | null }[]
  sessions: object[]
  rank_events: object[]
  notes: object[]
  ranks: { id: number; threshold_amount: number }[]
  risen: number
  fallen: number
  changes: { name: string }[]
  customer_id: number
}
async function call(role: Role, key: string, body?: object, shop = 2) {
  const [method, path] = key.split(' ') as [string, string]
  const cookie = await signInAsDemo(server.deps, role)
  const headers = { 'x-kushi-admin': '1', 'content-type': 'application/json', 'x-shop-id': String(shop) }
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, cookie: `kushi_operator=${cookie}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, meta } = (await res.json()) as { data: Data; meta?: { error: string } }
  return { status: res.status, data, error: meta?.error }
}
const find = async (role: Role, query: string) =>
  (await call(role, `GET /admin/v1/customers?${query}`)).data.items.map(({ id }) => id)
const idOf = async (email: string) => (await find('support', `q=${email}`))[0]!

test('found by number, name, kana, mail and phone; without permission for names only by the whole value', async () => {
  const { email } = await newMember(server.call, {
    name01: '鵜飼',
    name02: '瑠璃',
    kana01: 'うかい',
    kana02: 'るり',
  })
  const id = await idOf(email)
  for (const words of [String(id), '鵜飼', '鵜飼 瑠', 'うかいる', email.slice(0, 12), '0900000'])
    expect(await find('support', `q=${encodeURIComponent(words)}`)).toContain(id)
  for (const words of ['飼', '鵜_', '%', '鵜飼 絵'])
    expect(await find('support', `q=${encodeURIComponent(words)}`)).toEqual([])
  const phone = '09000009876'
  await database.pool.query('update customer set phone_number = $1 where id = $2', [phone, id])
  for (const words of ['鵜飼', '鵜飼瑠璃', 'うかいるり', email.slice(0, -1), phone.slice(0, -1)])
    expect(await find('viewer', `q=${encodeURIComponent(words)}`)).toEqual([])
  for (const words of [id, email, '090-0000-9876']) expect(await find('viewer', `q=${words}`)).toEqual([id])
  expect((await call('viewer', `GET /admin/v1/customers/${id}`)).data).toMatchObject({ name: '鵜＊＊', birthday: null })
  expect(await find('support', 'has_subscription=true')).not.toContain(id)
  expect(await find('support', 'has_line=false&customer_rank_id=1&sort=-created_at')).toContain(id)
})

test('the rank changes with a reason, which is in the history; without one it is rejected', async () => {
  const { email } = await newMember(server.call)
  const id = await idOf(email)
  const path = `PUT /admin/v1/customers/${id}/rank`
  expect((await call('support', path, { customer_rank_id: 3, reason: ' ' })).status).toBe(422)
  expect((await call('support', path, { customer_rank_id: 999, reason: '贈答' })).status).toBe(404)
  const { data } = await call('support', path, { customer_rank_id: 3, reason: 'お詫びのため' })
  expect(data).toMatchObject({ customer_rank_id: 3, rank_name: 'みごろ' })
  expect(data.rank_events).toMatchObject([
    { from_rank_name: 'つぼみ', to_rank_name: 'みごろ', reason: 'お詫びのため', spent_amount: null },
  ])
})

test('a blocked member is logged out and can neither log in nor order, until unblocked', async () => {
  const { email, password, token } = await newMember(server.call)
  const id = await idOf(email)
  const path = `/admin/v1/customers/${id}/block`
  expect((await call('support', `PUT ${path}`, { reason: ' ' })).status).toBe(422)
  expect((await call('viewer', `PUT ${path}`, { reason: '転売' })).status).toBe(403)
  const blocked = await call('support', `PUT ${path}`, { reason: '転売の疑い' })
  expect(blocked.data).toMatchObject({ sessions: [], blocked_at: expect.any(String) })
  expect(blocked.data.notes).toMatchObject([{ body: '利用停止の理由: 転売の疑い' }])
  expect((await server.call('GET /v1/customer/sessions', { token })).status).toBe(401)
  const logIn = () => server.call('POST /v1/common/login/customer/', { body: { email, password } as never })
  expect((await logIn()).meta.error).toBe('ERROR_MEMBER_BLOCKED')
  const wrong = await server.call('POST /v1/common/login/customer/', {
    body: { email, password: 'wrong1234' } as never,
  })
  expect(wrong.meta.error).toBe('ERROR_LOGIN_FAILED')
  const { rows } = await database.pool.query(
    `select after from audit_event where subject = 'customer' and subject_id = $1 order by id desc limit 1`,
    [String(id)],
  )
  expect(rows).toEqual([{ after: { is_blocked: true, reason: '＊＊(5文字)' } }])
  expect((await call('support', `DELETE ${path}`)).data).toMatchObject({ blocked_at: null })
  expect((await logIn()).status).toBe(200)
})

test('a member without cards has an empty list, and is not registered at the provider', async () => {
  const { email } = await newMember(server.call)
  const id = await idOf(email)
  expect((await call('support', `GET /admin/v1/customers/${id}/cards`)).data.items).toEqual([])
  expect((await call('support', 'GET /admin/v1/customers/999999/cards')).status).toBe(404)
})

test('all sessions end at once; notes are kept', async () => {
  const { email, token } = await newMember(server.call)
  const id = await idOf(email)
  expect((await call('support', `GET /admin/v1/customers/${id}`)).data.sessions).toHaveLength(1)
  const { data } = await call('support', `DELETE /admin/v1/customers/${id}/sessions`)
  expect(data.sessions).toEqual([])
  expect((await server.call('GET /v1/customer/sessions', { token })).status).toBe(401)
  const noted = await call('support', `POST /admin/v1/customers/${id}/notes`, { body: '電話は夕方に' })
  expect(noted.data).toMatchObject({ notes: [{ body: '電話は夕方に', operator_name: '森 つむぎ' }] })
})

test('a membership ends by phone: with a reason, by number in the audit log, once', async () => {
  const { email, token } = await newMember(server.call, { name01: '退野', name02: '会子' })
  const id = await idOf(email)
  const path = `POST /admin/v1/customers/${id}/withdrawal`
  expect((await call('viewer', path, { reason: 'お電話' })).status).toBe(403)
  expect((await call('support', path, { reason: ' ' })).status).toBe(422)
  const { data } = await call('support', path, { reason: 'お電話での申し出' })
  expect(data).toMatchObject({ id, name: '退会済み', email: '', withdrawn_at: expect.any(String) })
  expect((await server.call('GET /v1/customer/sessions', { token })).status).toBe(401)
  expect(await find('support', `q=${encodeURIComponent('退野')}`)).toEqual([])
  // The random e-mail of another member may begin with that number.
  expect(await find('support', `q=${id}`)).toContain(id)
  const { rows } = await database.pool.query(
    `select * from audit_event where subject = 'customer' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ subject_id: String(id), after: { withdrawn: true, reason: '＊＊(8文字)' } })
  expect(JSON.stringify(rows)).not.toContain('退野')
  expect(await call('support', path, { reason: 'もう一度' })).toMatchObject({ status: 404 })
})

test('the preview lists members who rise and fall by the terms; two ranks of one amount are rejected', async () => {
  const { data } = await call('manager', 'GET /admin/v1/ranks')
  expect(data.ranks.map(({ threshold_amount }) => threshold_amount)).toEqual([0, 20_000, 50_000])
  const before = (await call('manager', 'GET /admin/v1/ranks/preview')).data
  expect(before.risen + before.fallen).toBe(before.changes.length)
  const ranks = data.ranks.map(({ id }, at) => ({ id, threshold_amount: at * 400_000_000 }))
  const body = { customer_rank_months: 6, ranks }
  expect((await call('manager', 'PUT /admin/v1/ranks', { ...body, ranks: ranks.slice(1) })).status).toBe(404)
  const same = ranks.map(({ id }) => ({ id, threshold_amount: 0 }))
  expect((await call('manager', 'PUT /admin/v1/ranks', { ...body, ranks: same })).status).toBe(422)
  expect((await call('manager', 'PUT /admin/v1/ranks', body)).status).toBe(200)
  const after = (await call('manager', 'GET /admin/v1/ranks/preview')).data
  // The thresholds are beyond every member's purchases: no member rises, and all above the lowest rank fall.
  expect(after.fallen).toBeGreaterThanOrEqual(before.fallen)
  expect(after.changes.length).toBeGreaterThan(0)
})

test('an application is approved or refused with a reason, once, in its own shop', async () => {
  const apply = (n: number) =>
    server.call('POST /v1/supplier/apply', {
      shop: 3,
      body: {
        company_name: '(株)渚商店',
        name: '白石 渚',
        name_kana: 'しらいし なぎさ',
        phone_number: '0300000000',
        postal_code01: '100',
        postal_code02: '0005',
        pref_id: 13,
        addr01: '千代田区丸の内',
        addr02: '1-2',
        addr03: '',
        email: `salon${n}@example.com`,
        email_confirm: `salon${n}@example.com`,
        site_url: '',
        content: '',
        terms_agreed: true,
        privacy_agreed: true,
        idempotency_key: `supplier-desk-${n}0000`,
      } as never,
    })
  const [first, second] = [(await apply(1)).data.inquiry_no, (await apply(2)).data.inquiry_no]
  await database.pool.query(`insert into operator_role (shop_id, operator_id, role)
    select 3, id, 'manager' from operator where email = 'manager@operators.example.com'`)
  const path = (no: string, what: string) => `POST /admin/v1/suppliers/${no}/${what}`
  expect((await call('manager', path(first, 'approve'))).status).toBe(404)
  expect((await call('manager', path(first, 'approve'), undefined, 3)).data.customer_id).toBeGreaterThan(0)
  expect((await call('manager', path(second, 'refuse'), {}, 3)).status).toBe(422)
  const why = { decision_reason: '事業の実態を確認できない' }
  expect((await call('manager', path(second, 'refuse'), why, 3)).status).toBe(200)
  expect(await call('manager', path(second, 'approve'), undefined, 3)).toMatchObject({ status: 409 })
  const { data } = await call('manager', 'GET /admin/v1/suppliers?decision=refused', undefined, 3)
  expect(data.items).toMatchObject([{ company_name: '(株)渚商店', decision: 'refused', ...why }])
})
