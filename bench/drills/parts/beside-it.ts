import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Machine } from './machine.ts'

export interface Beside {
  /** Confirmed writes, and attempted ones. */
  answered: number
  tried: number
  /** Seconds during which it considered itself the primary, from the first check on; 0: never. */
  primaryFor: number
}

/**
 * Writes into the table `beside` of a machine's PostgreSQL once a second until `isOver`, without the network: as a
 * program on that machine that still reaches an isolated primary.
 */
export async function writeBeside(one: Machine, isOver: () => boolean): Promise<Beside> {
  const began = performance.now()
  const writes: Promise<boolean>[] = []
  let primaryFor = 0
  do {
    writes.push(ask(one, 'insert into beside values (now()) returning true as is_so'))
    if (await ask(one, 'select not pg_is_in_recovery() as is_so')) primaryFor = (performance.now() - began) / 1000
    await wait(1_000)
  } while (!isOver())
  const answered = (await Promise.all(writes)).filter(Boolean).length
  return { answered, tried: writes.length, primaryFor }
}

/** False also if there is no answer within half a minute. */
async function ask({ bySocket }: Machine, question: string): Promise<boolean> {
  const client = new pg.Client({ ...bySocket, connectionTimeoutMillis: 2_000, query_timeout: 30_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<{ is_so: boolean }>(question)).rows[0]!.is_so
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}
