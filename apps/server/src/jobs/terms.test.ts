import '@kushi/db/schema/index'
import { tableFacts } from '@kushi/db/schema/facts'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shopSchedules } from './start-jobs.ts'

test('a job that a table names for its rows exists', () => {
  const named = [...tableFacts].flatMap(([table, { kept }]) =>
    typeof kept === 'object' && 'job' in kept ? [[getTableName(table), kept.job] as const] : [],
  )
  expect(named.length).toBeGreaterThan(0)
  for (const [table, job] of named)
    expect([table, Object.keys(shopSchedules)]).toEqual([table, expect.arrayContaining([job])])
  expect(shopSchedules).toHaveProperty('retention')
})
