import { testDatabase } from '@kushi/db/testing'
import type { Role } from '@kushi/values/role'
import { afterAll, expect, test } from 'vitest'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'

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
  waiting: number
  operator_name: string | null
  template_name: string
  items: { id: number }[]
  operators: { id: number; name: string }[]
  messages: object[]
}
async function call(role: Role, key: string, body?: object) {
  const [method, path] = key.split(' ') as [string, string]
  const cookie = await signInAsDemo(server.deps, role)
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-kushi-admin': '1', 'content-type': 'application/json', cookie: `kushi_operator=${cookie}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, meta } = (await res.json()) as { data: Data; meta?: { error: string } }
  return { status: res.status, data, error: meta?.error }
}

let n = 0
/** Sends an inquiry as a visitor. */
async function written(more: Record<string, unknown> = {}) {
  const email = `visitor${++n}@example.com`
  const { data } = await server.call('POST /v1/contact/complete/mail', {
    body: {
      name01: '白石',
      name02: '渚',
      kana01: 'しらいし',
      kana02: 'なぎさ',
      phone_number: '09000000011',
      email,
      email_confirm: email,
      inquiry_category_id: 2,
      content: '詰め替えはいつ届きますか?',
      terms_agreed: true,
      privacy_agreed: true,
      idempotency_key: `inquiry-desk-${String(n).padStart(8, '0')}`,
      ...more,
    } as never,
  })
  const { data: page } = await call('support', `GET /admin/v1/inquiries?q=${data.inquiry_no}`)
  return { email, inquiry_no: data.inquiry_no, id: page.items[0]!.id }
}
const mailTo = async (email: string) => {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`)
  return (await res.json()) as { messages: { subject: string; text: string }[] }
}

test('an answer goes by mail, changes the state and ends the wait; its author is put in charge', async () => {
  const { id, email, inquiry_no } = await written()
  const answer = { channel: 'mail', body: '12月3日にお届けします。', inquiry_status_id: 3, last_message_id: 0 }
  const { status, data } = await call('support', `POST /admin/v1/inquiries/${id}/answer`, answer)
  expect(status).toBe(200)
  expect(data).toMatchObject({ inquiry_status_id: 3, waiting_since: null, operator_name: '森 つむぎ' })
  expect(data.messages).toMatchObject([{ direction: 'out', channel: 'mail', body: '12月3日にお届けします。' }])
  await expect
    .poll(async () => (await mailTo(email)).messages.find(({ subject }) => subject.includes('ご返信'))?.text)
    .toContain('12月3日にお届けします。')
  const [reply] = (await mailTo(email)).messages.filter(({ subject }) => subject.includes('ご返信'))
  expect(reply!.subject).toContain(inquiry_no)
  // A guest's text is not mailed to an address that was not verified.
  expect(reply!.text).not.toContain('詰め替え')
  // The same answer again, and one from a colleague who has not seen the first.
  expect(await call('orders', `POST /admin/v1/inquiries/${id}/answer`, answer)).toMatchObject({
    status: 409,
    error: 'ERROR_INQUIRY_MOVED',
  })
})

test('an inquiry by mail is not answered over LINE; unknown and impossible states are rejected', async () => {
  const { id } = await written()
  const answer = { channel: 'line', body: 'はい', inquiry_status_id: 2, last_message_id: 0 }
  const path = `POST /admin/v1/inquiries/${id}/answer`
  expect(await call('support', path, answer)).toMatchObject({ status: 422, error: 'ERROR_INQUIRY_CHANNEL' })
  expect(await call('support', path, { ...answer, inquiry_status_id: 7 })).toMatchObject({ status: 422 })
  await call('support', `PUT /admin/v1/inquiries/${id}/status`, { inquiry_status_id: 6 })
  const back = await call('support', `PUT /admin/v1/inquiries/${id}/status`, { inquiry_status_id: 4 })
  expect(back).toMatchObject({ status: 409, error: 'ERROR_INQUIRY_STATUS' })
})

test('the longest waiting comes first, answered ones last; counts follow; a phone call makes it wait again', async () => {
  const [first, second] = [await written(), await written()]
  await call('support', `PUT /admin/v1/inquiries/${first.id}/status`, { inquiry_status_id: 3 })
  const order = async () => (await call('support', 'GET /admin/v1/inquiries')).data.items.map((one) => one.id)
  expect((await order()).indexOf(second.id)).toBeLessThan((await order()).indexOf(first.id))
  const waiting = async () => (await call('support', 'GET /admin/v1/inquiry-desk')).data.waiting
  const before = await waiting()
  await call('support', `POST /admin/v1/inquiries/${first.id}/messages`, { channel: null, body: '社内だけのメモ' })
  expect(await waiting()).toBe(before)
  await call('support', `POST /admin/v1/inquiries/${first.id}/messages`, { channel: 'phone', body: 'まだ届きません' })
  expect(await waiting()).toBe(before + 1)
  const only = await call('support', 'GET /admin/v1/inquiries?is_waiting=false')
  expect(only.data.items.map((one) => one.id)).not.toContain(first.id)
})

test('only an operator of this shop can be put in charge; the audit log records it', async () => {
  const { id, inquiry_no } = await written()
  const { data } = await call('support', 'GET /admin/v1/inquiry-desk')
  const [colleague] = data.operators
  const path = `PUT /admin/v1/inquiries/${id}/operator`
  expect((await call('orders', path, { operator_id: colleague!.id })).data.operator_name).toBe(colleague!.name)
  expect((await call('orders', path, { operator_id: 99_999 })).status).toBe(404)
  const { rows } = await database.pool.query(
    `select after->>'operator_id' as operator_id from audit_event where subject_name = $1 order by id desc limit 1`,
    [inquiry_no],
  )
  expect(rows).toEqual([{ operator_id: String(colleague!.id) }])
})

test('a read-only role sees masked names and addresses, and finds them only by the whole address', async () => {
  const { id, email, inquiry_no } = await written()
  const { data } = await call('viewer', `GET /admin/v1/inquiries/${id}`)
  expect(data).toMatchObject({ name: '白＊＊', email: 'v***@example.com', phone_number: '*********11' })
  expect(data).toMatchObject({ content: '＊＊(13文字)' })
  await call('support', `POST /admin/v1/inquiries/${id}/messages`, { channel: null, body: '白石様は大切な方' })
  expect((await call('viewer', `GET /admin/v1/inquiries/${id}`)).data.messages).toMatchObject([{ body: '＊＊(8文字)' }])
  const found = async (role: Role, q: string) => (await call(role, `GET /admin/v1/inquiries?q=${q}`)).data.items.length
  expect(await found('viewer', email.slice(0, -1))).toBe(0)
  expect(await found('viewer', email)).toBe(1)
  expect(await found('support', email)).toBe(1)
  expect(await found('viewer', inquiry_no)).toBe(1)
})

test('templates: added, renamed, deleted; a duplicate name is rejected beside the field', async () => {
  const body = { template_name: '配送日', body: '{お名前} 様' }
  const { data } = await call('support', 'POST /admin/v1/inquiry-templates', body)
  expect(await call('support', 'POST /admin/v1/inquiry-templates', body)).toMatchObject({ status: 422 })
  const path = `/admin/v1/inquiry-templates/${data.id}`
  expect((await call('support', `PUT ${path}`, { ...body, template_name: 'お届け日' })).data.template_name).toBe(
    'お届け日',
  )
  expect((await call('support', `DELETE ${path}`)).status).toBe(200)
  expect((await call('support', `DELETE ${path}`)).status).toBe(404)
})

test('an inquiry of another shop is not found', async () => {
  const { id } = await written()
  await database.pool.query('update inquiry set shop_id = 3, customer_id = null where id = $1', [id])
  expect((await call('manager', `GET /admin/v1/inquiries/${id}`)).status).toBe(404)
})
