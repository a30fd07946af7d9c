import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findCluster, startEmbedded } from '../embedded.ts'
import { archiveSettings } from './archive.ts'
import { archiveFolder, inspectArchivedLog, removeOldLogs } from './archived-log.ts'
import { copyCluster } from './backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-kept-log-'))
// Makes the folder accessible for PostgreSQL's account when the test runs as root.
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function made(name: string, files: string[]): Promise<string> {
  await mkdir(join(folder, name), { recursive: true })
  for (const file of files) await writeFile(join(folder, name, file), 'x')
  return join(folder, name)
}
const piece = (n: number, line = 1) =>
  `${[line, Math.floor(n / 256), n % 256].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')}.gz`

async function copyFrom(copies: string, name: string, n: number): Promise<void> {
  await mkdir(join(copies, name, 'postgres'), { recursive: true })
  const label = `START WAL LOCATION: 0/2000028 (file ${piece(n).slice(0, -3)})\nCHECKPOINT LOCATION: 0/2000060\n`
  await writeFile(join(copies, name, 'postgres/backup_label'), label)
}

test('log older than the oldest copy is deleted, on every timeline, and nothing else', async () => {
  const stay = [piece(255), piece(256), piece(300, 2), '00000002.history.gz', 'note.txt']
  const go = [
    piece(2),
    piece(254),
    piece(254, 2),
    `${piece(253)}.part`,
    piece(250).replace('.gz', '.00000028.backup.gz'),
  ]
  const archive = await made('by-name', [...stay, ...go])
  const copies = await made('copies', [])
  expect(await removeOldLogs(archive, copies)).toEqual({ pieces: 0, bytes: 0 })
  await copyFrom(copies, 'kushi-2', 300)
  await copyFrom(copies, 'kushi-1', 255)
  // An unfinished copy, and a folder that is not a copy, retain no log.
  await copyFrom(copies, 'part-x', 1)
  expect(await removeOldLogs(archive, copies)).toEqual({ pieces: 4, bytes: 5 })
  expect((await readdir(archive)).sort()).toEqual(stay.sort())
})

test('a copy without its start position retains all log', async () => {
  const archive = await made('unknown', [piece(1), piece(2)])
  const copies = await made('unknown-copies', [])
  await copyFrom(copies, 'kushi-2', 2)
  await mkdir(join(copies, 'kushi-1'))
  expect((await removeOldLogs(archive, copies)).pieces).toBe(0)
})

test('whether the log is whole since the newest copy', async () => {
  const mark = piece(4).replace('.gz', '.00000028.backup.gz')
  const whole = await made('whole', [piece(2), mark, piece(4), piece(5)])
  expect(await inspectArchivedLog(whole)).toMatchObject({
    pieces: 3,
    bytes: 4,
    copied: expect.any(Date),
    isWhole: true,
  })
  expect(await inspectArchivedLog(await made('gap', [mark, piece(4), piece(6)]))).toMatchObject({ isWhole: false })
  expect(await inspectArchivedLog(await made('no-copy', [piece(4)]))).toMatchObject({ copied: null, isWhole: true })
})

test('with a real server: it contains only log since the oldest copy, which can still recover to now', async () => {
  const archive = join(folder, 'log')
  const copies = await made('real', [])
  const dataDir = join(folder, 'data')
  const postgres = await startEmbedded({ dataDir, archive })
  const { cluster, adminUrl } = (await findCluster(dataDir))!
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rows } = await client.query(`select current_setting('archive_command') as command`)
  expect(archiveFolder(rows[0].command)).toBe(archive)
  /** A segment full of changes is archived. */
  async function turn(): Promise<string> {
    await client.query('create table if not exists row (n int)')
    await client.query('insert into row select generate_series(1, 100)')
    const switched = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    await expect.poll(() => readdir(archive), { timeout: 20_000 }).toContain(`${switched.rows[0]!.name}.gz`)
    return `${switched.rows[0]!.name}.gz`
  }
  const early = [await turn(), await turn()]
  await copyCluster(adminUrl, cluster, join(copies, 'kushi-1/postgres'))
  const between = await turn()
  await copyCluster(adminUrl, cluster, join(copies, 'kushi-2/postgres'))
  const late = await turn()
  await client.end()
  await postgres.stop()

  expect(await removeOldLogs(archive, copies)).toMatchObject({ pieces: expect.any(Number) })
  const left = await readdir(archive)
  expect(left).toEqual(expect.arrayContaining([between, late]))
  for (const gone of early) expect(left).not.toContain(gone)
  expect(await inspectArchivedLog(archive)).toMatchObject({ isWhole: true, copied: expect.any(Date) })
  await rm(join(copies, 'kushi-1'), { recursive: true })
  await removeOldLogs(archive, copies)
  expect(await readdir(archive)).not.toContain(between)
  expect(await inspectArchivedLog(archive)).toMatchObject({ isWhole: true, copied: expect.any(Date) })
})

test('the folder of an archive that is not ours is unknown', async () => {
  expect(archiveFolder('pgbackrest --stanza=main archive-push %p')).toBeNull()
  const { archive_command } = await archiveSettings(join(folder, 'settings'), undefined)
  expect(archiveFolder(archive_command!)).toBe(join(folder, 'settings'))
})
