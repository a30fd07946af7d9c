import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(database.close)

/** Tables of the installation rather than of a shop, each with the reason. */
const ofTheInstallation = [
  // The shop and the subject are hashed in its key.
  'rate_limit',
  // The clock of the simulators.
  'sandbox_setting',
  // Records what the database was filled with at creation.
  'seed',
  // An operator is a person of the installation who may work in several shops; the role per shop is in operator_role.
  'operator',
  'operator_session',
  'operator_passkey',
  'operator_recovery_code',
  'operator_challenge',
]

const rows = async <R>(text: string) =>
  (await database.pool.query(text)).rows.filter(({ name }) => !ofTheInstallation.includes(name)) as R[]

test('every table has a shop', async () => {
  const without = await rows(`select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'shop' and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id' and a.attnotnull)`)
  expect(without).toEqual([])
})

test('the shop has one type everywhere: tables of one shop can stand beside each other on any machine', async () => {
  const others = await rows(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'shop_id' and a.atttypid <> 'bigint'::regtype`)
  expect(others).toEqual([])
})

test('every primary and unique key begins with, or contains, the shop', async () => {
  const without =
    await rows(`select i.indrelid::regclass::text as name, i.indexrelid::regclass::text as key from pg_index i
    join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname <> 'shop' and not exists (
      select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'shop_id' and a.attnum = any(i.indkey))`)
  expect(without).toEqual([])
  const keyless = await rows(`select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`)
  expect(keyless).toEqual([])
})

test('every foreign key stays in its shop', async () => {
  const across = await rows(`select c.conrelid::regclass::text as name, c.conname as key from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.confrelid <> 'operator'::regclass and not exists (
      select from unnest(c.conkey, c.confkey) as pair(ours, theirs)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.ours
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = pair.theirs
      where a.attname = 'shop_id' and b.attname = case when c.confrelid = 'shop'::regclass then 'id' else 'shop_id' end)`)
  expect(across).toEqual([])
})

test('rows of another shop cannot be referred to', async () => {
  const change = database.pool.query('update product_sku set product_id = 51 where shop_id = 2 and id = 101')
  await expect(change).rejects.toMatchObject({ code: '23503', constraint: 'product_sku_product_id_fk' })
})

test('ids are given by the database, past those of the seed', async () => {
  const { rows } = await database.pool.query(
    `insert into category (shop_id, category_name, slug, sort_no) select 3, '新', 'new', 9 returning id > (select max(id) from category) as is_past`,
  )
  expect(rows).toEqual([{ is_past: true }])
})
