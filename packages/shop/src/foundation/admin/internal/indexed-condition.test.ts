import { customer } from '@kushi/db/schema/customer'
import { testDatabase } from '@kushi/db/testing'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { intersectConditions } from './indexed-condition.ts'

const { db, close } = await testDatabase()
afterAll(close)

const from = (first: number, last: number) => ({
  db,
  ids: [sql`select * from generate_series(${first}::int, ${last}::int)`, sql`select ${first}::int`],
  row: sql`true`,
})

test.each<[string, [number, number][], number, number | null]>([
  [
    'few have both',
    [
      [1, 1_000],
      [900, 5_000],
    ],
    200,
    101,
  ],
  [
    'none has both',
    [
      [1, 1_000],
      [2_000, 5_000],
    ],
    200,
    0,
  ],
  [
    'three at once',
    [
      [1, 1_000],
      [900, 5_000],
      [950, 960],
    ],
    200,
    11,
  ],
  [
    'more than a list counts',
    [
      [1, 1_000],
      [900, 5_000],
    ],
    50,
    null,
  ],
  [
    'more of one than is gathered',
    [
      [1, 100_001],
      [900, 910],
    ],
    200,
    null,
  ],
])('%s', async (_, ways, most, expected) => {
  const found = await intersectConditions(
    customer.id,
    ways.map((one) => from(...one)),
    most,
  )
  if (expected === null) return expect(found).toBeNull()
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select generate_series(1, 6000) as id) as customer where ${found}`,
  )
  expect(rows[0]!.n).toBe(expected)
})
