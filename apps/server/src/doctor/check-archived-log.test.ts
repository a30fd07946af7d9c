import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
import { findCluster, startEmbedded } from '@kushi/db/embedded'
import { copyCluster } from '@kushi/db/embedded/backup'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { checkArchivedLog } from './check-archived-log.ts'
import { checkStandby } from './doctor.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-log-'))
// Makes the folder accessible for PostgreSQL's account when the test runs as root.
await chmod(folder, 0o755)
const plain = await testDatabase()
const other = await testDatabase()
afterAll(async () => {
  await Promise.all([plain.close(), other.close()])
  await rm(folder, { recursive: true })
})

test('an archived log: without a copy, with a copy, with a gap, and one that cannot be archived', async () => {
  const [dataDir, archive] = [join(folder, 'data'), join(folder, 'log')]
  const postgres = await startEmbedded({ dataDir, archive })
  const { cluster, adminUrl } = (await findCluster(dataDir))!
  const [admin, own] = [openDatabase(adminUrl, { max: 1 }), openDatabase(postgres.url, { max: 1 })]
  const look = async () => (await checkArchivedLog(own, { WAL_ARCHIVE: archive }))[0]!
  /** Returns the segment that is now complete. */
  const turn = async () => {
    await admin.pool.query('create table if not exists row (n int); insert into row values (1)')
    const { rows } = await admin.pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    return `${rows[0]!.name}.gz`
  }
  const kept = (piece: string) => expect.poll(() => readdir(archive)).toContain(piece)
  try {
    expect(await look()).toMatchObject({ state: 'note', found: 'nothing of it was kept yet' })
    await kept(await turn())
    await expect.poll(look).toMatchObject({ state: 'wrong', found: expect.stringContaining('leads nowhere') })
    await copyCluster(adminUrl, cluster, join(folder, 'copy'))
    const lost = await turn()
    await kept(lost)
    await kept(await turn())
    expect(await look()).toMatchObject({
      state: 'good',
      found: expect.stringMatching(/the newest copy is \d+ seconds old$/),
    })
    await rm(join(archive, lost))
    expect(await look()).toMatchObject({ state: 'wrong', found: expect.stringContaining('a piece is missing since') })
    await rm(archive, { recursive: true })
    await turn()
    await expect.poll(look).toMatchObject({ state: 'wrong', found: 'a piece can not be kept' })
  } finally {
    await Promise.all([admin.close(), own.close()])
    await postgres.stop(0)
  }
})

test('a log archive that is not configured is not missed; a configured one without segments is', async () => {
  expect(await checkArchivedLog(plain, {})).toEqual([])
  expect(await checkArchivedLog(plain, { WAL_ARCHIVE: '/backups/log' })).toMatchObject([{ state: 'wrong' }])
})

test.each([
  ['another database', () => other.url, /leads to another database/],
  ['no standby', () => plain.url, /leads to no standby/],
  ['nobody', () => 'postgres://nobody@127.0.0.1:1/kushi', /does not answer/],
])('DATABASE_READ_URL leads to %s', async (_, url, said) => {
  const found = await checkStandby(plain, { database_read_url: url(), database_read_lag: 5 })
  expect(found).toMatchObject([{ state: 'wrong', found: expect.stringMatching(said) }])
})

test('a standby that keeps up, and one that is stopped', async () => {
  const { rows } = await plain.pool.query(
    `select system_identifier::text || ' ' || current_database() as id, pg_current_wal_flush_lsn() as lsn from pg_control_system()`,
  )
  let looks = 0
  const asStandby = (lag: number) => {
    const lsn = () => (++looks > lag ? 'FFFFFFFF/0' : '0/1')
    const query = async (text: string) => ({
      rows: text.includes('replay') ? [{ lsn: lsn() }] : [{ id: rows[0].id, is_standby: true }],
    })
    return () => ({ pool: { query }, close: async () => undefined }) as unknown as ReturnType<typeof openDatabase>
  }
  const config = { database_read_url: 'postgres://standby/kushi', database_read_lag: 0.5 }
  expect(await checkStandby(plain, config, asStandby(2))).toMatchObject([
    { state: 'good', found: expect.stringMatching(/^answers, 0\.[2-4] s behind$/) },
  ])
  expect(await checkStandby(plain, config, asStandby(1_000))).toMatchObject([
    { state: 'wrong', found: 'more than the 0.5 s of DATABASE_READ_LAG behind' },
  ])
  expect(await checkStandby(plain, { ...config, database_read_url: null })).toEqual([])
})
