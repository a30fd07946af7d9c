import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { linkPackages } from './old-version.ts'

const root = join(import.meta.dirname, '../../..')

/** Creates a table with keys to shop, customer, orders and operator, and a key from orders to it; changes tables in use. */
const statements = [
  `CREATE TABLE "drill_note" ("shop_id" bigint NOT NULL, "order_id" bigint NOT NULL, "customer_id" bigint NOT NULL, "operator_id" integer NOT NULL, PRIMARY KEY ("shop_id", "order_id"));`,
  `ALTER TABLE "drill_note" ADD FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id");`,
  `ALTER TABLE "drill_note" ADD FOREIGN KEY ("shop_id", "order_id") REFERENCES "public"."orders"("shop_id", "id");`,
  `ALTER TABLE "drill_note" ADD FOREIGN KEY ("shop_id", "customer_id") REFERENCES "public"."customer"("shop_id", "id");`,
  `ALTER TABLE "drill_note" ADD FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id");`,
  `ALTER TABLE "orders" ADD COLUMN "drill_note_id" bigint;`,
  `ALTER TABLE "orders" ADD FOREIGN KEY ("shop_id", "drill_note_id") REFERENCES "public"."drill_note"("shop_id", "order_id");`,
  `CREATE INDEX ON "drill_note" USING btree ("shop_id", "customer_id");`,
  `ALTER TABLE "orders" ADD COLUMN "drill" text DEFAULT 'before' NOT NULL;`,
  `ALTER TABLE "payment" ADD COLUMN "drill" bigint;`,
  `ALTER TABLE "product_sku" ADD COLUMN "drill" boolean DEFAULT false NOT NULL;`,
  `CREATE INDEX "drill_orders" ON "orders" USING btree ("shop_id", "drill", "id");`,
]

const operator = 'drill@example.com'

/** The source of an extension that writes to that table and to the column that refers to it. */
const extension = `import type { Extension } from '@kushi/shop/foundation/extension/extension'
import { sql } from 'drizzle-orm'

const drill: Extension = {
  name: 'drill',
  after: {
    'order.placed': async (tx, { shop_id, data }) => {
      const own = sql\`orders.shop_id = \${shop_id} and orders.id = \${Number(data.order_id)}\`
      await tx.execute(sql\`insert into drill_note (shop_id, order_id, customer_id, operator_id)
        select orders.shop_id, orders.id, orders.customer_id, operator.id from orders
        join operator on operator.email = '${operator}' where \${own} on conflict do nothing\`)
      await tx.execute(sql\`update orders set drill_note_id = id, drill = 'told' where \${own}\`)
    },
  },
}

export const extensions: readonly Extension[] = [drill]
`

/** Name of the made-up migration. */
export const nextMigration = 'drill'

/** Copies the working tree of this version to a folder, and adds the made-up migration and the extension. Returns the folder. */
export function makeNextVersion(folder: string): string {
  const next = join(folder, 'next')
  mkdirSync(next)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, maxBuffer: 1e8 })
  execFileSync('sh', ['-c', 'tar --null --ignore-failed-read -T - -c | tar -x -C "$0"', next], {
    cwd: root,
    input: files,
  })
  for (const place of ['.', 'apps/admin', 'apps/storefront']) linkPackages(join(root, place), join(next, place))
  const migrations = join(next, 'packages/db/migrations')
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: nextMigration })
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
  writeFileSync(join(migrations, `${nextMigration}.sql`), statements.join('--> statement-breakpoint\n'))
  writeFileSync(join(next, 'apps/server/src/extensions/registered.ts'), extension)
  return next
}

/** Adds the operator to whom the rows of the new table refer. */
export const addOperator = (pool: pg.Pool) =>
  pool.query(`insert into operator (email, name, created_at) values ($1, '試験', now())`, [operator])

/** Checks that every order placed since a moment (database clock) has its row in the new table. Returns the number of rows. */
export async function compareNotes(pool: pg.Pool, keys: Iterable<string>, since: Date): Promise<number> {
  for (let turn = 0; ; turn++) {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from extension_note`)
    if (rows[0]!.n === 0) break
    if (turn > 240) throw new Error(`the extension has not been told of ${rows[0]!.n} events`)
    await wait(1_000)
  }
  const without = await pool.query(
    `select order_no from orders left join drill_note on drill_note.shop_id = orders.shop_id and drill_note.order_id = orders.id
       and drill_note.customer_id = orders.customer_id
     where orders.shop_id = 2 and idempotency_key = any($1) and orders.created_at > $2
       and (drill_note.order_id is null or orders.drill_note_id is null)`,
    [[...keys], since],
  )
  assert.deepEqual(without.rows, [], 'orders without their note')
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from drill_note where shop_id = 2`)
  assert.ok(rows[0]!.n > 0, 'nobody wrote into the new table')
  return rows[0]!.n
}
