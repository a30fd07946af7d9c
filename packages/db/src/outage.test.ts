import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './connect.ts'
import { isDatabaseOutage } from './outage.ts'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)
process.on('uncaughtException', note)
afterAll(async () => {
  process.off('uncaughtException', note)
  await database.close()
})
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a connection that is cut inside a transaction fails its query, and the next one works', async () => {
  const cut = openDatabase(database.url, { max: 2 })
  for (let n = 0; n < 10; n++) {
    const error = await failure(
      cut.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
        await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
        // Between two statements, while the connection is idle.
        await new Promise((resolve) => setTimeout(resolve, 30))
        await tx.execute('select 1')
      }),
    )
    expect(isDatabaseOutage(error)).toBe(true)
    expect((await cut.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }
  expect(uncaught).toEqual([])
  await cut.close()
})

test('a slow statement, a lock and an idle transaction time out as an outage', async () => {
  const hasty = openDatabase(database.url, {
    max: 2,
    statement_timeout: 200,
    lock_timeout: 100,
    idle_in_transaction_session_timeout: 200,
  })
  expect(isDatabaseOutage(await failure(hasty.db.execute('select pg_sleep(5)')))).toBe(true)
  const rest = hasty.db.transaction(async (tx) => {
    await tx.execute('lock table shop')
    expect(isDatabaseOutage(await failure(hasty.db.execute('select count(*) from shop')))).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await tx.execute('select 1')
  })
  expect(isDatabaseOutage(await failure(rest))).toBe(true)
  expect(uncaught).toEqual([])
  await hasty.close()
})

test('a server that no longer answers is given up, with its connection', async () => {
  const hasty = openDatabase(database.url, { max: 1, statement_timeout: 0, query_timeout: 200 })
  const began = performance.now()
  const error = await failure(
    hasty.db.transaction(async (tx) => {
      await tx.execute('select pg_sleep(3)')
    }),
  )
  expect(isDatabaseOutage(error)).toBe(true)
  // The rollback does not wait for the same time again.
  expect(performance.now() - began).toBeLessThan(2_000)
  expect((await hasty.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await hasty.close()
})

test('no server, and no such database, are outages; a mistake of ours is not', async () => {
  const unreachable = openDatabase('postgres://u@127.0.0.1:1/x')
  expect(isDatabaseOutage(await failure(unreachable.db.execute('select 1')))).toBe(true)
  const missing = openDatabase(database.url.replace(/\/test_\w+/, '/no_such_database'))
  expect(isDatabaseOutage(await failure(missing.db.execute('select 1')))).toBe(true)
  expect(isDatabaseOutage(await failure(database.db.execute('select wrong from nothing')))).toBe(false)
  expect(isDatabaseOutage(new TypeError('x'))).toBe(false)
  expect(isDatabaseOutage(undefined)).toBe(false)
  await Promise.all([unreachable.close(), missing.close()])
})

test.each([
  ['PostgreSQL finds no room', '53100', 'could not extend file "base/1/2": No space left on device'],
  ['its quota is used up, for which it has no code', 'XX000', 'could not extend file "base/1/2": Disk quota exceeded'],
  ['its disk fails', '58030', 'could not read block 7 in file "base/1/2": Input/output error'],
  ['a picture finds no room', 'ENOSPC', 'ENOSPC: no space left on device, write'],
  ['a picture meets a quota', 'EDQUOT', 'EDQUOT: disk quota exceeded, write'],
])('a full disk is an outage, also behind the query: %s', (_, code, message) => {
  const cause = Object.assign(new Error(message), { code })
  expect([isDatabaseOutage(cause), isDatabaseOutage(new Error('Failed query', { cause }))]).toEqual([true, true])
  expect(isDatabaseOutage(Object.assign(new Error('a mistake'), { code: 'XX000' }))).toBe(false)
})
