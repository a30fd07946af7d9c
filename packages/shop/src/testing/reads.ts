import type { Db } from '@kushi/db/connect'
import type { TestDatabase } from '@kushi/db/testing'
import { drizzle } from 'drizzle-orm/node-postgres'

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Rows read by one statement, by table. */
type Reads = Map<string, number>

/**
 * A database that reports how many rows of each table each statement of `work` reads, as the planner executes it.
 *
 *     const { db, readsOf } = watched(database)
 *     for (const reads of await readsOf(() => listStock(ctx, query))) …
 */
export function watched({ pool }: Pick<TestDatabase, 'pool'>) {
  const asked: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  return {
    db: drizzle(pool, { logger }) as unknown as Db,
    async readsOf(work: () => Promise<unknown>): Promise<Reads[]> {
      asked.length = 0
      await work()
      const all: Reads[] = []
      for (const { text, values } of [...asked]) {
        const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values)
        const reads: Reads = new Map()
        addReads(rows[0]['QUERY PLAN'][0].Plan, reads)
        all.push(reads)
      }
      return all
    },
  }
}

function addReads(node: Node, reads: Reads): void {
  const table = node['Relation Name']
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  if (table) reads.set(table, (reads.get(table) ?? 0) + rows)
  for (const one of node.Plans ?? []) addReads(one, reads)
}
