import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findCluster, startEmbedded } from '../embedded.ts'
import { copyCluster } from './backup.ts'
import { findClusterLocation } from './cluster.ts'
import { markClusterRestored } from './restored.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const [first, second] = [join(folder, 'first'), join(folder, 'second')]

async function ask<T extends object>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  let rows: T[] = []
  for (const statement of statements) ({ rows } = await client.query<T>(statement))
  await client.end()
  return rows
}

test('a copy made during writes contains everything committed before it, and starts by itself', async () => {
  const postgres = await startEmbedded({ dataDir: first })
  // The two tables that are needed to hold the payments of a restored copy.
  await ask(postgres.url, 'create table shop (id bigint)', 'insert into shop values (2), (3)')
  await ask(postgres.url, 'create table payment_hold (shop_id bigint primary key, reason text)')
  await ask(postgres.url, 'create table row (n int)', 'insert into row select generate_series(1, 20000)')
  let isCopied = false
  const { cluster, adminUrl } = (await findCluster(first))!
  const writing = (async () => {
    let n = 20_000
    for (; !isCopied; n++) await ask(postgres.url, `insert into row values (${n + 1})`)
    return n
  })()
  const copy = join(folder, 'copy')
  await copyCluster(adminUrl, cluster, copy)
  isCopied = true
  const written = await writing
  expect(await readdir(copy)).not.toContain('postmaster.pid')
  expect(await ask(postgres.adminUrl, 'select from pg_replication_slots')).toEqual([])
  await postgres.stop()

  // As `restore` does it: the password file beside the data files.
  const place = await findClusterLocation(second, () => undefined)
  await cp(join(first, 'database-passwords.json'), join(second, 'database-passwords.json'))
  await cp(copy, place.cluster, { recursive: true })
  await markClusterRestored(place.cluster, 'restored')
  const again = await startEmbedded({ dataDir: second })
  const [found] = await ask<{ n: number; last: number }>(
    again.url,
    'select count(*)::int as n, max(n)::int as last from row',
  )
  expect(found!.n).toBe(found!.last)
  expect(found!.n).toBeGreaterThanOrEqual(20_000)
  expect(found!.n).toBeLessThanOrEqual(written)
  const onHold = () => ask<{ shop_id: string }>(again.url, 'select shop_id from payment_hold order by shop_id')
  expect((await onHold()).map(({ shop_id }) => Number(shop_id))).toEqual([2, 3])
  // The hold is written only once: after it was lifted, the next start does not set it again.
  await ask(again.url, 'delete from payment_hold')
  await again.stop()
  const third = await startEmbedded({ dataDir: second })
  expect(await ask(third.url, 'select from payment_hold')).toEqual([])
  await third.stop()
})

test('a folder that was copied is held, the one it was copied from is not, and moving it within its disk is no copy', async () => {
  const [copied, moved] = [join(folder, 'copied'), join(folder, 'moved')]
  await cp(first, copied, { recursive: true })
  await rename(first, moved)
  const held = async (dataDir: string) => {
    const said: string[] = []
    const postgres = await startEmbedded({ dataDir, say: (line) => void said.push(line) })
    const rows = await ask<{ reason: string }>(postgres.url, 'select reason from payment_hold order by shop_id')
    await ask(postgres.url, 'delete from payment_hold')
    await postgres.stop()
    return { reasons: rows.map(({ reason }) => reason), said }
  }
  const why = expect.stringMatching(/^its folder is a copy, found at \d{4}-/)
  expect(await held(copied)).toEqual({
    reasons: [why, why],
    said: [expect.stringMatching(/^Nothing is charged \(its folder is a copy.*npm run shop -- resume/)],
  })
  expect((await held(copied)).reasons).toEqual([])
  expect((await held(moved)).reasons).toEqual([])
})
