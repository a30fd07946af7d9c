import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readQueryPages } from './cursor.ts'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(database.close)

const pages = (rows: number) =>
  database.db.transaction(async (tx) => {
    const found: number[][] = []
    for await (const page of readQueryPages<{ n: number }>(
      tx,
      sql`select n from generate_series(1, ${rows}::int) n`,
      2,
    ))
      found.push(page.map(({ n }) => n))
    return found
  })

test.each([
  [0, []],
  [2, [[1, 2]]],
  [5, [[1, 2], [3, 4], [5]]],
])('%i rows come page by page, with parameters', async (rows, found) => {
  expect(await pages(rows)).toEqual(found)
})

test('a second query follows the first in the same transaction', async () => {
  const first = await database.db.transaction(async (tx) => {
    const all = []
    for (const from of [1, 3])
      for await (const page of readQueryPages<{ n: number }>(
        tx,
        sql`select n from generate_series(${from}::int, 4) n`,
        3,
      ))
        all.push(...page.map(({ n }) => n))
    return all
  })
  expect(first).toEqual([1, 2, 3, 4, 3, 4])
})
