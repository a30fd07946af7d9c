import type pg from 'pg'
import { fixedOutputFormatSql, readDatabaseContents, readTableRows } from './contents.ts'
import type { LoadSource } from './load.ts'

/**
 * Uses a running database as the source of a load, in its state at one moment. The transaction ends with the
 * connection.
 */
export async function liveDatabaseSource(client: pg.ClientBase): Promise<LoadSource> {
  await client.query(fixedOutputFormatSql)
  await client.query('begin transaction isolation level repeatable read read only')
  return {
    ...(await readDatabaseContents(client)),
    rows: (table) => readTableRows(client, table),
    expected: () => undefined,
  }
}
