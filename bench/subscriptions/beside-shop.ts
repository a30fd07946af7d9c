import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, jobTimeouts, openDatabase } from '@kushi/db/connect'
import { type RunningShop, startShop } from '../shop.ts'

/** Starts a shop on an empty database, and removes everything when the work is done. */
export async function besideShop(work: (shop: RunningShop, database: Database) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
  const shop = await startShop(dataDir)
  const database = openDatabase(shop.databaseUrl, jobTimeouts)
  try {
    await work(shop, database)
  } finally {
    await database.close()
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
