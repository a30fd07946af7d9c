import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { shopPayments } from '../seed/reference/shop.ts'
import { setUp } from './setup.ts'
import { SetupError } from './setup-error.ts'
import { administer, databaseUrl, testServer } from './testing.ts'

const server = process.env[testServer.url]!
const made: { name: string; client: pg.Client }[] = []
afterAll(async () => {
  for (const { name, client } of made) {
    await client.end()
    await administer(server, `drop database ${name} with (force)`)
  }
})

/** A database without tables. */
async function fresh() {
  const name = `test_setup_${randomBytes(4).toString('hex')}`
  const url = databaseUrl(server, name)
  await administer(server, `create database ${name}`)
  const client = new pg.Client(url)
  await client.connect()
  made.push({ name, client })
  return { url, client }
}

/** Rows and a checksum of every table. */
async function fingerprint(client: pg.Client): Promise<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const name of await tables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} t`,
    )
    prints[name] = rows[0].print
  }
  return prints
}

async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
  )
  return rows.map(({ name }) => name)
}

const demo = await fresh()
// Several processes of a shop start at once on an empty database.
await Promise.all([1, 2, 3].map(() => setUp(demo.url, { demo: true })))
const own = await fresh()
await Promise.all([1, 2, 3].map(() => setUp(own.url)))

test('the demo contains everything that the rules need', async () => {
  const { rows } = await demo.client.query(`select
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
    shops: 2,
    products: true,
    skus: true,
    sold_out: true,
    few: true,
    light: true,
    hidden: true,
    sale_types: 3,
    yearly: true,
    law: true,
    ranks: [0, 3, 5],
    zones: 5,
    members: 6,
  })
})

test('without being asked for the demo, a set-up leaves one empty shop and nothing of the demo', async () => {
  const filled: Record<string, number> = {}
  for (const name of await tables(own.client)) {
    const { rows } = await own.client.query(
      `select count(*) as n, count(*) filter (where t::text ~ '椿|tsubaki|hanako|example') as demo from ${name} t`,
    )
    expect([name, rows[0].demo]).toEqual([name, 0])
    if (rows[0].n > 0 && name.startsWith('public.')) filled[name.slice(7)] = rows[0].n
  }
  const { master_data, ...rest } = filled
  expect(master_data).toBeGreaterThan(47)
  expect(rest).toEqual({
    shop: 1,
    client: 1,
    seed: 1,
    delivery: 1,
    delivery_time: 5,
    delivery_lead: 2,
    shop_payment: shopPayments.length,
    shop_payment_fee: 4,
  })
  const { rows } = await own.client.query(`select count(*) as n from master_data where name = 'prefecture'`)
  expect(rows[0].n).toBe(47)
})

test.each([
  ['the demo', demo],
  ['a shop of one’s own', own],
])('a second set-up of %s changes nothing', async (_, { url, client }) => {
  const before = await fingerprint(client)
  for (const asked of [true, false]) await setUp(url, { demo: asked })
  expect(await fingerprint(client)).toEqual(before)
})

test('tables of a version before 0.2.0 are reported in a sentence, and stay unchanged', async () => {
  const { client, url } = await fresh()
  await client.query('create table shop (id integer); insert into shop values (7)')
  await expect(setUp(url)).rejects.toThrow(SetupError)
  await expect(setUp(url)).rejects.toThrow('start with an empty one')
  expect((await client.query('select id from shop')).rows).toEqual([{ id: 7 }])
  expect(await tables(client)).not.toContain('public.product')
})

test('the demo is never added to an existing shop, whatever its ids', async () => {
  const { client, url } = own
  await client.query(`insert into category (shop_id, category_name, slug, sort_no) values (2, '本', 'books', 1)`)
  await client.query(`insert into product (shop_id, product_name, product_name_kana, slug, category_id, sale_type, visible,
      catch_copy, description, how_to_use, ingredients, lump_sum_payment_flag, sort_no)
    select 2, 'わたしの本', 'わたしのほん', 'book', id, 1, true, '', '', '[]', '', false, 1 from category`)
  const { rows } = await client.query('select id from product')
  expect(rows).toEqual([{ id: 1 }])
  const before = await fingerprint(client)
  await setUp(url, { demo: true })
  expect(await fingerprint(client)).toEqual(before)
  // As in a copy imported without the row that records the first set-up.
  await client.query('delete from seed')
  const unmarked = await fingerprint(client)
  await setUp(url, { demo: true })
  expect(await fingerprint(client)).toEqual(unmarked)
})

test('later sales, changes and deletions stay', async () => {
  const { client, url } = demo
  await client.query(`update product_sku set stock = stock - 1 where stock > 0`)
  await client.query(`update product set product_name = 'わたしの椿油' where id = 1`)
  await client.query(`update customer set addr02 = '1-2-3' where email = 'hanako@example.com'`)
  await client.query(`delete from product_image where product_id = 1`)
  await client.query(`delete from customer_address`)
  await client.query(`delete from customer where email = 'itsuki@example.com'`)
  await client.query(`delete from master_data where name = 'sex'`)
  const before = await fingerprint(client)
  await setUp(url, { demo: true })
  expect(await fingerprint(client)).toEqual(before)
})

test.each([
  ['nonsense', 'is not a URL'],
  ['postgres://someone:secret@127.0.0.1:1/kushi', 'no PostgreSQL answers there'],
  ['postgres://kushi@/kushi?host=/nowhere', 'no PostgreSQL answers there'],
  [databaseUrl(server, 'missing'), 'there is no such database'],
])('%s is rejected in one sentence without its password', async (wrong, reason) => {
  const error = await setUp(wrong).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SetupError)
  expect((error as Error).message).toContain(reason)
  expect((error as Error).message).not.toMatch(/secret|\n/)
})
