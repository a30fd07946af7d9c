import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { distributeShops } from './distribute.ts'
import { migrate } from './migrate.ts'
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
  await expect(distributeShops(client)).rejects.toThrow('not the coordinator of a Citus cluster')
  const { rowCount } = await client.query(`select from pg_class where relname = 'distribute_key'`)
  expect(rowCount).toBe(0)
})

test.runIf(isCluster)('what is spread is passed over; a table that was made later comes to the others', async () => {
  const said: string[] = []
  const say = (what: string) => said.push(what)
  await distributeShops(client, say)
  expect(said).toEqual(['0 foreign keys are there again'])
  await client.query('create table made_later (shop_id bigint not null, id bigint, primary key (shop_id, id))')
  await distributeShops(client, say)
  expect(said.slice(1)).toEqual([
    '0 foreign keys are taken away',
    'made_later: by its shop',
    '0 foreign keys are there again',
  ])
  await client.query('alter table made_later add foreign key (shop_id) references shop (id)')
})

test('a migration creates a table with keys from it and to it, also with distributed shops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kushi-upgrade-'))
  const statements = [
    'CREATE TABLE "upgraded" ("shop_id" bigint NOT NULL, "id" bigint GENERATED ALWAYS AS IDENTITY, "customer_id" bigint NOT NULL, "operator_id" integer, PRIMARY KEY ("shop_id", "id"));',
    'ALTER TABLE "orders" ADD COLUMN "upgraded_id" bigint;',
    'ALTER TABLE "upgraded" ADD FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id");',
    'ALTER TABLE "upgraded" ADD FOREIGN KEY ("shop_id", "customer_id") REFERENCES "public"."customer"("shop_id", "id");',
    'ALTER TABLE "upgraded" ADD FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id");',
    'ALTER TABLE "orders" ADD FOREIGN KEY ("shop_id", "upgraded_id") REFERENCES "public"."upgraded"("shop_id", "id");',
    'CREATE INDEX ON "upgraded" USING btree ("customer_id");',
  ]
  await mkdir(join(folder, 'meta'))
  const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_upgrade', breakpoints: true }]
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  await writeFile(join(folder, '0000_upgrade.sql'), statements.join('--> statement-breakpoint\n'))
  await migrate(client, { folder, table: 'upgrade' })
  await rm(folder, { recursive: true })
  const added = await client.query(`insert into upgraded (shop_id, customer_id) values (2, $1)`, [
    await anyCustomerId(),
  ])
  expect(added.rowCount).toBe(1)
  await expect(client.query('insert into upgraded (shop_id, customer_id) values (2, 999999)')).rejects.toMatchObject({
    code: '23503',
  })
  // The join names the shop, as all our queries do: only then Citus can run it.
  const joined = await client.query(
    `select customer.id from upgraded join customer on customer.shop_id = upgraded.shop_id and customer.id = upgraded.customer_id
    left join orders on orders.shop_id = upgraded.shop_id and orders.upgraded_id = upgraded.id where upgraded.shop_id = 2 for update of upgraded`,
  )
  expect(joined.rowCount).toBe(1)
  if (isCluster)
    expect(
      (
        await client.query(
          `select from pg_dist_partition where logicalrelid = 'upgraded'::regclass and partmethod = 'h'`,
        )
      ).rowCount,
    ).toBe(1)
})

async function anyCustomerId(): Promise<number> {
  return (await client.query('select id from customer where shop_id = 2 limit 1')).rows[0].id
}
