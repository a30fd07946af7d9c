import { testDatabase } from '@kushi/db/testing'
import { ROLES, type Role } from '@kushi/values/role'
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

const send = async (key: string, headers: Record<string, string>, body?: object) => {
  const [method, path] = key.split(' ') as [string, string]
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-shop-id': '2', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, meta } = (await res.json()) as { data: Record<string, never>; meta?: { error: string } }
  return { status: res.status, data, error: meta?.error }
}
const asOperator = async (role: Role) => ({
  'x-kushi-admin': '1',
  cookie: `kushi_operator=${await signInAsDemo(server.deps, role)}`,
})
const reason = { reason: 'お電話でのご相談' }

async function member() {
  const { email } = await newMember(server.call)
  const { rows } = await database.pool.query('select id::int from customer where email = $1', [email])
  return { email, id: rows[0].id as number }
}

/** Returns the token with which this operator acts as the member. */
async function actAs(id: number, operator: Record<string, string>) {
  const { data } = await send(`POST /admin/v1/customers/${id}/acting`, operator, reason)
  const acting_code = new URL(data.url!).hash.slice(1)
  const begun = await send('POST /v1/common/acting/begin', {}, { acting_code })
  expect(begun.status).toBe(200)
  return { authorization: `Bearer ${begun.data.access_token}` }
}

test.each(ROLES)('only 店長 and お客様対応 act for a member: %s', async (role) => {
  const { id } = await member()
  const { status } = await send(`POST /admin/v1/customers/${id}/acting`, await asOperator(role), reason)
  expect(status).toBe(role === 'manager' || role === 'support' ? 200 : 403)
})

test('actions are recorded as the operator’s, and the member’s private data stay closed', async () => {
  const { id, email } = await member()
  const operator = await asOperator('support')
  const acting = await actAs(id, operator)
  const me = await send('POST /v1/common/me', acting)
  expect(me.data).toMatchObject({ id, email: '' })
  expect(JSON.stringify(me.data)).not.toContain(email)
  const { data: offered } = await send('GET /v1/setting/shop/payment/', acting)
  const methods = (offered.items as unknown as { payment_method_id: number | null }[]).map(
    (one) => one.payment_method_id,
  )
  expect(methods).toContain(null)
  expect(methods).not.toContain(1)

  const profile = { ...me.data, addr03: '離れ', company_name: '', company_name_kana: '', manager_name: '' }
  const update = (more: object) =>
    send(`PUT /v1/customer/${id}/update`, acting, { ...profile, manager_name_kana: '', ...more })
  expect((await update({ mail_magazine_flag: true })).status).toBe(422)
  await database.pool.query('update customer set mail_magazine_flag = true where id = $1', [id])
  expect((await update({})).status).toBe(200)
  const { rows: consents } = await database.pool.query(
    'select is_given, actor_kind, actor_name from consent_event where customer_id = $1',
    [id],
  )
  expect(consents).toEqual([{ is_given: false, actor_kind: 'operator', actor_name: '森 つむぎ' }])
  const put = { product_sku_id: 101, quantity: 1, sale_type: 1 }
  expect((await send('POST /v1/cart/items/new', acting, put)).status).toBe(200)

  const refused = [
    send('POST /v1/customer/withdraw', acting, { password: 'Tsubaki2026' }),
    send('DELETE /v1/customer/sessions', acting),
    send('GET /v1/common/social/line', acting),
    send('DELETE /v1/common/social/line', acting),
    send('POST /v1/common/logout', acting),
    send(`DELETE /v1/customer/${id}/card/0/delete`, acting),
  ]
  for (const { status, error } of await Promise.all(refused)) expect([status, error]).toEqual([403, 'ERROR_ACTING'])

  const { rows: trail } = await database.pool.query(
    `select action, operator_name from audit_event where subject = 'customer' and subject_id = $1 order by id`,
    [String(id)],
  )
  expect(trail.map(({ action }) => action)).toEqual([
    'POST /admin/v1/customers/{id}/acting',
    'POST /v1/common/acting/begin',
    'PUT /v1/customer/{id}/update',
    'PUT /v1/customer/{id}/update',
    'POST /v1/cart/items/new',
  ])
  expect(new Set(trail.map((one) => one.operator_name)).size).toBe(1)

  expect((await send('POST /admin/v1/sign-out', operator, {})).status).toBe(200)
  expect((await send('POST /v1/common/me', acting)).status).toBe(401)
})

test('終了 ends it on the server', async () => {
  const { id } = await member()
  const acting = await actAs(id, await asOperator('manager'))
  for (let n = 0; n < 2; n++) expect((await send('POST /v1/common/acting/end', acting)).status).toBe(200)
  expect((await send('POST /v1/common/me', acting)).status).toBe(401)
})
