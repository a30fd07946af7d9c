import type pg from 'pg'
import { contentsOf, readTableRows, samePrint } from './contents.ts'
import type { Source } from './load.ts'

/** A running database as the source of a load, as it is at one moment. The transaction ends with the connection. */
export async function sourceOf(client: pg.ClientBase): Promise<Source> {
  await client.query(samePrint)
  await client.query('begin transaction isolation level repeatable read read only')
  return {
    ...(await contentsOf(client)),
    rows: (table) => readTableRows(client, table),
    expected: () => undefined,
  }
}
