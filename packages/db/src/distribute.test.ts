import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { distribute } from './distribute.ts'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
const client = new pg.Client(database.url)
await client.connect()
afterAll(async () => {
  await client.end()
  await database.close()
})

const isCluster = process.env.TEST_DATABASE_URL !== undefined

test.skipIf(isCluster)('a database that is no cluster is left as it is', async () => {
  await expect(distribute(client)).rejects.toThrow('not the coordinator of a Citus cluster')
  const { rowCount } = await client.query(`select from pg_class where relname = 'distribute_key'`)
  expect(rowCount).toBe(0)
})

test.runIf(isCluster)('what is spread is passed over; a table that was made later comes to the others', async () => {
  const said: string[] = []
  const say = (what: string) => said.push(what)
  await distribute(client, say)
  expect(said).toEqual(['0 foreign keys are there again'])
  await client.query('create table made_later (shop_id bigint not null, id bigint, primary key (shop_id, id))')
  await distribute(client, say)
  expect(said.slice(1)).toEqual([
    '0 foreign keys are taken away',
    'made_later: by its shop',
    '0 foreign keys are there again',
  ])
  await client.query('alter table made_later add foreign key (shop_id) references shop (id)')
})
