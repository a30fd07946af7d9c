import type { TestDatabase } from '@kushi/db/testing'
import { expect } from 'vitest'

/** Waits until so many statements of the database wait for a lock. */
export const waitForLockWaiters = ({ pool }: TestDatabase, count: number) =>
  expect
    .poll(
      async () =>
        (
          await pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(count)

/** Begins `first`, which waits for this table, then `second`; both go on together. */
export async function runWhileTableLocked<A, B>(
  database: TestDatabase,
  table: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  const holding = await database.pool.connect()
  await holding.query(`begin; lock table ${table} in share row exclusive mode`)
  const one = first()
  await waitForLockWaiters(database, 1)
  const other = second()
  await waitForLockWaiters(database, 2)
  await holding.query('commit')
  holding.release()
  return Promise.allSettled([one, other])
}
