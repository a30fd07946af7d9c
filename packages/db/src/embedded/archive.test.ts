import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findCluster, startEmbedded } from '../embedded.ts'
import { recoveryProblem, recoverySettings } from './archive.ts'
import { copyCluster } from './backup.ts'
import { findClusterLocation } from './cluster.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-archive-'))
// Makes the folder accessible for PostgreSQL's account when the test runs as root.
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))
const archive = join(folder, 'log')

async function ask<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<T>(statement)
  await client.end()
  return rows
}

/** The database of `copy`, recovered to that moment. */
async function recovered(name: string, copy: string, until: Date) {
  const dataDir = join(folder, name)
  const { cluster, account } = await findClusterLocation(dataDir, () => undefined)
  await cp(join(folder, 'lost/database-passwords.json'), join(dataDir, 'database-passwords.json'))
  await cp(copy, cluster, { recursive: true })
  return startEmbedded({ dataDir, settings: await recoverySettings(cluster, { archive, until, account }) })
}

test('a copy and the log recover a moment between two changes, but none after the end of the log', async () => {
  const dataDir = join(folder, 'lost')
  const postgres = await startEmbedded({ dataDir, archive })
  await ask(postgres.url, 'create table row (name text)')
  await ask(postgres.url, `insert into row values ('copied')`)
  const { cluster, adminUrl } = (await findCluster(dataDir))!
  const copy = join(folder, 'copy')
  await copyCluster(adminUrl, cluster, copy)
  await ask(postgres.url, `insert into row values ('wanted')`)
  // Separated from the statements before and after by more than the millisecond resolution of the timestamp.
  const apart = 'select pg_sleep(0.005), clock_timestamp() as now, pg_sleep(0.005)'
  const until = new Date((await ask<{ now: string }>(postgres.url, apart))[0]!.now)
  await ask(postgres.url, `insert into row values ('mistaken')`)
  const [piece] = await ask<{ name: string }>(adminUrl, 'select pg_walfile_name(pg_switch_wal()) as name')
  await expect.poll(() => readdir(archive), { timeout: 20_000 }).toContain(`${piece!.name}.gz`)
  await postgres.stop()

  const again = await recovered('restored', copy, until)
  expect(await ask(again.url, 'select name from row')).toEqual([{ name: 'copied' }, { name: 'wanted' }])
  await ask(again.url, `insert into row values ('new')`)
  await again.stop()

  await expect(recovered('too-late', copy, new Date(Date.now() + 60_000))).rejects.toThrow('PostgreSQL does not start')
  expect(await recoveryProblem(join(folder, 'too-late/postgres.log'))).toMatch(/The archive ends before/)
})
