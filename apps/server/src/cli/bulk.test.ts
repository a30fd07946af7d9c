import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit_event, operator, operator_role } from '@kushi/db/schema/operator'
import { product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { testContext } from '@kushi/shop/testing/context'
import { insertSubscribedMember } from '@kushi/shop/testing/subscription'
import { addDays } from '@kushi/values/calendar-date'
import type { Role } from '@kushi/values/role'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { environment, sandboxOf, startServer } from '../testing/server.ts'
import { runCommand } from './run-command.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const env = environment(database.url, sandbox)
const server = await startServer(env)
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})

type Row = Record<string, string | number>
const bulk = async (...words: string[]): Promise<Row[]> =>
  JSON.parse(await runCommand(['bulk', ...words, '--json'], env))

/** Creates an operator; returns the option that names them. */
async function person(name: string, role: Role): Promise<string[]> {
  const email = `${role}@bulk.example`
  const [row] = await db.insert(operator).values({ name, email, created_at: new Date() }).returning()
  await db.insert(operator_role).values({ shop_id: 2, operator_id: row!.id, role })
  return ['--operator', email]
}
const manager = await person('受注の係', 'manager')
const viewer = await person('見る係', 'viewer')

/** The test's own subscriptions, by delivery day; the last one is paused. */
const day = addDays(server.deps.clock.today(), 40)
const ids: number[] = []
for (let n = 0; n < 3; n++) {
  const more = { next_delivery_date: day, next_next_delivery_date: addDays(day, 30) }
  ids.push((await insertSubscribedMember(db, testContext(db), { ...more, summary_status: n === 2 ? 5 : 1 })).id)
}
const filter = ['--filter', `summary_status=1&summary_status=5&next_delivery_date_from=${day}`]
const mine = inArray(subscription.id, ids)
const codeOf = async (id: number) =>
  (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.product_code
const dates = async () =>
  (await db.select().from(subscription).where(mine).orderBy(asc(subscription.id))).map((row) => row.next_delivery_date)

test('previewed, run, listed, taken back: each in the operator’s name', async () => {
  const [tried] = await bulk('start', 'move_dates', ...filter, '--days', '7', '--quiet', ...manager)
  expect(tried).toMatchObject({ state: 'checked', possible: 2, impossible: 1, by: '受注の係' })
  expect(await dates()).toEqual([day, day, day])
  const job = String(tried!.job)
  await expect(bulk('run', job, ...manager)).rejects.toThrow(/^--yes is missing.*2 change, 1 can't/)
  expect(await dates()).toEqual([day, day, day])

  expect(await bulk('run', job, '--yes', ...manager)).toMatchObject([{ state: 'done', done: 2 }])
  expect(await dates()).toEqual([addDays(day, 7), addDays(day, 7), day])
  expect(await bulk('rows', job, ...manager)).toMatchObject([{ state: 'done' }, { state: 'done' }, {}])
  expect(await bulk('rows', job, '--status', 'impossible', ...viewer)).toEqual([
    { job: tried!.job, name: `定期便 ${ids[2]}`, state: 'impossible', detail: expect.stringContaining('休止中') },
  ])
  expect(await bulk('retry', job, '--yes', ...manager)).toMatchObject([{ state: 'done', done: 2, failed: 1 }])
  expect(await bulk('take-back', job, '--yes', ...manager)).toMatchObject([{ state: 'taken_back', taken_back: 2 }])
  expect(await dates()).toEqual([day, day, day])
  expect(await bulk('list', ...viewer)).toMatchObject([{ job: tried!.job, state: 'taken_back' }])

  const ofJob = and(eq(audit_event.subject, 'bulk_job'), eq(audit_event.subject_id, job))
  const trail = await db.select().from(audit_event).where(ofJob).orderBy(asc(audit_event.id))
  expect(trail.map(({ action, operator_name }) => `${action} ${operator_name}`)).toEqual([
    'shop bulk start 受注の係',
    'shop bulk run 受注の係',
    'shop bulk retry 受注の係',
    'shop bulk take-back 受注の係',
  ])
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, ids[0]!))
  expect(new Set(events.map((event) => event.actor_name))).toEqual(new Set(['受注の係']))
})

test('with --yes it runs at once; a job that is not confirmed is dropped', async () => {
  const to = addDays(day, 10)
  const [moved] = await bulk('start', 'move_dates', ...filter, '--to', to, '--quiet', '--yes', ...manager)
  expect(moved).toMatchObject({ state: 'done', done: 2, impossible: 1 })
  expect(await dates()).toEqual([to, to, day])
  const [from, to_code] = await Promise.all([101, 103].map(codeOf))
  const swap = ['swap_product', '--from', from!, '--to', to_code!]
  const [swapped] = await bulk('start', ...swap, ...filter, '--quiet', '--yes', ...manager)
  expect(swapped).toMatchObject({ state: 'done', done: 2, what: expect.stringContaining(to_code!) })
  const [waiting] = await bulk('start', 'pause', ...filter, ...manager)
  expect(await bulk('stop', String(waiting!.job), ...manager)).toMatchObject([{ state: 'discarded' }])
  await expect(bulk('run', String(waiting!.job), '--yes', ...manager)).rejects.toMatchObject({ status: 409 })
})

test('the text of a mail comes from a file; each member of the list gets it once', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'bulk-')), 'mail.txt')
  await writeFile(file, '年末年始のお届け\n\n{宛名}\n\nお届けが遅れます。\n')
  const words = ['send_message', '--list', 'subscriptions', ...filter, '--file', file, '--yes', ...manager]
  const [sent] = await bulk('start', ...words)
  expect(sent).toMatchObject({ state: 'done', done: 3, impossible: 0, what: 'メールを送る(取引上のお知らせ)' })
  const mails = await db
    .select()
    .from(outbox)
    .where(eq(outbox.bulk_job_id, Number(sent!.job)))
  expect(mails.map(({ state, subject }) => [state, subject])).toEqual(Array(3).fill(['sent', '年末年始のお届け']))
})

test.each([
  [['start', 'send_message', '--list', 'nobody', ...manager], '--list is one of subscriptions, orders, customers.'],
  [['start', 'send_message', '--list', 'orders', ...manager], '--file is missing'],
  [['start', 'fly', ...filter, ...manager], 'Which kind? One of move_dates, pause'],
  [['start', 'pause', ...manager], '--filter is missing'],
  [['start', 'pause', '--filter', 'sumary_status=1', ...manager], '--filter: no sumary_status here. It has q, summary'],
  [['start', 'pause', '--filter', 'summary_status=9', ...manager], 'filter.summary_status'],
  [['start', 'move_dates', ...filter, ...manager], '動かす日数か、動かす先の日付'],
  [['start', 'swap_product', ...filter, '--from', 'NOTHING', ...manager], '--from is the code of a product'],
  [['start', 'cancel', ...filter, '--reason', '1', ...manager], '詳細を入力してください。'],
  [['start', 'pause', ...filter, ...viewer], 'この操作をする権限がありません。'],
  [['start', 'pause', ...filter, ...manager, '--shop', '3'], '受注の係 has no role in shop 3.'],
  [['start', 'mark_delivered', '--filter', 'q=K000000-NOBODY', ...manager], '対象がありません。'],
  [['list'], '--operator is missing'],
  [['run', 'x', '--yes', ...manager], 'Which job?'],
  [['run', '99999', '--yes', ...manager], 'shop 2 has no 99999.'],
  [['rows', '1', '--status', 'well', ...manager], '--status is one of waiting,'],
])('%j: %s', async (words, message) => {
  await expect(bulk(...words)).rejects.toThrow(message)
})
