import { testDatabase } from '@kushi/db/testing'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { signInAsDemo } from '../../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../../testing/server.ts'
import { closedShopGuard } from './closed-shop-guard.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

const pages = new Hono()
pages.use('/sh/*', closedShopGuard(server.deps))
pages.get('/sh/*', (c) => c.text('the shop'))
const session = (await signInAsDemo(server.deps, 'manager'))!
const admin = async (method: string, path: string, body?: object) => {
  const headers = { 'x-kushi-admin': '1', 'content-type': 'application/json', cookie: `kushi_operator=${session}` }
  const sent = body && { body: JSON.stringify(body) }
  const res = await fetch(`${server.url}/admin/v1/${path}`, { method, headers, ...sent })
  return { status: res.status, ...((await res.json()) as { data?: never; meta?: { error: string } }) }
}
const shop = async (cookie = '') => {
  const res = await fetch(`${server.url}/v1/product`, { headers: { 'x-shop-id': '2', cookie } })
  return res.status
}

test('a shop in preparation is visible only with its link, until it opens', async () => {
  expect(await shop()).toBe(200)
  await database.pool.query('update shop set opened_at = null where id = 2')
  await expect.poll(() => shop()).toBe(403)
  const { data } = await admin('GET', 'opening')
  const { visit_url, opened_at } = data as unknown as { visit_url: string; opened_at: null }
  expect(opened_at).toBeNull()

  const shut = await pages.request('/sh/')
  expect((await pages.request('/sh/mypage')).status).toBe(503)
  expect([shut.status, shut.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(shut.headers.get('x-kushi-state')).toBe('closed')
  expect(shut.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await shut.text()).toContain('椿野は、ただいま開店の準備をしています。')
  expect((await pages.request('/sh/?visit=guessed')).status).toBe(503)
  const let_in = await pages.request(visit_url.replace(/^https?:\/\/[^/]+/, ''))
  expect([let_in.status, let_in.headers.get('location')]).toEqual([303, '/sh/'])
  const cookie = let_in.headers.get('set-cookie')!.split(';')[0]!
  expect(await (await pages.request('/sh/', { headers: { cookie } })).text()).toBe('the shop')
  // A page served to a visitor with the link is not served to others.
  expect([await shop(cookie), await shop()]).toEqual([200, 403])

  const { rows } = await database.pool.query(
    `update shop_content set html = '' where shop_id = 2 and name = 'privacy' returning html`,
  )
  expect(rows).toHaveLength(1)
  expect((await admin('POST', 'opening')).meta?.error).toBe('ERROR_NOT_READY')
  await database.pool.query(`update shop_content set html = '<p>…</p>' where shop_id = 2 and name = 'privacy'`)
  expect(await admin('POST', 'opening')).toMatchObject({ status: 200 })
  await expect.poll(() => shop()).toBe(200)
  expect((await admin('POST', 'opening')).meta?.error).toBe('ERROR_NOT_READY')
  const trail = await database.pool.query('select subject_name from audit_event order by id desc limit 1')
  expect(trail.rows).toEqual([{ subject_name: 'ショップの公開' }])
})

test('an open shop closes with a text, and a customer at a provider can complete the order', async () => {
  const closed_text = '棚卸しのため、<3日>までお休みします。'
  expect((await admin('PUT', 'opening/closed-text', { closed_text: 'あ'.repeat(501) })).status).toBe(422)
  expect(await admin('POST', 'opening/close', { closed_text })).toMatchObject({
    status: 200,
    data: { opened_at: null, closed_at: expect.any(String), closed_text },
  })
  expect((await admin('POST', 'opening/close', { closed_text })).meta?.error).toBe('ERROR_NOT_OPEN')
  await expect.poll(() => shop()).toBe(403)
  const shut = await (await pages.request('/sh/')).text()
  expect(shut).toContain('棚卸しのため、&#60;3日&#62;までお休みします。')
  const { rows } = await database.pool.query('select phone_number from shop where id = 2')
  expect(shut).toContain(rows[0].phone_number)

  // Members reach their own pages, but no one reaches the goods.
  expect(shut).toContain('href="/sh/mypage"')
  for (const path of ['mypage/subscriptions', 'login', 'contact'])
    expect([path, (await pages.request(`/sh/${path}`)).status]).toEqual([path, 200])
  for (const path of ['products', 'mypage/products', 'cart'])
    expect([path, (await pages.request(`/sh/${path}`)).status]).toEqual([path, 503])
  const answers = async (method: string, path: string) =>
    (await fetch(`${server.url}${path}`, { method, headers: { 'x-shop-id': '2' } })).status
  // Not logged in: the call itself rejects it.
  expect(await answers('GET', '/v1/order/subscription/detail/1')).toBe(401)
  for (const [method, path] of [
    ['POST', '/v1/order/public/new'],
    ['POST', '/v1/cart/items/new'],
    ['POST', '/v1/customer/new'],
    ['GET', '/v1/product/detail/1'],
  ] as const)
    expect([path, await answers(method, path)]).toEqual([path, 403])

  const token = 's'.repeat(43)
  expect(await (await pages.request('/sh/unsubscribe?token="><b>')).text()).not.toContain('<form')
  const page = await (await pages.request(`/sh/unsubscribe?token=${token}`)).text()
  await database.pool.query(
    `insert into ad_letter (shop_id, channel, address, unsubscribe_hash, created_at)
      values (2, 'mail', 'door@example.com', sha256($1::bytea), now())`,
    [token],
  )
  const [, action] = /<form method="post" action="([^"]+)"/.exec(page)!
  expect((await fetch(`${server.url}${action}`, { method: 'POST', body: new URLSearchParams() })).status).toBe(200)
  const optouts = await database.pool.query(`select from ad_optout where address = 'door@example.com'`)
  expect(optouts.rowCount).toBe(1)

  const returned = async (key: string) => {
    const res = await fetch(`${server.url}/v1/payment/gmo/return?AccessID=${key}`, { redirect: 'manual' })
    return res.headers.get('set-cookie')
  }
  expect(await returned('of-nobody')).toBeNull()
  await database.pool.query(`insert into card_registration
    (shop_id, customer_id, state, provider_order_id, access_id, idempotency_key, created_at)
    select 2, (select min(id) from customer where shop_id = 2), state, key, key, key, now() - age::interval
    from (values ('redirected', 'from-3ds', '0'), ('failed', 'failed', '0'), ('redirected', 'late', '121 minutes'))
      as given (state, key, age)`)
  for (const key of ['failed', 'late']) expect([key, await returned(key)]).toEqual([key, null])
  const cookie = (await returned('from-3ds'))!
  expect(cookie).toContain('Max-Age=3600')
  const pass = cookie.split(';')[0]!
  expect(await (await pages.request('/sh/', { headers: { cookie: pass } })).text()).toBe('the shop')
  expect(await shop(pass)).toBe(200)
  // An expiry later than the signed one is rejected.
  expect(await shop(pass.replace(/=1/, '=2'))).toBe(403)
})

test('a new link invalidates the previous one', async () => {
  const before = (await admin('GET', 'opening')).data as unknown as { visit_url: string }
  const { visit_url } = (await admin('POST', 'opening/visit-link')).data as unknown as { visit_url: string }
  const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
  await expect.poll(async () => (await pages.request(path(visit_url))).status).toBe(303)
  expect((await pages.request(path(before.visit_url))).status).toBe(503)
  expect(await admin('POST', 'opening')).toMatchObject({ status: 200, data: { closed_at: null } })
  await expect.poll(() => shop()).toBe(200)
})
