import { randomBytes } from 'node:crypto'
import { SetupError } from '@kushi/db/setup-error'
import { administer, databaseUrl, testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { environment, sandboxOf } from '../testing/server.ts'
import { makeDeps } from './make-deps.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const name = `test_empty_${randomBytes(4).toString('hex')}`
await administer(database.url, `create database ${name}`)
afterAll(async () => {
  await administer(database.url, `drop database ${name} with (force)`)
  await database.close()
  await sandbox.stop()
})
const opened = (url: string) => makeDeps(readConfig(environment(url, sandbox)))

test('a database without tables, or with older ones, is rejected with the command that helps', async () => {
  for (const url of [databaseUrl(database.url, name), database.url]) {
    if (url === database.url)
      await database.pool.query('update drizzle.__drizzle_migrations set created_at = created_at - 1')
    const refused: unknown = await opened(url).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SetupError)
    expect((refused as Error).message).toContain('packages/db/src/setup.ts')
  }
})
