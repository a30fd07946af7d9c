import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { drawn, readPage } from './data-model.ts'

const database = await testDatabase()
afterAll(database.close)

test('the drawing matches the schema', () => {
  const text = readPage()
  expect(drawn(text)).toBe(text)
})

test('every table of the database is drawn', async () => {
  const text = readPage()
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(rows.length).toBeGreaterThan(50)
  for (const { name } of rows) expect(text).toMatch(new RegExp(`^  ${name}$`, 'm'))
})
