import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUp } from './setup.ts'
import { SetupError } from './setup-error.ts'
import { administer, databaseUrl, testServer } from './testing.ts'

const server = process.env[testServer.url]!
const name = `test_setup_${randomBytes(4).toString('hex')}`
const url = databaseUrl(server, name)
const client = new pg.Client(url)

beforeAll(async () => {
  await administer(server, `create database ${name}`)
  // Several processes of a shop start at once on an empty database.
  await Promise.all([setUp(url), setUp(url), setUp(url)])
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await administer(server, `drop database ${name} with (force)`)
})

/** Rows and a checksum of every table. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
  )
  const prints: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} t`,
    )
    prints[name] = rows[0].print
  }
  return prints
}

const forgetSeed = () => client.query(`delete from sandbox_setting where name = 'seed'`)

test('the seed holds what the rules need', async () => {
  const { rows } = await client.query(`select
    (select count(*) from shop) as shops,
    (select count(*) from product) >= 14 as products,
    (select count(*) from product_sku) >= 30 as skus,
    (select count(*) from product_sku where stock = 0) > 0 as sold_out,
    (select count(*) from product_sku where stock between 1 and 5) > 0 as few,
    (select count(*) from product_sku where light_flag) > 0 as light,
    (select count(*) from product where not visible) > 0 as hidden,
    (select count(distinct sale_type) from product) as sale_types,
    (select count(*) from product where lump_sum_payment_flag) > 0 as yearly,
    (select count(*) from shop_content where title like '特定商取引法%') > 0 as law,
    (select array_agg(discount_rate order by sort_no) from customer_rank where shop_id = 2) as ranks,
    (select count(*) from delivery_time where delivery_id = 1) as zones,
    (select count(*) from customer where password_hash like '$argon2id$%') as members`)
  expect(rows[0]).toEqual({
    ...{ shops: 2, products: true, skus: true, sold_out: true, few: true, light: true, hidden: true, sale_types: 3 },
    ...{ yearly: true, law: true, ranks: [0, 3, 5], zones: 5, members: 6 },
  })
})

test('a second set-up changes nothing, not even when it has forgotten the first', async () => {
  const before = await fingerprint()
  await setUp(url)
  expect(await fingerprint()).toEqual(before)
  await forgetSeed()
  await setUp(url)
  expect(await fingerprint()).toEqual(before)
})

test('what was sold, changed or deleted since stays so', async () => {
  await client.query(`update product_sku set stock = stock - 1 where stock > 0`)
  await client.query(`update product set product_name = 'わたしの椿油' where id = 1`)
  await client.query(`update customer set addr02 = '1-2-3' where email = 'hanako@example.com'`)
  const before = await fingerprint()
  await forgetSeed()
  await setUp(url)
  expect(await fingerprint()).toEqual(before)
  await client.query(`delete from product_image where product_id = 1`)
  const without = await fingerprint()
  await setUp(url)
  expect(await fingerprint()).toEqual(without)
})

test.each([
  ['nonsense', 'is not a URL'],
  ['postgres://someone:secret@127.0.0.1:1/kushi', 'no PostgreSQL answers there'],
  ['postgres://kushi@/kushi?host=/nowhere', 'no PostgreSQL answers there'],
  [databaseUrl(server, 'missing'), 'there is no such database'],
])('%s is refused in one sentence without its password', async (wrong, reason) => {
  const error = await setUp(wrong).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SetupError)
  expect((error as Error).message).toContain(reason)
  expect((error as Error).message).not.toMatch(/secret|\n/)
})
