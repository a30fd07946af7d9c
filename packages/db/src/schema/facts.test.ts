import { getTableName, is } from 'drizzle-orm'
import { PgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { idColumn } from './columns.ts'
import { shopTable, tableFacts } from './facts.ts'
import * as schema from './index.ts'

test('every table says its facts', () => {
  const tables = Object.values(schema).filter((one) => is(one, PgTable))
  expect(tables.filter((one) => !tableFacts.has(one as PgTable)).map((one) => getTableName(one as PgTable))).toEqual([])
})

/** Never called: each of these must not compile. */
export const refused = () => [
  // @ts-expect-error: no facts.
  shopTable('t', { id: idColumn() }),
  // @ts-expect-error: no term.
  shopTable('t', { owner: 'order' }, { id: idColumn() }),
  // @ts-expect-error: a person, and neither 開示 nor 削除.
  shopTable('t', { owner: 'order', kept: 'books' }, { order_id: idColumn() }),
  shopTable(
    't',
    // @ts-expect-error: a member, and no 統合.
    { owner: 'order', kept: 'books', person: { by: 'customer_id', shown: '名', erased: { rows: '削除' } } },
    { customer_id: idColumn() },
  ),
  shopTable(
    't',
    // @ts-expect-error: no such column.
    { owner: 'order', kept: [{ after: { days: 1 }, since: 'created_at' }] },
    { words: text() },
  ),
]
