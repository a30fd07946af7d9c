import { createHmac, randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { shop, shop_account } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { removeUnusedPictures } from '@kushi/shop/foundation/picture/remove-unused'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { deleteFormerMemberCards } from '@kushi/shop/operation/membership/forget-cards'
import { decideRanks } from '@kushi/shop/people/customer/decide-ranks'
import { remindCarts } from '@kushi/shop/sales/cart/remind-carts'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { markDeliveredByTerm } from '@kushi/shop/sales/fulfilment/mark-delivered-by-term'
import { shipConfirmedParcels } from '@kushi/shop/sales/fulfilment/ship-waiting'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { sealShopValues } from '@kushi/shop/secret-box'
import { kamakuraAddress } from '@kushi/shop/testing/order'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { runForShops, type ScheduledJob } from '../jobs/run-for-shops.ts'
import { environment, sandboxOf, startServer } from './server.ts'

/** Two sets of simulators: shop 3's own accounts are in the second. */
const sandbox = await sandboxOf()
const others = await startSandbox({ env: { SANDBOX_GMO_SHOP_ID: 'tshop00000003' } })
const database = await testDatabase()
const { db } = database
const secret = 'sandbox-line-channel-secret-0003'
const server = await startServer({
  ...environment(database.url, sandbox),
  SANDBOX_GMO_SHOP_ID: 'tshop00000003',
  SANDBOX_LINE_CHANNEL_SECRET: secret,
  SHOP_HOSTS: 'wholesale.example=3',
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
  const sealed = sealShopValues(secrets, { shop_id, values })
  const row = { sealed, updated_at: new Date() }
  await db
    .insert(shop_account)
    .values({ shop_id, ...row })
    .onConflictDoUpdate({ target: shop_account.shop_id, set: row })
}
/** Waits until this process has received the notification. */
const heard = (shop_id: number, shopId: string | undefined) =>
  eventually(async () => expect((await server.deps.configOf(shop_id)).gmo?.shop_id).toBe(shopId))

beforeEach(async () => {
  await db.delete(shop_account)
  await keep(3, own)
  await heard(3, 'tshop00000003')
})

const mail = (to: string) => ({
  to,
  subject: '件名',
  text: '本文',
  message_id: `<${randomUUID()}@shop.example>`,
  from: { name: '店', address: 'shop@shop.example' },
})
async function inbox({ url }: { url: string }): Promise<string[]> {
  const res = await fetch(`${url}/sandbox/mail/messages.json`)
  const { messages } = (await res.json()) as { messages: { envelope: { to: string[] } }[] }
  return messages.flatMap(({ envelope }) => envelope.to)
}

/** Members for whom a gateway received a request. */
async function named({ url }: { url: string }): Promise<string[]> {
  const { wire } = (await (await fetch(`${url}/sandbox/gmo/wire.json`)).json()) as {
    wire: { request: { MemberID?: string } }[]
  }
  return wire.flatMap(({ request }) => request.MemberID ?? [])
}

test('each shop uses its own accounts', async () => {
  for (const [shop_id, to] of [
    [2, 'two@example.com'],
    [3, 'three@example.com'],
  ] as const) {
    const { ports } = await server.deps.base(shop_id)
    await ports.card.saveMember(`member-of-${shop_id}`)
    await ports.mail.send(mail(to))
  }
  expect([await inbox(sandbox), await inbox(others)]).toEqual([['two@example.com'], ['three@example.com']])
  expect([await named(sandbox), await named(others)]).toEqual([['member-of-2'], ['member-of-3']])
})

test('a shop’s cache is kept until its row changes, and its mails are still sent', async () => {
  const before = await server.deps.base(3)
  expect(await server.deps.base(3)).toBe(before)
  const two = await server.deps.base(2)
  const underWay = before.ports.mail.send(mail('late@example.com'))
  await keep(3, { ...own, SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` })
  await eventually(async () => expect(await server.deps.base(3)).not.toBe(before))
  await underWay
  expect(await inbox(others)).toContain('late@example.com')
  await expect(before.ports.mail.send(mail('later@example.com'))).rejects.toThrow('the mail server was changed')
  // The other shops' accounts were checked again and are unchanged.
  expect(await server.deps.base(2)).toBe(two)
})

test('accounts of another shop, or encrypted with another key, are absent, and the simulators do not replace them', async () => {
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

test('LINE’s webhook finds the shop by path or host, and only its own secret is valid', async () => {
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

describe('jobs', () => {
  const mails = (shops: number[]) =>
    db.insert(outbox).values(
      shops.map((shop_id) => ({
        shop_id,
        kind: 'mail' as const,
        dedupe_key: randomUUID(),
        payload: { to: `job-of-${shop_id}@example.com`, subject: '件名', text: '本文' },
      })),
    )
  const run = (name: string, handler: ScheduledJob['run'], more: Partial<ScheduledJob> = {}, budgetMs?: number) =>
    runForShops({ deps: server.deps, database }, name, { cron: '* * * * *', run: handler, ...more }, budgetMs)

  test('work for each shop with its own accounts', async () => {
    await mails([2, 3])
    for (const shop_id of [2, 3])
      await db.insert(customer).values({
        shop_id,
        email: `${shop_id}@gone.example`,
        gmo_id: `gone-from-${shop_id}`,
        withdrawn_at: new Date(),
        ...kamakuraAddress,
      })
    expect(await run('outbox', deliverOutbox)).toBe('ok')
    expect(await run('cards', deleteFormerMemberCards)).toBe('ok')
    const [own, theirs] = [await inbox(sandbox), await inbox(others)]
    expect([own.includes('job-of-2@example.com'), own.includes('job-of-3@example.com')]).toEqual([true, false])
    expect([theirs.includes('job-of-2@example.com'), theirs.includes('job-of-3@example.com')]).toEqual([false, true])
    expect((await named(sandbox)).filter((id) => id.startsWith('gone'))).toEqual(['gone-from-2'])
    expect((await named(others)).filter((id) => id.startsWith('gone'))).toEqual(['gone-from-3'])
  })

  test('one failing shop does not delay the others; an empty one has nothing to do', async () => {
    const empty = await anotherShop()
    const seen: number[] = []
    const outcome = await run('test', async (ctx) => {
      seen.push(ctx.shop_id)
      if (ctx.shop_id === 2) throw new Error('no')
    })
    expect([outcome, seen]).toEqual(['failed', [2, 3, empty]])
    const broken = (ctx: { shop_id: number }) => Promise.resolve({ broken: Number(ctx.shop_id === 3) })
    expect(await run('test', broken)).toBe('broken')
    const handlers = [
      deliverOutbox,
      runDailyDeliveries,
      shipConfirmedParcels,
      repairPayments,
      reconcilePayments,
      remindCarts,
      decideRanks,
    ]
    for (const handler of [...handlers, markDeliveredByTerm, removeUnusedPictures, deleteFormerMemberCards])
      expect(await run('test', (ctx) => handler(ctx))).toBe('ok')
  })

  test('the round after an interrupted one continues with the next shop', async () => {
    const seen: number[] = []
    for (let round = 0; round < 2; round++) await run('slow', async (ctx) => seen.push(ctx.shop_id), {}, 0)
    expect(seen).toEqual([2, 3])
  })

  test('work of the installation is done once', async () => {
    const seen: number[] = []
    await run('test', async (ctx) => seen.push(ctx.shop_id), { of: 'installation' })
    expect(seen).toEqual([2])
  })
})

async function anotherShop(): Promise<number> {
  const [first] = await db.select().from(shop).where(eq(shop.id, 2))
  const { id: _, ...values } = first!
  const [made] = await db.insert(shop).values(values).returning()
  return made!.id
}

test('a new shop uses the simulators, like all others', async () => {
  expect((await server.deps.configOf(await anotherShop())).gmo?.shop_id).toBe('tshop00000001')
})
