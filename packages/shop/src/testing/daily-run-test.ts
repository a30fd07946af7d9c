import { emptyTables, testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach } from 'vitest'
import { testClock, testContext } from './context.ts'
import { fakeCardProvider } from './fake-card-provider.ts'

/** A day for the daily run, created for each test: only its own subscriptions, and its own card ledger. */
export async function setUpDailyRunTest() {
  const database = await testDatabase()
  const { db } = database
  const day = { database, db, ledger: fakeCardProvider(), ctx: testContext(db) }
  afterAll(database.close)
  beforeEach(async () => {
    await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
    day.ledger = fakeCardProvider()
    day.ctx = testContext(db, { clock: testClock('2026-12-01'), ports: day.ledger.ports() })
  })
  return day
}
