import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { eq, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'
import { spawnServerProcess } from './process.ts'
import { environment, newMember, sandboxOf } from './server.ts'
import { comeBack, confirm, toTheBank } from './shopper.ts'

const sandbox = await sandboxOf()
const gateway = gmoGatewayClient(sandbox)
const database = await testDatabase()
const { db } = database
afterAll(async () => {
  await database.close()
  await sandbox.stop()
})
const env = { ...environment(database.url, sandbox), JOBS: 'on' }
const orderOf = async (orderNo: string) => (await db.select().from(orders).where(eq(orders.order_no, orderNo)))[0]!
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock

/** Some minutes pass: leases expire, no browser is expected back any more, and a killed process's jobs count as dead. */
async function minutesPass(): Promise<void> {
  await db.update(payment).set({
    updated_at: sql`updated_at - interval '10 minutes'`,
    claimed_until: sql`claimed_until - interval '10 minutes'`,
  })
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now() where state = 'active'`)
  await db.execute(sql`update pgboss.queue set singletons_active = null`)
}

/** The schedule fires for the job, in whichever process serves it. */
async function strike(): Promise<void> {
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false })
  await boss.start()
  await eventually(async () => expect(await boss.getQueue('payment-repair')).toBeTruthy())
  await boss.send('payment-repair', {})
  await boss.stop()
}

test('kill -9 after the charge was requested: the next process finds it and receives the order, once', async () => {
  const first = await spawnServerProcess(env)
  const member = await newMember(first.call)
  const { order_no, redirect_url } = await toTheBank({ call: first.call, gateway, member }, TEST_CARD_NUMBERS.ok)
  const accessId = await gateway.visit(redirect_url)
  const before = await stock()
  await gateway.fault('SecureTran2', 'timeout-after')
  const back = comeBack(first.url, accessId).catch((error: Error) => error.message)
  await eventually(async () => expect((await gateway.transactions(order_no))[0]!.status).toBe('AUTH'))
  await first.end('SIGKILL')
  expect(await back).toBe('fetch failed')
  expect(await orderOf(order_no)).toMatchObject({ status: 'payment_pending' })

  await minutesPass()
  const second = await spawnServerProcess(env)
  await strike()
  await eventually(async () => expect(await orderOf(order_no)).toMatchObject({ status: 'received' }))
  expect(await stock()).toBe(before)
  const [trade] = await gateway.transactions(order_no)
  expect(trade!.history.filter(({ status }) => status === 'AUTH')).toHaveLength(1)
  // The browser reloads the page that hung.
  expect(await comeBack(second.url, accessId)).toContain(order_no)
  expect(await second.end()).toBe(0)
}, 240_000)

test('kill -9 between ExecTran and our write: given up, stock restored, nothing charged, and a new order works', async () => {
  const first = await spawnServerProcess(env)
  const member = await newMember(first.call)
  const before = await stock()
  const body = await confirm(first.call, member, {
    token: await gateway.token(TEST_CARD_NUMBERS.ok),
    save_card: false,
  })
  await gateway.fault('ExecTran', 'timeout-after')
  const hung = first.call('POST /v1/order/public/new', { body, token: member.token }).catch(() => null)
  const mine = eq(orders.idempotency_key, body.idempotency_key)
  await eventually(async () => {
    const [order] = await db.select().from(orders).where(mine)
    expect((await gateway.transactions(order!.order_no))[0]?.status).toBe('AUTHENTICATED')
  })
  await first.end('SIGKILL')
  await hung
  expect(await stock()).toBe(before - 1)

  await minutesPass()
  const second = await spawnServerProcess(env)
  await strike()
  await eventually(async () => expect((await db.select().from(orders).where(mine))[0]!.status).toBe('payment_error'))
  expect(await stock()).toBe(before)
  const again = await toTheBank({ call: second.call, gateway, member }, TEST_CARD_NUMBERS.ok)
  await comeBack(second.url, await gateway.visit(again.redirect_url))
  expect(await orderOf(again.order_no)).toMatchObject({ status: 'received' })
  expect(await second.end()).toBe(0)
}, 240_000)

test('SIGTERM lets requests in progress finish', async () => {
  const only = await spawnServerProcess(env)
  const member = await newMember(only.call)
  const { order_no, redirect_url } = await toTheBank(
    { call: only.call, gateway, member },
    TEST_CARD_NUMBERS.ok,
    {},
    true,
  )
  const accessId = await gateway.visit(redirect_url)
  await gateway.fault('SecureTran2', 'delay:800')
  const back = comeBack(only.url, accessId)
  await eventually(async () => {
    const [row] = await db.select().from(payment).where(eq(payment.provider_order_id, order_no))
    expect(row!.state).toBe('returned')
  })
  expect(await only.end()).toBe(0)
  expect(await back).toContain(order_no)
  expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
  // Deferred work is done too: the card is saved and the mail is sent.
  const [row] = await db.select().from(payment).where(eq(payment.provider_order_id, order_no))
  expect(row).toMatchObject({ save_card: false, card_seq: 0 })
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(member.email)}`)
  const { messages } = (await res.json()) as { messages: { subject: string }[] }
  expect(messages.filter(({ subject }) => subject.includes('ご注文'))).toHaveLength(1)
}, 240_000)
