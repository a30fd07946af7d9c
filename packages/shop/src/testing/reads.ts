import type { Db } from '@kushi/db/connect'
import type { TestDatabase } from '@kushi/db/testing'
import { drizzle } from 'drizzle-orm/node-postgres'
import { escapeLiteral } from 'pg'

interface Node {
  'Relation Name': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}

/** Rows read by one statement, by table. */
type Reads = Map<string, number>

/**
 * A database that reports how many rows of each table each statement of `work` reads, as the planner executes it.
 *
 *     const { db, readsOf } = watched(database)
 *     for (const reads of await readsOf(() => listStock(ctx, query))) …
 */
export function makeReadCountingDb({ pool }: Pick<TestDatabase, 'pool'>) {
  const asked: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  return {
    db: drizzle(pool, { logger }) as unknown as Db,
    async readsOf(work: () => Promise<unknown>): Promise<Reads[]> {
      asked.length = 0
      await work()
      const all: Reads[] = []
      for (const { text, values } of [...asked]) {
        const { rows } = isCluster
          ? await pool.query(`explain (analyze, format json) ${filled(text, values)}`)
          : await pool.query(`explain (analyze, format json) ${text}`, values)
        const reads: Reads = new Map()
        addReads(rows[0]['QUERY PLAN'], reads)
        all.push(reads)
      }
      return all
    },
  }
}

/** A cluster plans a statement with its values but explains it without them, so they are written into the text. */
const isCluster = process.env.TEST_DATABASE_URL !== undefined
const filled = (text: string, values: unknown[]) =>
  text.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]))

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return escapeLiteral(value.toISOString())
  return escapeLiteral(Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one)))}}` : String(value))
}

/** Looks at all levels: on a cluster, the plan of a machine lies within that of the coordinator and names a shard (`orders_102008`). */
function addReads(plan: unknown, reads: Reads): void {
  if (typeof plan !== 'object' || plan === null) return
  if ('Relation Name' in plan) {
    const node = plan as Node
    const table = node['Relation Name'].replace(/_\d{6,}$/, '')
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    reads.set(table, (reads.get(table) ?? 0) + rows)
  }
  for (const part of Object.values(plan)) addReads(part, reads)
}
