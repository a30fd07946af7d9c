import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { operator } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../cli/run-command.ts'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { comeBack, confirm, monthly, toTheBank } from './shopper.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const env = environment(database.url, sandbox)
const server = await startServer(env)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})
const gateway = gmoGatewayClient(sandbox)

/** The actors in the rows, the oldest first: `event: kind id name`. */
async function actors(table: string, what: string, where = 'true', ...values: unknown[]): Promise<string[]> {
  const text = `select ${what} || ': ' || concat_ws(' ', actor_kind, actor_id, nullif(actor_name, '')) as said
    from ${table} where ${where} order by id`
  return (await database.pool.query<{ said: string }>(text, values)).rows.map(({ said }) => said)
}
const idOf = async (email: string) =>
  (await database.pool.query('select id from customer where email = $1', [email])).rows[0].id as number
const ofOrder = 'order_id = (select id from orders where order_no = $1)'
const ofPayment = 'payment_id = (select id from payment where provider_order_id = $1)'

async function admin(role: string, key: string, body: object): Promise<number> {
  const [method, path] = key.split(' ') as [string, string]
  const cookie = `kushi_operator=${await signInAsDemo(server.deps, role)}`
  const headers = { 'x-kushi-admin': '1', 'content-type': 'application/json', 'x-shop-id': '2', cookie }
  return (await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).status
}
const demo = async (role: string) =>
  (
    await database.db
      .select()
      .from(operator)
      .where(eq(operator.email, `${role}@operators.example.com`))
  )[0]!

test('a member, and a guest', async () => {
  const { email, password, token } = await newMember(call, { mail_magazine_flag: true })
  const id = await idOf(email)
  await call('POST /v1/common/login/customer/', { body: { email, password: 'Guess1234' } })
  await call('POST /v1/common/login/customer/', { body: { email, password } })
  await call('POST /v1/common/logout', { token })
  expect(await actors('security_event', 'event', 'customer_id = $1', id)).toEqual([
    `registered: member ${id}`,
    `device_confirmed: member ${id}`,
    'login_failed: guest',
    `login: member ${id}`,
    `logout: member ${id}`,
  ])
  expect(await actors('consent_event', 'channel', 'customer_id = $1', id)).toEqual([`mail: member ${id}`])
})

test('an order: bought and paid by its member, also after the bank’s redirect, shipped by an operator', async () => {
  const member = await newMember(call)
  const id = await idOf(member.email)
  const bought = { is_subscription: true, delivery_pattern: monthly }
  const { order_no, redirect_url } = await toTheBank({ call, gateway, member }, TEST_CARD_NUMBERS.ok, bought)
  await comeBack(url, await gateway.visit(redirect_url))
  expect(await actors('order_status_event', 'status', ofOrder, order_no)).toEqual([
    `payment_pending: member ${id}`,
    `received: member ${id}`,
  ])
  const paid = ['redirected', 'returned', 'authorised'].map((state) => `${state}: member ${id}`)
  expect(await actors('payment_event', 'event', ofPayment, order_no)).toEqual(paid)
  const ofSubscription = 'subscription_id = (select subscription_id from orders where order_no = $1)'
  // The card is saved after the answer.
  await expect
    .poll(() => actors('subscription_event', 'event', ofSubscription, order_no))
    .toEqual([`created: member ${id}`, `card_kept: member ${id}`])

  await signInAsDemo(server.deps, 'shipping')
  const { email, id: who, name } = await demo('shipping')
  await runCommand(['orders', 'ship', order_no, '--tracking', '123456789012', '--operator', email], env)
  const shipped = ['arranged', 'shipped'].map((status) => `${status}: operator ${who} ${name}`)
  expect((await actors('order_status_event', 'status', ofOrder, order_no)).slice(2)).toEqual(shipped)
  expect((await actors('payment_event', 'event', ofPayment, order_no)).slice(3)).toEqual([
    `captured: operator ${who} ${name}`,
  ])
  const ofParcel = `shipment_id in (select id from shipment where ${ofOrder})`
  expect(await actors('shipment_event', 'status', ofParcel, order_no)).toEqual([
    `ready: operator ${who} ${name}`,
    `shipped: operator ${who} ${name}`,
  ])
  await runCommand(['orders', 'ship', order_no, '--tracking', '123456789023', '--replace'], env)
  const numbers = "concat_ws(' ', status, replaced ->> 'carrier', replaced ->> 'tracking_no')"
  expect((await actors('shipment_event', numbers, ofParcel, order_no)).slice(2)).toEqual([
    'shipped yamato 123456789012: operator コマンド',
  ])
  // Without a name it is still an operator, but an unknown one.
  await runCommand(['orders', 'deliver', order_no], env)
  expect((await actors('order_status_event', 'status', ofOrder, order_no)).slice(4)).toEqual([
    'delivered: operator コマンド',
  ])
  const unknown = runCommand(['orders', 'list', '--operator', 'nobody@example.com'], env)
  await expect(unknown).rejects.toThrow('--operator')
})

test('a notification from the gateway', async () => {
  const member = await newMember(call)
  const { order_no, redirect_url } = await toTheBank({ call, gateway, member }, TEST_CARD_NUMBERS.ok)
  await gateway.visit(redirect_url)
  const { rows } = await database.pool.query('select * from payment where provider_order_id = $1', [order_no])
  await (await server.deps.base(2)).ports.payment.get(1)!.finish(rows[0])
  expect(await gateway.notice(order_no, `${url}/v1/payment/gmo/notification`)).toBe('0')
  expect((await actors('payment_event', 'event', ofPayment, order_no)).at(-1)).toBe('authorised: provider GMO')
  expect((await actors('order_status_event', 'status', ofOrder, order_no)).at(-1)).toBe('received: provider GMO')
})

test('an operator in the admin', async () => {
  const member = await newMember(call)
  const id = await idOf(member.email)
  const entry = { quantity: 5, reason: '', idempotency_key: 'stock-entry-of-actors' }
  expect(await admin('manager', 'POST /admin/v1/stock/101/receipt', entry)).toBe(200)
  const rank = { customer_rank_id: 3, reason: 'お詫びのため' }
  expect(await admin('manager', `PUT /admin/v1/customers/${id}/rank`, rank)).toBe(200)
  const { id: who, name } = await demo('manager')
  const stocked = await actors('stock_event', 'kind', 'idempotency_key = $1', entry.idempotency_key)
  expect(stocked).toEqual([`receipt: operator ${who} ${name}`])
  const ranked = await actors('customer_rank_event', 'reason', 'customer_id = $1', id)
  expect(ranked).toEqual([`お詫びのため: operator ${who} ${name}`])
})

test('a job, by its name', async () => {
  const member = await newMember(call)
  const cash = await confirm(call, member, null, { payment_method_id: null })
  const { order_no } = (await call('POST /v1/order/public/new', { body: cash, token: member.token })).data
  const ran = Promise.withResolvers<void>()
  const run = async (ctx: Parameters<typeof cancelOrder>[0]) => {
    await cancelOrder(ctx, { order_no }).finally(() => ran.resolve())
  }
  const clockwork = startJobs(server.deps, { jobs: { tidy: { cron: '* * * * *', run } }, pollingIntervalSeconds: 0.5 })
  await expect.poll(() => clockwork.state.running).toBe(true)
  await database.pool.query(`insert into pgboss.job (name) values ('tidy')`)
  await ran.promise
  await clockwork.stop()
  expect((await actors('order_status_event', 'status', ofOrder, order_no)).at(-1)).toBe('cancelled: system tidy')
})
