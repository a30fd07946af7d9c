/**
 * Moves a shop in by the operators' command, on a separate database: this many members, each with a password hash and a
 * second address, and as many subscriptions and orders. First the rehearsal, then the run, the run again, and all of it taken
 * back after its own rehearsal:
 *
 *     node bench/move-in.ts 30000
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
import { FORMER_SYSTEM_NAME } from '@kushi/values/move-in'
import { writeFiles } from './move-in/files.ts'
import { timed } from './move-in/timed.ts'
import { startShop } from './shop.ts'

const count = Number(process.argv[2] ?? 30_000)
const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const folder = join(dataDir, 'moving')
const shop = await startShop(dataDir)
const database = openDatabase(shop.databaseUrl)
try {
  await mkdir(folder)
  await writeFiles((name, text) => writeFile(join(folder, name), text), count)
  const step = async (name: string, ...words: string[]) =>
    console.log(`${name.padEnd(15)} ${await timed(shop.env, ['move-in', ...words])}`)
  await step('rehearsal', 'check', folder)
  await step('run', 'run', folder, '--without-backup')
  await step('run again', 'run', folder, '--without-backup')
  const { rows } = await database.pool.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from moved_row group by kind order by kind',
  )
  console.log(rows.map((row) => `${row.kind} ${row.count}`).join(', '))
  assert.deepEqual(
    rows.map((row) => row.count),
    [count, count, count, count],
  )
  await step('back, rehearsal', 'check-back', '--from', FORMER_SYSTEM_NAME)
  await step('back', 'take-back', '--from', FORMER_SYSTEM_NAME, '--without-backup')
  assert.equal((await database.pool.query('select from moved_row')).rowCount, 0)
} finally {
  await database.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
