import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listen, missedMessagesPayload } from './listen.ts'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
const heard: string[] = []
const stops = await Promise.all(
  ['catalogue', 'sandbox_setting'].map((channel) => listen(database.url, channel, (payload) => heard.push(payload))),
)
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await database.close()
})
beforeEach(() => {
  heard.length = 0
})

/** Messages arrive in order: once the closing message of each channel is here, all are. */
async function messagesOf(...statements: string[]): Promise<string[]> {
  const ends = () => heard.filter((payload) => payload === 'end').length
  const before = ends()
  for (const statement of statements) await database.pool.query(statement)
  await database.pool.query(`notify catalogue, 'end'; notify sandbox_setting, 'end'`)
  while (ends() < before + 2) await wait(2)
  return heard.filter((payload) => payload !== 'end')
}

test.each([
  ['a product', `update product set product_name = '新' where id = 1`, ['product']],
  ['many at once', `update product set product_name = product_name || '改'`, ['product']],
  ['a picture', `delete from product_image where product_id = 1`, ['product_image']],
  ['a voice', `update voice set visible = false where origin = 'demo'`, ['voice']],
  ['a worry', `update worry set title = '新' where slug = 'frizz'`, ['worry']],
  ['a category', `update category set category_name = '新' where id = 1`, ['category']],
  ['the shop', `update shop set delivery_free_amount = 1 where id = 2`, ['shop']],
  ['a page', `update shop_content set html = '<p>新</p>' where name = 'faq'`, ['shop_content']],
  ['a delivery method', `update delivery set flat_rate_delivery_fee = 1 where id = 1`, ['delivery']],
  ['クール代', `insert into delivery_cool_fee values (2, 1, 1, 330)`, ['delivery_cool_fee']],
  ['a time zone', `delete from delivery_time where id = 5`, ['delivery_time']],
  ['a lead', `update delivery_lead set extra_days = 9 where delivery_id = 1 and pref_id = 1`, ['delivery_lead']],
  ['a payment method', `update shop_payment set visible = false where id = 5`, ['shop_payment']],
  ['a fee', `update shop_payment_fee set fee = 1 where from_amount = 0`, ['shop_payment_fee']],
  ['a rank', `update customer_rank set discount_rate = 4 where id = 2`, ['customer_rank']],
  ['a list', `update master_data set label = '新' where name = 'sex' and sort_no = 1`, ['master_data']],
  ['a price', `update product_sku set price = price + 1 where id = (select min(id) from product_sku)`, ['product_sku']],
  ['the clock of the sandbox', `insert into sandbox_setting values ('clock', '1')`, ['sandbox_setting']],
  [
    'a price, written with another row',
    `with a as (update product_sku set price = 1 where id = 101 returning id) select id from a`,
    ['product_sku'],
  ],
  [
    'a promotion',
    `insert into promotion (shop_id, promotion_name, status, trigger, audience, starts_at, effect, created_at, updated_at) values (2, '春', 'active', 'automatic', 'everybody', now(), '{}', now(), now())`,
    ['promotion'],
  ],
  ['a promotion that is stopped', `update promotion set status = 'stopped'`, ['promotion']],
  ['its limit', `update promotion set max_uses = 2`, ['promotion']],
  ['a use of a promotion', `update promotion set used = used + 1`, []],
  ['its last use', `update promotion set used = used + 1`, ['promotion']],
  [
    'an entry of 注意リスト',
    `insert into watch_entry (shop_id, customer_id, watch_effect, reason, expires_on, created_at) values (2, 1, 'hold', 'x', '2027-01-01', now())`,
    ['watch_entry'],
  ],
  ['nothing', `select * from product for update`, []],
  ['what others keep nothing of', `update customer set name01 = '新' where id = 1`, []],
])('notifies of %s', async (_, statement, expected) => {
  expect(await messagesOf(statement)).toEqual(expected)
})

test('a transaction notifies of all its changes at commit, and of none without one', async () => {
  const change = `update product set product_name = 'x' where id = 1`
  const inTransaction = async (...statements: string[]) => {
    const client = await database.pool.connect()
    for (const statement of statements) await client.query(statement)
    client.release()
    return messagesOf()
  }
  expect(await inTransaction('begin', change, `delete from worry where id = 1`, change, 'rollback')).toEqual([])
  const aside = ['savepoint a', `delete from product_worry where worry_id = 1`, 'rollback to savepoint a']
  expect(await inTransaction('begin', change, ...aside, 'commit')).toContain('product')
  heard.length = 0
  // No change of the rolled-back transaction remains on the connection.
  expect(await inTransaction('begin', 'select 1', 'commit')).toEqual([])
})

const stockTo = (stock: number) => `update product_sku set stock = ${stock} where id = 101`
test.each([
  ['enough', 240, 239, []],
  ['a few left', 6, 5, ['product_sku']],
  ['fewer', 5, 4, []],
  ['sold out', 1, 0, ['product_sku']],
  ['in stock again', 0, 1, ['product_sku']],
])('a stock is notified when customers see the change: %s', async (_, before, after, expected) => {
  await messagesOf(stockTo(before))
  heard.length = 0
  expect(await messagesOf(stockTo(after))).toEqual(expected)
})

test('a change by hand is notified too', async () => {
  const byHand = new pg.Client(database.url)
  await byHand.connect()
  await byHand.query(`update shop_account set sealed = sealed; update category set category_name = '手' where id = 1`)
  await byHand.end()
  expect(await messagesOf()).toEqual(['category'])
})

test('a broken connection reconnects and reports possibly missed messages', async () => {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kushi listen catalogue' and datname = current_database()`,
  )
  while (!heard.includes(missedMessagesPayload)) await wait(10)
  heard.length = 0
  expect(await messagesOf(`update product set product_name = 'また' where id = 1`)).toEqual(['product'])
})

test('a message whose work fails counts as missed, and is worked again until it succeeds', async () => {
  const received: string[] = []
  let failures = 2
  const stop = await listen(database.url, 'catalogue', async (payload) => {
    received.push(payload)
    await Promise.resolve()
    if (failures-- > 0) throw new Error('the database is not reachable')
  })
  try {
    await database.pool.query(`notify catalogue, 'shop'`)
    await expect.poll(() => received).toEqual(['shop', missedMessagesPayload, missedMessagesPayload])
  } finally {
    await stop()
  }
})
