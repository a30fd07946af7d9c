import { emptyTables, testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach } from 'vitest'
import { cardLedger } from './card-ledger.ts'
import { testClock, testContext } from './context.ts'

/** A day for the daily run, created for each test: only its own subscriptions, and its own card ledger. */
export async function blockOfDay() {
  const database = await testDatabase()
  const { db } = database
  const day = { database, db, ledger: cardLedger(), ctx: testContext(db) }
  afterAll(database.close)
  beforeEach(async () => {
    await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
    day.ledger = cardLedger()
    day.ctx = testContext(db, { clock: testClock('2026-12-01'), ports: day.ledger.ports() })
  })
  return day
}
