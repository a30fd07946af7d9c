import { openDatabase } from '@kushi/db/connect'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '../../people/session/log-in.ts'
import { testContext } from '../../testing/context.ts'
import { consumeLimit } from './consume-limit.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const on = (n: number) => testContext(n % 2 ? db : second.db, { ip: '203.0.113.1' })
const count = (results: PromiseSettledResult<unknown>[], status: number) =>
  results.filter((each) => each.status === 'rejected' && each.reason.status === status).length

beforeEach(() => db.delete(rate_limit))

test('an account from one place: ten tries, on whichever process, all at once', async () => {
  const tries = Array.from({ length: 16 }, (_, n) =>
    logIn(on(n), { email: 'hanako@example.com', password: 'Guess1234' }),
  )
  const results = await Promise.allSettled(tries)
  expect([count(results, 422), count(results, 429)]).toEqual([10, 6])
})

test('an address: a hundred tries, at whichever accounts, and after a restart too', async () => {
  const guess = (n: number, ctx = on(n)) => logIn(ctx, { email: `m${n}@example.com`, password: 'Guess1234' })
  for (let n = 0; n < 90; n++) await consumeLimit(on(n), 'login_address', { address: '203.0.113.1' })
  const results = await Promise.allSettled(Array.from({ length: 16 }, (_, n) => guess(n)))
  expect([count(results, 422), count(results, 429)]).toEqual([10, 6])
  const restarted = openDatabase(database.url)
  await expect(guess(160, testContext(restarted.db, { ip: '203.0.113.1' }))).rejects.toMatchObject({ status: 429 })
  await restarted.close()
  await expect(guess(161, { ...on(0), ip: '203.0.113.2' })).rejects.toMatchObject({ status: 422 })
})
