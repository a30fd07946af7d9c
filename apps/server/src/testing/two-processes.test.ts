import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { signInitRequest } from '@kushi/contract/init-crypto'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { client } from '@kushi/db/schema/shop'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { spawnServerProcess } from './process.ts'
import { environment, newMember, sandboxOf } from './server.ts'
import { comeBack, confirm, toTheBank } from './shopper.ts'

const sandbox = await sandboxOf()
const gateway = gmoGatewayClient(sandbox)
const database = await testDatabase()
const { db } = database
const env = { ...environment(database.url, sandbox), RATE_LIMIT_FACTOR: '1' }
const [one, two] = await Promise.all([spawnServerProcess(env), spawnServerProcess(env)])
afterAll(async () => {
  expect(await Promise.all([one.end(), two.end()])).toEqual([0, 0])
  await database.close()
  await sandbox.stop()
})
const both = [one, two]

test('an order sent to both at once is created once', async () => {
  const member = await newMember(one.call)
  const body = await confirm(two.call, member, {
    token: await gateway.token(TEST_CARD_NUMBERS.ok),
    save_card: false,
  })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => both[n % 2]!.call('POST /v1/order/public/new', { body, token: member.token })),
  )
  expect(new Set(answers.map(({ data }) => `${data.order_no} ${data.redirect_url}`)).size).toBe(1)
  expect(await gateway.transactions(answers[0]!.data.order_no)).toHaveLength(1)
})

test('the browser may come back to the other, and to both at once', async () => {
  const member = await newMember(one.call)
  const { order_no, redirect_url } = await toTheBank({ call: one.call, gateway, member }, TEST_CARD_NUMBERS.ok)
  const accessId = await gateway.visit(redirect_url)
  await Promise.all([comeBack(two.url, accessId), comeBack(one.url, accessId), comeBack(two.url, accessId)])
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(order!.status).toBe('received')
  const [trade] = await gateway.transactions(order_no)
  expect(trade!.history.map(({ api }) => api)).toEqual(['EntryTran', 'ExecTran', 'SecureTran2'])
})

/** Not a token of GMO: refused whenever it is checked. */
const noCard = { amount: 0, token: 'a'.repeat(64) }
const tooMany = 'ERROR_TOO_MANY_REQUESTS'
const limited = (email: string) =>
  [
    ['POST /v1/common/login/customer/', { email, password: 'Wrong12345' }, 10],
    ['POST /v1/common/reset-password/', { email }, 5],
    ['POST /v1/common/payment/card/check', noCard, 10],
  ] as const

/**
 * Sends two requests beyond each limit to both processes; returns how many were refused, and what a process started
 * afterwards answers.
 */
async function overTheLimits(email: string) {
  const { token } = await newMember(one.call)
  const ask = async ({ call }: Pick<typeof one, 'call'>, [key, body]: ReturnType<typeof limited>[number]) =>
    (await call(key, { body: body as never, ...(key.includes('card') && { token }) })).meta?.error
  const refused: number[] = []
  for (const limit of limited(email)) {
    const all = Array.from({ length: limit[2] + 2 }, (_, n) => ask(both[n % 2]!, limit))
    refused.push((await Promise.all(all)).filter((error) => error === tooMany).length)
  }
  const restarted = await spawnServerProcess(env)
  const later = await Promise.all(limited(email).map((limit) => ask(restarted, limit)))
  expect(await restarted.end()).toBe(0)
  return { refused, later }
}

const FIVE_MINUTES = 300_000

test('limits count over both, and apply to a process that starts later', async () => {
  const window = () => Math.floor(Date.now() / FIVE_MINUTES)
  for (let n = 0; ; n++) {
    // Some limits are by address, which a run before this one has used up.
    await db.delete(rate_limit)
    const begun = window()
    const seen = await overTheLimits(`nobody${n}@example.com`)
    // A new window begins every five minutes and counts anew: a run that spans two windows proves nothing.
    if (begun !== window()) continue
    return expect(seen).toEqual({ refused: [2, 2, 2], later: [tooMany, tooMany, tooMany] })
  }
})

test('a nonce used at one is rejected by the other', async () => {
  const [row] = await db.select().from(client).where(eq(client.shop_id, 2))
  const headers = { ...(await signInitRequest(row!.id, row!.client_key, new Date())) }
  const ask = async ({ url }: { url: string }) => (await fetch(`${url}/v1/common/init`, { headers })).status
  expect(await ask(one)).toBe(200)
  expect(await ask(two)).toBeGreaterThanOrEqual(400)
})

test('both are notified of a change of the catalogue', async () => {
  const price = async ({ url }: { url: string }) => {
    const { data } = (await (await fetch(`${url}/v1/product/detail/8`)).json()) as {
      data: { skus: { price: number }[] }
    }
    return data.skus[0]!.price
  }
  const before = await Promise.all(both.map(price))
  await db
    .update(product_sku)
    .set({ price: before[0]! + 11 })
    .where(eq(product_sku.product_id, 8))
  await eventually(async () => expect(await Promise.all(both.map(price))).toEqual([before[0]! + 11, before[0]! + 11]))
})

test('a session of one is valid at the other, and so is its end', async () => {
  const { token } = await newMember(one.call)
  expect((await two.call('POST /v1/common/me', { token })).status).toBe(200)
  await two.call('POST /v1/common/logout', { token })
  expect((await one.call('POST /v1/common/me', { token })).status).toBe(401)
})

test('the clock of the sandbox is moved for both', async () => {
  const headers = { 'content-type': 'application/json' }
  const today = async ({ url }: { url: string }) =>
    ((await (await fetch(`${url}/sandbox/clock`)).json()) as { today: string }).today
  const before = await today(two)
  await fetch(`${one.url}/sandbox/clock`, { method: 'PUT', headers, body: '{"offset_days":40}' })
  for (const process of [one, two]) await eventually(async () => expect(await today(process)).not.toBe(before))
  expect(await today(two)).toBe(await today(one))
})
