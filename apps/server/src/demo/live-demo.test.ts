import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { makeDeps } from '../deps/make-deps.ts'
import { environment, sandboxOf } from '../testing/server.ts'
import { simulateDemo } from './live-demo.ts'
import { demoInquiries, demoPurchases } from './plan.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { deps, close } = await makeDeps(readConfig(environment(database.url, sandbox)))
afterAll(async () => {
  await close()
  await database.close()
  await sandbox.stop()
})

const rows = async (text: string) => (await database.pool.query(text)).rows
const stock = () => rows('select id, stock from product_sku where shop_id = 2 order by id')
let before: { id: number; stock: number }[]

beforeAll(async () => {
  before = (await stock()) as typeof before
  await simulateDemo(deps)
})

test('orders of two months in every state, each with the payment of its state', async () => {
  const states = await rows('select status, count(*)::int as n from orders group by 1')
  const of = Object.fromEntries(states.map(({ status, n }) => [status, n]))
  expect(of).toMatchObject({ cancelled: 1, returned: 1, payment_pending: 1 })
  for (const status of ['received', 'shipped', 'delivered']) expect([status, of[status] > 1]).toEqual([status, true])
  const [{ n }] = await rows('select count(*)::int as n from orders')
  expect(n).toBeGreaterThan(demoPurchases.length)
  expect(
    await rows(`select o.order_no, o.status, p.state from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id
      where (o.status, p.state) not in (('received', 'authorised'), ('arranged', 'authorised'), ('shipped', 'captured'),
        ('delivered', 'captured'), ('returned', 'refunded'), ('payment_pending', 'held'), ('cancelled', 'void_pending'),
        ('cancelled', 'voided'), ('payment_error', 'failed'))
        -- 代引: the carrier holds the money, and what came back is owed until it is transferred.
        and not ((o.status, p.state) in (('shipped', 'authorised'), ('returned', 'captured')) and o.payment_method_id is null)`),
  ).toEqual([])
})

test('sold pieces are taken from stock, and cancelled ones are back', async () => {
  const sold = await rows(`select i.product_sku_id as id, sum(i.quantity)::int as n from order_item i
    join orders o on o.shop_id = i.shop_id and o.id = i.order_id where o.status not in ('cancelled', 'payment_error') group by 1`)
  const taken = new Map(sold.map(({ id, n }) => [id, n]))
  const corrected = await rows('select product_sku_id as id, quantity from stock_event')
  for (const { id, quantity } of corrected) taken.set(id, (taken.get(id) ?? 0) - quantity)
  expect(await stock()).toEqual(before.map(({ id, stock: was }) => ({ id, stock: was - (taken.get(id) ?? 0) })))
})

test('no date is in the future, and only one mail is unsent', async () => {
  for (const table of ['orders', 'payment', 'payment_event', 'outbox', 'inquiry', 'subscription_event'])
    expect([table, await rows(`select 1 from ${table} where created_at > now()`)]).toEqual([table, []])
  const [{ span }] = await rows('select (max(created_at)::date - min(created_at)::date) as span from orders')
  expect(span).toBeGreaterThan(50)
  expect(await rows(`select state from outbox where state <> 'sent'`)).toEqual([{ state: 'failed' }])
  expect(await rows('select count(*)::int as n from inquiry')).toEqual([{ n: demoInquiries.length }])
})

test('two subscriptions wait for an operator or a member, and one continues by itself', async () => {
  const failed = await rows(`select a.failure from subscription s join billing_attempt a on a.shop_id = s.shop_id
    and a.subscription_id = s.id and a.cycle = s.cycle where s.summary_status between 2 and 4 group by 1 order by 1`)
  expect(failed.map(({ failure }) => failure)).toEqual(['examination', 'out_of_stock'])
  expect(await rows('select 1 from orders where cycle = 2 limit 1')).toHaveLength(1)
})

test('a shop that has orders gets none', async () => {
  const count = () => rows('select count(*)::int as n from orders')
  const was = await count()
  await simulateDemo(deps)
  expect(await count()).toEqual(was)
})
