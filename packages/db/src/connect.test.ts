import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { inOneRoundTrip } from './in-one-round-trip.ts'
import { product_sku } from './schema/product.ts'
import { testDatabase } from './testing.ts'

// The module counts statement names, and other tests would have used them up.
vi.resetModules()
const { openDatabase } = await import('./connect.ts')

const database = await testDatabase()
const one = openDatabase(database.url, { max: 1 })
afterAll(async () => {
  await one.close()
  await database.close()
})
const prepared = async () =>
  (
    await one.pool.query<{ statement: string; n: number }>(
      'select statement, generic_plans + custom_plans as n from pg_prepared_statements',
    )
  ).rows

test('a statement is planned once per connection, whatever its parameters', async () => {
  for (let price = 0; price < 8; price++)
    await one.db.select({ id: product_sku.id }).from(product_sku).where(sql`price = ${price}`)
  const mine = (await prepared()).filter(({ statement }) => statement.includes('price = $1'))
  expect(mine).toMatchObject([{ n: 8 }])
})

test('a prefix search is planned for its pattern each time', async () => {
  for (const word of ['TN-%', 'x%'])
    await one.db.select({ id: product_sku.id }).from(product_sku).where(sql`product_code like ${word}`)
  expect((await prepared()).filter(({ statement }) => statement.includes('product_code like'))).toEqual([])
})

test('two statements that differ only in their columns have two names', async () => {
  const [sku] = await one.db.select({ stock: product_sku.stock }).from(product_sku).where(sql`id = ${101}`)
  const [other] = await one.db.select({ limit: product_sku.sale_limit }).from(product_sku).where(sql`id = ${101}`)
  expect(sku).toEqual({ stock: 240 })
  expect(other).toEqual({ limit: 99 })
})

test('in a transaction, through execute and on the pool alike', async () => {
  const text = sql`select ${1}::int + ${2}::int as sum`
  const sums = [
    await one.db.execute(text),
    await one.db.transaction((tx) => tx.execute(text)),
    await one.pool.query('select $1::int + $2::int as sum', [1, 2]),
  ]
  for (const { rows } of sums) expect(rows).toEqual([{ sum: 3 }])
})

test('statements that do not wait for each other are one round trip: the first failure counts, and nothing stays', async () => {
  const client = await one.pool.connect()
  expect(client.pipeline).toBe(true)
  client.release()
  await one.db.execute('create table flight (n int primary key)')
  const insert = (n: number) => sql`insert into flight values (${n})`
  await one.db.transaction((tx) => inOneRoundTrip([3, 1, 2].map((n) => tx.execute(insert(n)))))
  const failed = one.db.transaction((tx) =>
    inOneRoundTrip([
      tx.execute(insert(1)),
      // Goes on after the failure: with Promise.all its statement is written after the rollback.
      sleep(5).then(() => tx.execute(insert(5))),
    ]),
  )
  await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } })
  await sleep(10)
  const { rows } = await one.db.execute('select n from flight')
  expect(rows).toEqual([{ n: 3 }, { n: 1 }, { n: 2 }])
})

test('a round trip leaves with one call of the system', async () => {
  const sent = vi.spyOn(Socket.prototype as unknown as { _writev(...written: unknown[]): void }, '_writev')
  await one.db.transaction(async (tx) => {
    await tx.execute(sql`select ${1}::int`)
    const before = sent.mock.calls.length
    await inOneRoundTrip([2, 3, 4].map((n) => tx.execute(sql`select ${n}::int`)))
    expect(sent.mock.calls.length - before).toBe(1)
  })
  sent.mockRestore()
})

test('a transaction that can not begin gives its connection back', async () => {
  await one.db.execute('select 1')
  const sent = vi
    .spyOn(pg.Client.prototype, 'query')
    .mockImplementationOnce((() => Promise.reject(new Error('Connection terminated'))) as never)
  await expect(one.db.transaction(async () => 1)).rejects.toMatchObject({ cause: { message: 'Connection terminated' } })
  sent.mockRestore()
  expect(await one.db.transaction(async () => 1)).toBe(1)
})

test('through a pooler no statement has a name, not even a given one', async () => {
  const pooled = openDatabase(database.url, { max: 1, pooled: true })
  await pooled.db.select({ id: product_sku.id }).from(product_sku).where(sql`id = ${101}`).prepare('given').execute()
  await pooled.pool.query('select $1::int as one', [1])
  const { rows } = await pooled.pool.query('select name from pg_prepared_statements')
  await pooled.close()
  expect(rows).toEqual([])
})

test('a column added while it runs does no harm', async () => {
  const ask = () => one.db.select().from(product_sku).where(sql`id = ${101}`)
  const before = await ask()
  await one.pool.query('alter table product_sku add column colour text')
  expect(await ask()).toEqual(before)
})
