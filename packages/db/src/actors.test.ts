import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(database.close)

/** Tables named `_event` that record no actor's action, each with the reason. */
const exceptions = [
  // The operators' audit log names the operator in columns of its own.
  'audit_event',
  // Records only which webhook events of LINE were already received.
  'line_webhook_event',
]

test('every table of events says who did it', async () => {
  const { rows } = await database.pool.query<{ name: string; columns: string[]; is_checked: boolean }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attname like 'actor\\_%' and not a.attisdropped) as columns,
      exists (select from pg_constraint k where k.conrelid = c.oid and k.conname = c.relname || '_actor') as is_checked
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname like '%\\_event'
    order by c.relname`)
  const named = rows.filter(({ name }) => !exceptions.includes(name))
  const columns = ['actor_id', 'actor_kind', 'actor_name']
  expect(named).toEqual(named.map(({ name }) => ({ name, columns, is_checked: true })))
  expect(named.length).toBeGreaterThanOrEqual(8)
})

test.each([
  ['member', null, ''],
  ['member', 1, '山口 花子'],
  ['operator', 1, ''],
  ['guest', 1, ''],
  ['provider', null, ''],
  ['system', 1, 'jobs'],
  ['nobody', null, ''],
])('%s %s 「%s」 is not a valid actor', async (kind, id, name) => {
  const { rows } = await database.pool.query('select id from customer where shop_id = 2 limit 1')
  const insert = database.pool.query(
    `insert into consent_event (shop_id, customer_id, channel, is_given, actor_kind, actor_id, actor_name, created_at)
     values (2, $1, 'mail', true, $2, $3, $4, now())`,
    [rows[0].id, kind, id, name],
  )
  await expect(insert).rejects.toMatchObject({ constraint: 'consent_event_actor' })
})
