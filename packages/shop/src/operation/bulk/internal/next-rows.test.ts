import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { testDatabase } from '@kushi/db/testing'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../../testing/operator.ts'
import { lockNextBulkRows } from './next-rows.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

test.each([
  ['once the database has looked at the table only one is touched', true, /Sort|Seq Scan|Rows Removed/],
  ['before that none is sorted', false, /Sort|Seq Scan/],
])('the next of 20,000 rows comes from an index: %s', async (_, isKnown, bad) => {
  const { operator, clock } = await operatorContext(db)
  const created_at = clock.now()
  const [job] = await db
    .insert(bulk_job)
    .values({
      shop_id: 2,
      kind: 'pause',
      filter: {},
      params: {},
      notify: false,
      state: 'running',
      counts: {},
      operator_id: operator.id,
      operator_name: operator.name,
      created_at,
      updated_at: created_at,
    })
    .returning()
  await db.execute(sql`insert into ${bulk_job_row} (shop_id, job_id, subject_id, subject_name, state)
    select 2, ${job!.id}, n, '', case when n <= 10000 then 'done' else 'possible' end from generate_series(1, 20000) n`)
  if (isKnown) await db.execute(sql`analyze ${bulk_job_row}`)
  const plan = sql`explain (analyze, costs off, timing off, summary off) ${lockNextBulkRows(db, job!, 'possible', { most: 1 }).getSQL()}`
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(plan)
  const said = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(said).toContain('Index Scan')
  expect(said).not.toMatch(bad)
})
