import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { testDatabase } from '@kushi/db/testing'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { afterAll, expect, test } from 'vitest'
import { spawnShopCommand } from '../testing/process.ts'
import { environment, newMember, sandboxOf, startServer } from '../testing/server.ts'
import { comeBack, monthly, toTheBank } from '../testing/shopper.ts'
import { runCommand } from './run-command.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const env = environment(database.url, sandbox)
const server = await startServer(env)
const gateway = gmoGatewayClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})

/** A card that passes 3-D Secure, and declines later charges without the customer (merchant-initiated). */
const laterRefused = '4000000000000341'

/** Runs `npm run shop -- …` beside the running shop. */
async function shop(...args: string[]) {
  try {
    return { code: 0, stderr: '', rows: JSON.parse(await runCommand([...args, '--json'], env)) }
  } catch (error) {
    return { code: 1, stderr: (error as Error).message, rows: null }
  }
}

/** Advances the clock of the running shop without processing the days between. */
const clock = (days: number) => server.deps.sandboxClock!.move(days)
const daysAhead = (day: string) => daysBetween(server.deps.clock.today(), day)

/** A member with an active subscription, paid with a saved card. */
async function subscriber(cardNumber: string) {
  const member = await newMember(call)
  const bought = { is_subscription: true, delivery_pattern: monthly }
  const { redirect_url, order_no } = await toTheBank({ call, gateway, member }, cardNumber, bought)
  await comeBack(url, await gateway.visit(redirect_url))
  const { token } = member
  const list = async () => (await call('GET /v1/order/subscription/', { token })).data.items
  await expect.poll(async () => (await list())[0]?.card_seq).toBe(0)
  const { id, next_delivery_date } = (await list())[0]!
  const detail = async () => (await call('GET /v1/order/subscription/detail/{id}', { params: { id }, token })).data
  return { member, token, id, order_no, day: addDays(next_delivery_date, -9), detail }
}

test('a card that declines later charges: notified, replaced, shipped, received, then the next delivery', async () => {
  const { id, day, detail: first, member } = await subscriber(laterRefused)
  const dry = await shop('subscriptions', 'run', '--date', day, '--dry-run')
  expect(dry.rows).toMatchObject([{ subscription: id, cycle: 2, payment: 'クレジットカード' }])
  expect((await shop('subscriptions', 'run', '--date', addDays(day, -1))).rows).toMatchObject([
    { arranged: 0, failed: 0 },
  ])
  expect((await shop('subscriptions', 'run', '--date', day)).rows).toMatchObject([{ arranged: 0, failed: 1 }])
  expect((await shop('subscriptions', 'failures')).rows).toMatchObject([
    { subscription: id, failure: 'limit', attempts: 1, retry_on: addDays(day, 1), member: member.email },
  ])
  expect(await first()).toMatchObject({ summary_status: 2, can: { change_payment: true } })

  // The member visits on the day of the failure: the clock jumps there.
  await clock(daysAhead(day))
  const { email, password } = member
  const later = await call('POST /v1/common/login/customer/', { body: { email, password } })
  const { access_token: token } = later.data
  const fresh = { token: await gateway.token('4111111111111111'), idempotency_key: crypto.randomUUID() }
  const registered = await call('POST /v1/common/mypage/card/register', { body: fresh, token })
  await comeBack(url, await gateway.visit(registered.data.redirect_url!))
  const detail = async () => (await call('GET /v1/order/subscription/detail/{id}', { params: { id }, token })).data
  const { version } = await detail()
  const body = { payment_method_id: 1 as const, card_seq: 1, version }
  const params = { id }
  const repaired = await call('PATCH /v1/order/subscription/update/{id}/payment', { params, body, token })
  expect(repaired.data).toMatchObject({ summary_status: 1, failure: null, lock: 'arranged' })
  const { order_no, payment_total } = repaired.data.arranged_order!
  // The second attempt has a different number at the provider.
  const found = await database.pool.query('select billing_key from subscription where id = $1', [id])
  const second = `S${found.rows[0].billing_key}-2-2`
  expect(await gateway.transactions(second)).toMatchObject([{ status: 'AUTH', amount: payment_total }])

  expect(await shop('orders', 'deliver', order_no)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('「発送準備中」'),
  })
  expect((await shop('orders', 'ship', order_no, '--tracking', '123456789012')).rows).toMatchObject([
    { status: 'shipped' },
  ])
  expect(await gateway.transactions(second)).toMatchObject([{ status: 'SALES' }])
  expect((await shop('orders', 'deliver', order_no)).rows).toMatchObject([{ status: 'delivered' }])
  const after = await detail()
  expect(after).toMatchObject({ cycle: 3, lock: null, arranged_order: null })
  expect(after.events.map((event) => event.event)).toEqual([
    'received',
    'arranged',
    'payment_changed',
    'payment_failed',
    'noticed',
    'card_kept',
    'created',
  ])
  expect((await shop('orders', 'refund', order_no)).rows).toMatchObject([{ status: 'returned' }])
  // On the day of the sale GMO cancels it.
  expect(await gateway.transactions(second)).toMatchObject([{ status: 'VOID' }])
  await clock(0)
})

test('the sandbox’s clock advances by half a year: six deliveries, each charged and received', async () => {
  const { id } = await subscriber('5555555555554444')
  const put = (offset_days: number) =>
    fetch(`${url}/sandbox/clock`, { method: 'PUT', body: JSON.stringify({ offset_days }) })
  try {
    for (const days of [100, 184]) expect((await put(days)).status).toBe(200)
    const { rows } = await database.pool.query<{ cycle: number; status: string }>(
      'select cycle, status from orders where subscription_id = $1 order by cycle',
      [id],
    )
    expect(rows.length).toBeGreaterThanOrEqual(6)
    expect(rows.map((row) => row.cycle)).toEqual(rows.map((_, n) => n + 1))
    expect(new Set(rows.slice(0, -1).map((row) => row.status))).toEqual(new Set(['delivered']))
    const { rows: still } = await database.pool.query('select summary_status from subscription where id = $1', [id])
    expect(still).toEqual([{ summary_status: 1 }])
  } finally {
    await put(0)
  }
})

test('killed at any moment, several times: each delivery ordered once, charged once, to the yen', async () => {
  const { id, day } = await subscriber('4111111111111111')
  const { pool } = database
  const count = 40
  const columns = (
    await pool.query(`select string_agg(quote_ident(column_name), ',') as c from information_schema.columns
    where table_name = 'subscription' and column_name not in ('id', 'billing_key')`)
  ).rows[0].c
  await pool.query(
    `insert into subscription (${columns}) select ${columns} from subscription, generate_series(2, ${count}) where id = ${id}`,
  )
  await pool.query(`insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
    select s.shop_id, s.id, 101, 1, 2178 from subscription s where not exists (select from subscription_order_item i where i.shop_id = s.shop_id and i.subscription_id = s.id)`)
  const written = async () => (await pool.query('select from orders where cycle = 2')).rowCount!
  for (let n = 0; n < 3; n++) {
    const child = spawnShopCommand(['subscriptions', 'run', '--date', day], env)
    const ended = once(child, 'exit')
    // A moment between the order of one delivery and the end of the next one's charge.
    const until = (await written()) + 1 + Math.floor(Math.random() * 6)
    while (child.exitCode === null && (await written()) < until) await sleep(5)
    await sleep(Math.random() * 30)
    child.kill('SIGKILL')
    await ended
    // The lease of the killed process expires.
    await pool.query('update payment set claimed_until = null')
  }
  const two = await Promise.all([
    shop('subscriptions', 'run', '--date', day),
    shop('subscriptions', 'run', '--date', day),
  ])
  expect(two.map(({ code }) => code)).toEqual([0, 0])
  const { rows } = await pool.query<{
    subscription_id: number
    billing_key: string
    status: string
    payment_total: number
  }>(
    'select o.*, s.billing_key from orders o join subscription s on s.shop_id = o.shop_id and s.id = subscription_id where o.cycle = 2 and s.id >= $1',
    [id],
  )
  expect(new Set(rows.map((row) => row.subscription_id)).size).toBe(count)
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['arranged']))
  const ledger = (await gateway.transactions()).filter((one) => one.status === 'AUTH')
  for (const row of rows)
    expect(ledger.filter((one) => one.order_id.startsWith(`S${row.billing_key}-2-`))).toMatchObject([
      { amount: row.payment_total },
    ])
  const { rows: paid } = await pool.query(`select 1 from payment where state = 'authorised'`)
  expect(ledger).toHaveLength(paid.length)
}, 180_000)

test('as a process: rows on standard output, errors on standard error', { timeout: 60_000 }, async () => {
  const outcome = async (args: string[]) => {
    const child = spawnShopCommand(args, env)
    let out = ''
    let stderr = ''
    child.stdout.on('data', (part) => (out += part))
    child.stderr.on('data', (part) => (stderr += part))
    await once(child, 'close')
    return { code: child.exitCode, out, stderr }
  }
  expect(await outcome(['subscriptions', 'failures'])).toEqual({ code: 0, out: '(nothing)\n', stderr: '' })
  expect(await outcome(['orders', 'ship', 'K1'])).toMatchObject({
    code: 1,
    out: '',
    stderr: expect.stringContaining('tracking'),
  })
})

test('a mistake of the operator is reported in one sentence', { timeout: 60_000 }, async () => {
  expect(await shop('orders', 'ship', 'K1')).toMatchObject({ code: 1, stderr: expect.stringContaining('--tracking') })
  expect(await shop('subscriptions', 'run', '--date', 'tomorrow')).toMatchObject({ code: 1 })
  expect((await shop('orders', 'fly')).stderr).toContain('orders deliver <order_no>')
})

test.each([
  ['operator invite', [], 'Whom? Give an e-mail address.'],
  ['operator invite', ['nobody'], 'Whom? Give an e-mail address.'],
  ['operator invite', ['a@b.example', '--role', 'boss'], '--role is one of manager, orders,'],
  ['subscriptions end', ['--reason', 'x'], 'Which subscription? Give its number.'],
  ['subscriptions end', ['1'], '--reason is missing'],
  ['subscriptions end', ['99999', '--reason', 'x'], 'subscriptions end: shop 2 has no 99999.'],
  ['subscriptions adjust', ['1'], '--amount is a whole number of yen'],
  ['subscriptions adjust', ['x', '--amount=5'], 'Which subscription?'],
  ['subscriptions adjust', ['99999', '--amount=-5'], 'shop 2 has no 99999.'],
  ['suppliers approve', [], 'Which application?'],
  ['suppliers approve', ['Q1', '--shop', '3'], 'shop 3 has no Q1.'],
  ['suppliers list', ['--shop', '9'], 'There is no shop 9. --shop is one of 2, 3.'],
  ['orders parcels', [], 'Which order?'],
  ['orders parcels', ['K1'], 'orders parcels: shop 2 has no K1.'],
])('%s %j: %s', { timeout: 60_000 }, async (command, args, stderr) => {
  const outcome = await shop(...command.split(' '), ...args)
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(stderr) })
})
