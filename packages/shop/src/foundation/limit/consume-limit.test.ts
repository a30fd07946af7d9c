import { openDatabase } from '@kushi/db/connect'
import { tableFacts } from '@kushi/db/schema/facts'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { deleteExpiredRows } from '../retention/delete-expired-rows.ts'
import { consumeLimit, releaseLimitUse } from './consume-limit.ts'
import { limitRules } from './internal/rules.ts'

const database = await testDatabase()
const other = openDatabase(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})
beforeEach(() => database.db.delete(rate_limit))

const at = (time: string) => ({ now: () => new Date(`2026-11-21T${time}+09:00`), today: () => '2026-11-21' })
const ctx = testContext(database.db, { clock: at('12:07:30') })
const three = {
  ...limitRules,
  password_check: { account: { max: 3, seconds: 900 }, address: { max: 5, seconds: 900 } },
}
const refused = { status: 429, error: 'ERROR_TOO_MANY_REQUESTS', message: expect.stringContaining('12時15分以降') }

test('the fourth call is refused, with the time to try again; the next window begins anew', async () => {
  for (let n = 0; n < 3; n++) await consumeLimit(ctx, 'password_check', { account: 'a@example.com' }, three)
  await expect(consumeLimit(ctx, 'password_check', { account: 'a@example.com' }, three)).rejects.toMatchObject(refused)
  await consumeLimit(ctx, 'password_check', { account: 'b@example.com' }, three)
  await consumeLimit({ ...ctx, shop_id: 3 }, 'password_check', { account: 'a@example.com' }, three)
  await consumeLimit({ ...ctx, clock: at('12:15:00') }, 'password_check', { account: 'a@example.com' }, three)
})

test('a call refused for its address does not count for the account', async () => {
  const guess = (n: number) =>
    consumeLimit(ctx, 'password_check', { account: `m${n}@example.com`, address: '203.0.113.7' }, three)
  for (let n = 0; n < 5; n++) await guess(n)
  for (let n = 0; n < 9; n++) await expect(guess(6)).rejects.toMatchObject(refused)
  await consumeLimit(ctx, 'password_check', { account: 'm6@example.com', address: '203.0.113.8' }, three)
})

test('what is given back does not count, and never goes below nothing', async () => {
  const who = { account: 'b@example.com', address: '203.0.113.7' }
  await releaseLimitUse(ctx, 'password_check', who, three)
  for (let n = 0; n < 9; n++) {
    await consumeLimit(ctx, 'password_check', who, three)
    await releaseLimitUse(ctx, 'password_check', who, three)
  }
  for (let n = 0; n < 3; n++) await consumeLimit(ctx, 'password_check', who, three)
  await expect(consumeLimit(ctx, 'password_check', who, three)).rejects.toMatchObject(refused)
})

test('where nothing is limited, nothing is written: the shop may be only read', async () => {
  const settings = { ...ctx.settings, rate_limit_factor: 0 }
  const who = { account: 'c@example.com', address: '203.0.113.7' }
  await database.db.transaction(
    async (db) => {
      await consumeLimit({ ...ctx, db, settings }, 'password_check', who, three)
      await releaseLimitUse({ ...ctx, db, settings }, 'password_check', who, three)
    },
    { accessMode: 'read only' },
  )
})

test('customers of one carrier share an address, not its first twenty registrations', async () => {
  const register = (n: number, user_agent: string) =>
    consumeLimit(ctx, 'register', { account: `m${n}@example.com`, address: '203.0.113.7', user_agent })
  for (let n = 0; n < 20; n++) await register(n, 'one browser')
  await expect(register(20, 'one browser')).rejects.toMatchObject({ status: 429 })
  for (let n = 21; n < 301; n++) await register(n, `browser ${n}`)
  await expect(register(301, 'one more')).rejects.toMatchObject({ status: 429 })
  await consumeLimit(ctx, 'register', {
    account: 'm400@example.com',
    address: '203.0.113.8',
    user_agent: 'one browser',
  })
})

test('holds over two processes, whatever they do at once', async () => {
  const contexts = [ctx, { ...ctx, db: other.db }]
  const tries = Array.from({ length: 40 }, (_, n) =>
    consumeLimit(contexts[n % 2]!, 'password_check', { account: 'race@example.com' }, three),
  )
  const results = await Promise.allSettled(tries)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
})

test('outlives the process that counted', async () => {
  for (let n = 0; n < 3; n++) await consumeLimit(ctx, 'password_check', { account: 'x@example.com' }, three)
  const restarted = openDatabase(database.url)
  const again = consumeLimit({ ...ctx, db: restarted.db }, 'password_check', { account: 'x@example.com' }, three)
  await expect(again).rejects.toMatchObject(refused)
  await restarted.close()
})

test('keeps no e-mail and no address', async () => {
  await consumeLimit(ctx, 'password_check', { account: 'secret@example.com', address: '203.0.113.9' })
  const rows = JSON.stringify(await database.db.select().from(rate_limit))
  expect(rows).toContain('password_check_account:')
  expect(rows).not.toMatch(/secret|example|203\.0/)
})

test('a factor widens every limit, 0 lifts them', async () => {
  const wide = { ...ctx, settings: { ...ctx.settings, rate_limit_factor: 2 } }
  for (let n = 0; n < 6; n++) await consumeLimit(wide, 'password_check', { account: 'w@example.com' }, three)
  await expect(consumeLimit(wide, 'password_check', { account: 'w@example.com' }, three)).rejects.toMatchObject(refused)
  const open = { ...ctx, settings: { ...ctx.settings, rate_limit_factor: 0 } }
  await consumeLimit(open, 'password_check', { account: 'w@example.com' }, three)
})

test('the purge leaves windows that still count', async () => {
  await consumeLimit({ ...ctx, clock: at('09:00:00') }, 'password_check', { account: 'old@example.com' })
  await consumeLimit(ctx, 'register', { address: '203.0.113.7' })
  await deleteExpiredRows(ctx)
  expect(await database.db.select().from(rate_limit)).toMatchObject([{ key: expect.stringMatching(/^register/) }])
})

test('a transaction that it is part of still waits for the disk', async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = on`)
    await consumeLimit({ ...ctx, db: tx as never }, 'password_check', { account: 'tx@example.com' }, three)
    expect((await tx.execute(sql`show synchronous_commit`)).rows).toEqual([{ synchronous_commit: 'on' }])
  })
})

test('no window is longer than its row is kept', () => {
  const { kept } = tableFacts.get(rate_limit)!
  const lengths = Object.values(limitRules).flatMap((one) => Object.values(one).map(({ seconds }) => seconds / 3_600))
  expect(kept).toEqual([{ after: { hours: Math.max(...lengths) }, since: 'window_start' }])
})
