/**
 * Moves a shop in by the operators' command, on a separate database: this many members, each with a password hash and a
 * second address, and as many subscriptions and orders. First the rehearsal, then the run, then the run again:
 *
 *     node bench/move-in.ts 30000
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
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
  for (const [name, command] of [
    ['rehearsal', 'check'],
    ['run', 'run'],
    ['run again', 'run'],
  ] as const)
    console.log(`${name.padEnd(10)} ${await timed(shop.env, ['move-in', command, folder])}`)
  const { rows } = await database.pool.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from moved_row group by kind order by kind',
  )
  console.log(rows.map((row) => `${row.kind} ${row.count}`).join(', '))
  assert.deepEqual(
    rows.map((row) => row.count),
    [count, count, count, count],
  )
} finally {
  await database.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
