import { adminContract } from '@kushi/contract/admin/contract'
import { PERMISSIONS, ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { testDatabase } from '@kushi/db/testing'
import { ROLES, type Role } from '@kushi/values/role'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
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

type CallOptions = { body?: unknown; cookie?: string; headers?: Record<string, string> }
const call = async (key: string, { body, cookie, headers }: CallOptions = {}) => {
  const [method, path] = key.split(' ') as [string, string]
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'x-kushi-admin': '1',
      'content-type': 'application/json',
      ...(cookie ? { cookie: `kushi_operator=${cookie}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await res.json().catch(() => ({}))) as { data?: never; meta?: { error: string; message: string } }
  const set = /kushi_operator=([\w-]+)/.exec(res.headers.get('set-cookie') ?? '')?.[1]
  return { status: res.status, ...answer, session: set, headers: res.headers }
}
const as = async (role: Role) => (await signInAsDemo(server.deps, role))!
const trail = async () =>
  (await database.pool.query('select * from audit_event order by id')).rows as Record<string, unknown>[]

describe('permissions', () => {
  const samples: Record<string, string> = { id: '1', token: 'x'.repeat(43), list: 'audit' }
  const concrete = (key: string) => key.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? '1')
  const behind = Object.entries(adminContract).filter(([, { permission }]) => permission !== 'none')

  test.each(behind.map(([key]) => key))('%s is refused without a session', async (key) => {
    expect(await call(concrete(key), { body: key.startsWith('GET') ? undefined : {} })).toMatchObject({ status: 401 })
  })

  // No second try: it would find what the first one deleted.
  test.each(ROLES)('%s may call exactly what its permissions say', { retry: 0 }, async (role) => {
    const wrong: string[] = []
    let cookie = await as(role)
    for (const [key, { permission }] of behind) {
      if (key.includes('sign-out') || (key.startsWith('DELETE') && key.endsWith('sessions'))) continue
      const ask = () => call(concrete(key), { cookie, body: key.startsWith('GET') ? undefined : {} })
      let outcome = await ask()
      if (outcome.status === 401) {
        // The previous call ended the session, which its role permits.
        cookie = await as(role)
        outcome = await ask()
      }
      const { status, meta } = outcome
      const isAllowed = permission === 'signed-in' || ROLE_PERMISSIONS[role].includes(permission as never)
      // An allowed call continues to input validation, and most inputs here are invalid.
      const isForbidden = status === 403 && meta?.error === 'ERROR_FORBIDDEN'
      if (isForbidden === isAllowed || status >= 500) wrong.push(`${key}: ${status} ${meta?.error}`)
    }
    expect(wrong.join('\n')).toBe('')
  })

  test('every permission belongs to a role besides the manager, or intentionally to the manager only', () => {
    const others = new Set(ROLES.filter((one) => one !== 'manager').flatMap((one) => ROLE_PERMISSIONS[one]))
    const own = PERMISSIONS.filter((one) => !others.has(one))
    expect(own).toEqual(['catalogue.write', 'content.write', 'setting.write', 'operator.manage', 'account.manage'])
  })
})

describe('against requests of other sites', () => {
  test.each([
    ['without the admin’s header', { 'x-kushi-admin': '' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('a change %s is refused', async (_, headers) => {
    const cookie = await as('manager')
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const res = await fetch(`${server.url}/admin/v1/sign-out`, {
      method: 'POST',
      headers: {
        cookie: `kushi_operator=${cookie}`,
        ...('sec-fetch-site' in headers ? { 'x-kushi-admin': '1' } : {}),
        ...sent,
      },
    })
    expect(res.status).toBe(403)
    expect((await call('GET /admin/v1/me', { cookie })).status).toBe(200)
  })

  test('the session is a cookie that scripts and other sites never see, for the admin’s paths alone', async () => {
    const { link } = await invited('cookie@example.com')
    const { headers } = await accepted(link)
    expect(headers.get('set-cookie')).toMatch(/HttpOnly/i)
    expect(headers.get('set-cookie')).toMatch(/SameSite=Strict/i)
    expect(headers.get('set-cookie')).toMatch(/Path=\/admin/i)
  })
})

async function invited(email: string, role: Role = 'orders') {
  const cookie = await as('manager')
  const { status } = await call('POST /admin/v1/operators/invite', { cookie, body: { email, role } })
  expect(status).toBe(200)
  return { link: await newLink(email) }
}
const seen = new Set<string>()
/** Returns the link of the newest invitation. */
async function newLink(email: string): Promise<string> {
  const { rows } = await database.pool.query(
    `select payload->>'text' as text from outbox where dedupe_key like 'operator-invitation:%' order by id desc limit 1`,
  )
  // The outbox deletes a text with a secret link once it is sent; then the link is read from the mailbox.
  const text: string = rows[0].text || (await mailTo(email))
  const link = [...text.matchAll(/invitation\/([\w-]{43})/g)].map(([, token]) => token!).find((one) => !seen.has(one))!
  seen.add(link)
  return link
}
/** Calls about the operator's own account. */
const account = async (email: string) =>
  (
    await database.pool.query(
      `select name, password_hash, totp_secret, array(select code_hash::text from operator_recovery_code c
         where c.operator_id = o.id order by 1) as codes from operator o where email = $1`,
      [email],
    )
  ).rows
async function mailTo(email: string): Promise<string> {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`)
  return res.text()
}
const codeOf = (url: string, steps = 0) => {
  const secret = new URL(url).searchParams.get('secret')!
  const timestamp = server.deps.clock.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
const password = 'a comb of boxwood'
async function accepted(token: string) {
  const accept = await call(`POST /admin/v1/invitation/${token}/accept`, { body: { name: '新人 一郎', password } })
  const { otpauth_url, recovery_codes } = accept.data as unknown as { otpauth_url: string; recovery_codes: string[] }
  const code = codeOf(otpauth_url)
  const finish = await call(`POST /admin/v1/invitation/${token}/finish`, { body: { code } })
  expect(finish.status).toBe(200)
  const { shop_id } = finish.data as unknown as { shop_id: number }
  return { session: finish.session!, shop_id, code, otpauth_url, recovery_codes, headers: finish.headers }
}

describe('a new operator', () => {
  test('is invited by mail, sets up password and code, and is signed in with the role', async () => {
    const { link } = await invited('newcomer@example.com', 'shipping')
    const { session } = await accepted(link)
    const me = await call('GET /admin/v1/me', { cookie: session })
    expect(me.data).toMatchObject({ name: '新人 一郎', role: 'shipping', permissions: ROLE_PERMISSIONS.shipping })
    expect((await call(`GET /admin/v1/invitation/${link}`)).meta?.error).toBe('ERROR_INVITATION')
  })

  test('signs in with password and code; a code and a recovery code work once', async () => {
    const email = 'again@example.com'
    const { code, otpauth_url, recovery_codes } = await accepted((await invited(email)).link)
    const signIn = (more: object) => call('POST /admin/v1/sign-in/password', { body: { email, password, ...more } })
    expect((await signIn({})).meta?.error).toBe('ERROR_CODE_WANTED')
    expect((await signIn({ password: 'wrong' })).meta?.error).toBe('ERROR_SIGN_IN')
    expect((await signIn({ code })).meta?.error).toBe('ERROR_SIGN_IN') // already used by the invitation
    const next = codeOf(otpauth_url, 1)
    expect((await signIn({ code: next })).status).toBe(200)
    expect((await signIn({ code: next })).meta?.error).toBe('ERROR_SIGN_IN')
    expect((await signIn({ code: recovery_codes[0] })).status).toBe(200)
    expect((await signIn({ code: recovery_codes[0] })).meta?.error).toBe('ERROR_SIGN_IN')
  })

  test('an unknown e-mail and a wrong password give the same answer', async () => {
    const known = await call('POST /admin/v1/sign-in/password', { body: { email: 'again@example.com', password: 'x' } })
    const unknown = await call('POST /admin/v1/sign-in/password', { body: { email: 'no@example.com', password: 'x' } })
    expect(known.meta).toEqual(unknown.meta)
  })
})

const inShop3 = { 'x-shop-id': '3' }
const signIn = (email: string, more: object) =>
  call('POST /admin/v1/sign-in/password', { body: { email, password, ...more } })
/** A signed-in operator with a role for all shops of the installation. */
const installation = async () => {
  const email = `all-${crypto.randomUUID()}@example.com`
  const { session } = await accepted((await invited(email, 'viewer')).link)
  await database.pool.query(`update operator set installation_role = 'manager' where email = $1`, [email])
  return { email, session }
}
const invitedTo3 = async (email: string, role: Role) => {
  const { session } = await installation()
  const body = { email, role }
  const { status } = await call('POST /admin/v1/operators/invite', { cookie: session, headers: inShop3, body })
  expect(status).toBe(200)
  return newLink(email)
}

describe('an invitation to an operator who has an account', () => {
  afterAll(async () => void (await database.pool.query('update operator set installation_role = null')))
  test('asks for both factors of the account and adds the role, nothing else', async () => {
    const email = 'two-shops@example.com'
    const { otpauth_url, recovery_codes } = await accepted((await invited(email, 'shipping')).link)
    const link = await invitedTo3(email, 'support')
    expect((await call(`GET /admin/v1/invitation/${link}`)).data).toMatchObject({ email, has_account: true })
    const before = await account(email)
    const given = { name: '別人', password: 'a password of my own' }
    const accept = await call(`POST /admin/v1/invitation/${link}/accept`, { body: given })
    expect(accept.meta?.error).toBe('ERROR_OPERATOR_EXISTS')
    expect((await call(`POST /admin/v1/invitation/${link}/finish`, { body: { code: '123456' } })).status).toBe(410)
    const join = (body: object) => call(`POST /admin/v1/invitation/${link}/join`, { body })
    expect((await join({ password: 'wrong' })).meta?.error).toBe('ERROR_SIGN_IN')
    expect((await join({ password })).meta?.error).toBe('ERROR_CODE_WANTED')
    expect((await join({ password, code: '000000' })).meta?.error).toBe('ERROR_SIGN_IN')
    expect((await join({ answer: { id: 'of nobody' } })).meta?.error).toBe('ERROR_SIGN_IN')
    expect(await account(email)).toEqual(before)
    const joined = await join({ password, code: codeOf(otpauth_url, 1) })
    expect(joined.data).toMatchObject({ shop_id: 3 })
    const me = await call('GET /admin/v1/me', { cookie: joined.session!, headers: inShop3 })
    expect(me.data).toMatchObject({ name: '新人 一郎', role: 'support', has_passkey: false })
    expect((await call('GET /admin/v1/me', { cookie: joined.session! })).data).toMatchObject({ role: 'shipping' })
    expect((await join({ password, code: recovery_codes[0] })).meta?.error).toBe('ERROR_INVITATION')
    expect((await signIn(email, { code: recovery_codes[0] })).status).toBe(200)
  })

  test('is distinguished from the first invitation, which creates the account, whichever was opened first', async () => {
    const email = 'twice@example.com'
    const first = (await invited(email)).link
    const second = await invitedTo3(email, 'viewer')
    const chosen = { name: '新人 二郎', password: 'another comb of boxwood' }
    const late = (await call(`POST /admin/v1/invitation/${second}/accept`, { body: chosen })).data as never as {
      otpauth_url: string
    }
    await accepted(first)
    const before = await account(email)
    const body = { code: codeOf(late.otpauth_url) }
    expect((await call(`POST /admin/v1/invitation/${second}/finish`, { body })).meta?.error).toBe(
      'ERROR_OPERATOR_EXISTS',
    )
    expect(await account(email)).toEqual(before)
  })

  test('an operator of another shop starts there instead of in the default shop', async () => {
    const email = 'only-3@example.com'
    const { session, otpauth_url, shop_id } = await accepted(await invitedTo3(email, 'orders'))
    expect(shop_id).toBe(3)
    expect((await call('GET /admin/v1/me', { cookie: session, headers: inShop3 })).status).toBe(200)
    expect((await signIn(email, { code: codeOf(otpauth_url, 1) })).data).toMatchObject({ shop_id: 3 })
  })

  test('operators of one shop see that an operator of all shops exists, but not the address', async () => {
    const { email, session } = await installation()
    type People = { items: { email: string | null; is_installation: boolean; has_totp: boolean; name: string }[] }
    const list = async (cookie: string) => (await call('GET /admin/v1/operators', { cookie })).data as never as People
    const shown = (await list(await as('manager'))).items.filter((one) => one.is_installation)
    expect(shown.length).toBeGreaterThan(0)
    for (const one of shown)
      expect(one).toMatchObject({ name: '新人 一郎', email: null, has_totp: false, signed_in_at: null })
    expect((await list(session)).items.filter((one) => one.email === email)).toMatchObject([{ has_totp: true }])
    expect((await list(await as('manager'))).items.filter((one) => one.email === 'again@example.com')).toHaveLength(1)
  })
})

describe('calls that grant or revoke access', () => {
  test.each([
    ['inviting', 'POST /admin/v1/operators/invite', { email: 'late@example.com', role: 'viewer' }],
    ['a role', 'PUT /admin/v1/operators/1/role', { role: 'viewer' }],
    ['stopping', 'POST /admin/v1/operators/1/stop', { everywhere: false }],
    ['resuming', 'POST /admin/v1/operators/1/resume', {}],
    ['setting a bulk job to work', 'POST /admin/v1/bulk-jobs/1/run', {}],
    ['ending a subscription', 'POST /admin/v1/subscriptions/1/end', {}],
  ])('%s asks for a fresh second factor', async (_, key, body) => {
    const cookie = await as('manager')
    await database.pool.query(`update operator_session set confirmed_at = now() - interval '11 minutes'`)
    expect(await call(key, { cookie, body })).toMatchObject({ status: 403, meta: { error: 'ERROR_CONFIRM_AGAIN' } })
    await database.pool.query(`update operator_session set confirmed_at = now()`)
  })
})

describe('leaving', () => {
  afterEach(async () => void (await database.pool.query('update operator set installation_role = null')))
  const stop = (cookie: string, id: number, everywhere = false) =>
    call(`POST /admin/v1/operators/${id}/stop`, { cookie, body: { everywhere } })
  const keysOf = async (cookie: string, of: number) => {
    const { items } = (await call('GET /admin/v1/operators', { cookie })).data as never as { items: People[] }
    return items.find(({ id }) => id === of)!.api_keys
  }
  type People = { id: number; api_keys: string[] }
  const idOf = async (cookie: string, headers = {}) =>
    ((await call('GET /admin/v1/me', { cookie, headers })).data as unknown as { id: number }).id

  test('a stopped operator is rejected from the next request on, and cannot sign in again', async () => {
    const email = 'leaver@example.com'
    const { session, otpauth_url } = await accepted((await invited(email)).link)
    const id = await idOf(session)
    const manager = await as('manager')
    expect((await stop(manager, id)).status).toBe(200)
    expect((await call('GET /admin/v1/me', { cookie: session })).status).toBe(401)
    expect((await signIn(email, { code: codeOf(otpauth_url, 1) })).status).toBe(422)
    expect((await call(`POST /admin/v1/operators/${id}/resume`, { cookie: manager })).status).toBe(200)
    expect((await signIn(email, { code: codeOf(otpauth_url, 1) })).status).toBe(200)
  })

  test('the API keys that they created are listed, and revoked with them on request', async () => {
    const { session } = await accepted((await invited('key-maker@example.com', 'manager')).link)
    const id = await idOf(session)
    const manager = await as('manager')
    const body = { name: '倉庫', permissions: ['order.read'], days: null }
    const made = await call('POST /admin/v1/setting/api-keys', { cookie: session, body })
    const { secret } = made.data as never as { secret: string }
    const orders = async () =>
      (await fetch(`${server.url}/admin/v1/orders`, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await keysOf(manager, id)).toEqual(['倉庫'])
    await stop(manager, id)
    expect([await orders(), await keysOf(manager, id)]).toEqual([200, ['倉庫']])
    await call(`POST /admin/v1/operators/${id}/stop`, {
      cookie: manager,
      body: { everywhere: false, with_api_keys: true },
    })
    expect([await orders(), await keysOf(manager, id)]).toEqual([401, []])
  })

  test('stopped in one shop, they still work in the other; stopped for the installation, in none', async () => {
    const email = 'in-both@example.com'
    const { session, otpauth_url } = await accepted((await invited(email)).link)
    const body = { password, code: codeOf(otpauth_url, 1) }
    const joined = await call(`POST /admin/v1/invitation/${await invitedTo3(email, 'support')}/join`, { body })
    const id = await idOf(session)
    const manager = await as('manager')
    expect((await stop(manager, id, true)).status).toBe(403)
    expect((await stop(manager, id)).status).toBe(200)
    const enter = async (headers = {}) => (await call('GET /admin/v1/me', { cookie: joined.session!, headers })).status
    expect([await enter(), await enter(inShop3)]).toEqual([401, 200])
    const all = (await installation()).session
    expect((await stop(all, id, true)).status).toBe(200)
    expect([await enter(), await enter(inShop3)]).toEqual([401, 401])
    expect((await call(`POST /admin/v1/operators/${id}/resume`, { cookie: manager })).status).toBe(403)
    expect((await call(`POST /admin/v1/operators/${id}/resume`, { cookie: all })).status).toBe(200)
  })

  test('the last manager can neither be stopped nor get another role', async () => {
    const cookie = await as('manager')
    const { id } = (await call('GET /admin/v1/me', { cookie })).data as unknown as { id: number }
    expect((await stop(cookie, id)).meta?.error).toBe('ERROR_LAST_MANAGER')
    const change = await call(`PUT /admin/v1/operators/${id}/role`, { cookie, body: { role: 'viewer' } })
    expect(change.meta?.error).toBe('ERROR_LAST_MANAGER')
  })
})

describe('the trail', () => {
  test('records who changed what, before and after, and can be searched for it', async () => {
    const { session } = await accepted((await invited('watched@example.com')).link)
    const { id } = (await call('GET /admin/v1/me', { cookie: session })).data as unknown as { id: number }
    const cookie = await as('manager')
    await call(`PUT /admin/v1/operators/${id}/role`, { cookie, body: { role: 'viewer' } })
    const found = await call(`GET /admin/v1/audit?subject=operator&subject_id=${id}&field=role`, { cookie })
    expect(found.status).toBe(200)
    const { items } = found.data as unknown as { items: Record<string, unknown>[] }
    expect(items[0]).toMatchObject({ operator_name: '椿 花', before: { role: 'orders' }, after: { role: 'viewer' } })
  })

  test.each(['%', '_', '\\', '椿_花'])('is searched for %s literally', async (words) => {
    const found = await call(`GET /admin/v1/audit?q=${encodeURIComponent(words)}`, { cookie: await as('manager') })
    expect(found.data).toMatchObject({ items: [], total: 0 })
  })

  test('cannot be changed by any statement', async () => {
    await expect(database.pool.query('update audit_event set operator_name = $1', ['x'])).rejects.toThrow('only added')
    await expect(database.pool.query('delete from audit_event')).rejects.toThrow('only added')
  })

  test('contains no password, code or key', async () => {
    const text = JSON.stringify(await trail())
    for (const secret of [password, 'argon2id', 'otpauth', 'v1.']) expect(text).not.toContain(secret)
  })

  test('pages by key: every entry once, forwards and backwards', async () => {
    const cookie = await as('manager')
    const seen: number[] = []
    type Page = { items: { id: number }[]; next: string | null; previous: string | null; total: number }
    let after = ''
    let page: Page
    const pages: Page[] = []
    do {
      page = (await call(`GET /admin/v1/audit?per_page=7${after}`, { cookie })).data as unknown as Page
      pages.push(page)
      seen.push(...page.items.map(({ id }) => id))
      after = `&after=${page.next}`
    } while (page.next)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(page.total)
    const back = (await call(`GET /admin/v1/audit?per_page=7&before=${pages[1]!.previous}`, { cookie }))
      .data as unknown as Page
    expect(back.items).toEqual(pages[0]!.items)
    expect((await call('GET /admin/v1/audit?after=nonsense', { cookie })).status).toBe(400)
  })
})
