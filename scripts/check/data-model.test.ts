import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { drawn, readPage } from './data-model.ts'

const database = await testDatabase()
afterAll(database.close)

test('the drawing matches the schema', async () => {
  const text = readPage()
  expect(await drawn(text)).toBe(text)
})

test('every table and every column of the database is drawn', async () => {
  const text = readPage()
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, json_agg(column_name order by column_name) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`,
  )
  expect(rows.length).toBeGreaterThan(50)
  for (const { name, columns } of rows) {
    const [, body = ''] = new RegExp(`^  ${name} \\{\\n([^}]*)\\}`, 'm').exec(text) ?? []
    const found = body
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' ')[1])
    expect([name, found.sort()]).toEqual([name, columns.sort()])
  }
})
