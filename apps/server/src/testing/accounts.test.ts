import { createHmac, randomUUID } from 'node:crypto'
import { shop, shop_account } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { sealAccount } from '@kushi/shop/account/sealed-account'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { environment, sandboxOf, startServer } from './server.ts'

/** Two stand-ins of everything: what shop 3 has of its own stands in the second. */
const sandbox = await sandboxOf()
const others = await startSandbox({ env: { SANDBOX_GMO_SHOP_ID: 'tshop00000003' } })
const database = await testDatabase()
const { db } = database
const secret = 'sandbox-line-channel-secret-0003'
const server = await startServer({
  ...environment(database.url, sandbox),
  ...{ SANDBOX_GMO_SHOP_ID: 'tshop00000003', SANDBOX_LINE_CHANNEL_SECRET: secret },
  ...{ SHOP_HOSTS: 'wholesale.example=3' },
})
afterAll(async () => {
  await server.stop()
  await database.close()
  await others.stop()
  await sandbox.stop()
})
const own = {
  GMO_BASE_URL: `${others.url}/sandbox/gmo`,
  GMO_SHOP_ID: 'tshop00000003',
  SMTP_URL: `smtp://127.0.0.1:${others.smtpPort}`,
  LINE_CHANNEL_SECRET: secret,
}
async function keep(shop_id: number, values: Record<string, string>) {
  const { secrets } = await server.deps.base(2)
  const sealed = sealAccount(secrets, { shop_id, values })
  const row = { sealed, updated_at: new Date() }
  await db
    .insert(shop_account)
    .values({ shop_id, ...row })
    .onConflictDoUpdate({ target: shop_account.shop_id, set: row })
}
/** Until this process has heard of it. */
const heard = (shop_id: number, shopId: string | undefined) =>
  vi.waitFor(async () => expect((await server.deps.configOf(shop_id)).gmo?.shop_id).toBe(shopId), 5_000)

beforeEach(async () => {
  await db.delete(shop_account)
  await keep(3, own)
  await heard(3, 'tshop00000003')
})

const mail = (to: string) => ({
  ...{ to, subject: '件名', text: '本文', message_id: `<${randomUUID()}@shop.example>` },
  from: { name: '店', address: 'shop@shop.example' },
})
async function inbox({ url }: { url: string }): Promise<string[]> {
  const res = await fetch(`${url}/sandbox/mail/messages.json`)
  const { messages } = (await res.json()) as { messages: { envelope: { to: string[] } }[] }
  return messages.flatMap(({ envelope }) => envelope.to)
}

type Wire = { MemberID?: string }

test('each shop asks its own accounts', async () => {
  for (const [shop_id, to] of [
    [2, 'two@example.com'],
    [3, 'three@example.com'],
  ] as const) {
    const { ports } = await server.deps.base(shop_id)
    await ports.card.saveMember(`member-of-${shop_id}`)
    await ports.mail.send(mail(to))
  }
  expect([await inbox(sandbox), await inbox(others)]).toEqual([['two@example.com'], ['three@example.com']])
  const named = async ({ url }: { url: string }) => {
    const { wire } = (await (await fetch(`${url}/sandbox/gmo/wire.json`)).json()) as { wire: { request: Wire }[] }
    return wire.flatMap(({ request }) => request.MemberID ?? [])
  }
  expect([await named(sandbox), await named(others)]).toEqual([['member-of-2'], ['member-of-3']])
})

test('what is kept of a shop is kept until its row changes, and its mails are sent to the end', async () => {
  const before = await server.deps.base(3)
  expect(await server.deps.base(3)).toBe(before)
  const two = await server.deps.base(2)
  const underWay = before.ports.mail.send(mail('late@example.com'))
  await keep(3, { ...own, SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` })
  await vi.waitFor(async () => expect(await server.deps.base(3)).not.toBe(before), 5_000)
  await underWay
  expect(await inbox(others)).toContain('late@example.com')
  await expect(before.ports.mail.send(mail('later@example.com'))).rejects.toThrow('the mail server was changed')
  // The others' accounts were looked at once more, and stay what they are.
  expect(await server.deps.base(2)).toBe(two)
})

test('accounts of another shop, or sealed with another key, are none, and the stand-ins don’t take their place', async () => {
  const [row] = await db.select().from(shop_account).where(eq(shop_account.shop_id, 3))
  await db.insert(shop_account).values({ ...row!, shop_id: 2 })
  await heard(2, undefined)
  const { ports, settings } = await server.deps.base(2)
  expect([...ports.payment.keys()]).toEqual([null])
  expect(settings).toMatchObject({ payment_shop_id: '', line: null, amazon: null })
  await expect(ports.card.listCards('x')).rejects.toThrow('unavailable')
  await expect(ports.mail.send(mail('x@example.com'))).rejects.toThrow('No mail server')
  const { data } = await server.call('GET /v1/setting/shop/payment/', { shop: 2 })
  expect(data.items.map(({ payment_method_id }) => payment_method_id)).not.toContain(1)
  await db.delete(shop_account).where(eq(shop_account.shop_id, 2))
  await heard(2, 'tshop00000001')
})

test('LINE finds the shop by path or host, and only its own secret counts', async () => {
  const body = JSON.stringify({ destination: 'U0', events: [] })
  const status = async (path: string, key: string, host?: string) => {
    const signature = createHmac('sha256', key).update(body).digest('base64')
    const headers = { 'x-line-signature': signature, ...(host && { host }) }
    return (await server.app.request(path, { method: 'POST', body, headers })).status
  }
  const shared = 'sandbox-line-channel-secret-0000'
  expect(await status('/v1/line/webhook', shared)).toBe(200)
  expect(await status('/v1/line/webhook', secret)).toBe(401)
  expect(await status('/v1/line/webhook/3', secret)).toBe(200)
  expect(await status('/v1/line/webhook/3', shared)).toBe(401)
  expect(await status('/v1/line/webhook', secret, 'wholesale.example')).toBe(200)
  expect(await status('/v1/line/webhook/999', secret)).toBe(400)
})

test('a shop that was just made has the stand-ins, like all others', async () => {
  const [first] = await db.select().from(shop).where(eq(shop.id, 2))
  const { id: _, ...values } = first!
  const [made] = await db.insert(shop).values(values).returning()
  expect((await server.deps.configOf(made!.id)).gmo?.shop_id).toBe('tshop00000001')
})
