import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './connect.ts'
import { isDatabaseOutage } from './outage.ts'
import { testDatabase } from './testing.ts'
import { withoutWaitBudget, withWaitBudget } from './wait-budget.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
const slow = 'select pg_sleep(0.2)'

test('several slow statements in a row end as an outage, on the pool and in a transaction, which is rolled back', async () => {
  const inARow = withWaitBudget(500, async () => {
    for (let n = 0; n < 3; n++) await db.execute(slow)
  })
  expect(isDatabaseOutage(await failure(inARow))).toBe(true)
  await db.execute('create table patience (n int)')
  const inOne = withWaitBudget(500, () =>
    db.transaction(async (tx) => {
      await tx.execute('insert into patience values (1)')
      for (let n = 0; n < 3; n++) await tx.execute(slow)
    }),
  )
  expect(isDatabaseOutage(await failure(inOne))).toBe(true)
  expect((await db.execute('select * from patience')).rows).toEqual([])
})

test('a transaction at the end of the time is committed or rolled back, never left open', async () => {
  const one = openDatabase(database.url, { max: 1 })
  // Opening a connection is a wait too, and long on a busy machine.
  await one.pool.query('select 1')
  const late = withWaitBudget(500, () => one.db.transaction((tx) => tx.execute('select 1').then(() => sleep(600))))
  await late
  const spent = withWaitBudget(100, () =>
    one.db.transaction(async (tx) => {
      await failure(tx.execute(slow))
      await tx.execute('select 1')
    }),
  )
  expect(isDatabaseOutage(await failure(spent))).toBe(true)
  const { rows } = await one.pool.query('select now() = statement_timestamp() as is_fresh')
  expect(rows).toEqual([{ is_fresh: true }])
  await one.close()
})

test('waiting for a connection counts, and one that comes too late is returned to the pool', async () => {
  const one = openDatabase(database.url, { max: 1 })
  const connection = await one.pool.connect()
  expect(isDatabaseOutage(await failure(withWaitBudget(50, async () => await one.db.execute('select 1'))))).toBe(true)
  expect(isDatabaseOutage(await failure(withWaitBudget(50, () => one.db.transaction(async () => 1))))).toBe(true)
  connection.release()
  expect((await one.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(one.pool.waitingCount).toBe(0)
  await one.close()
})

test('the request’s own work does not count, and neither does background work', async () => {
  await withWaitBudget(2_000, async () => {
    await db.execute('select 1')
    await sleep(2_200)
    await db.execute('select 1')
  })
  await withWaitBudget(1, () => withoutWaitBudget(async () => await db.execute(slow)))
})

test('a queued query is counted for its own request, not for the one that freed the connection', async () => {
  const one = openDatabase(database.url, { max: 1 })
  const hasty = withWaitBudget(300, async () => await one.db.execute('select pg_sleep(2)'))
  const patient = (async () => await one.db.execute('select pg_sleep(0.5)'))()
  expect(isDatabaseOutage(await failure(hasty))).toBe(true)
  await patient
  await one.close()
})
