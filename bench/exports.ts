/**
 * Measures the duration of a large shop's exports through the admin call, and the server's memory:
 *
 *     KEEP=/somewhere node bench/admin-lists.ts     fills the folder once
 *     KEEP=/somewhere node bench/exports.ts [orders customers subscriptions]
 */
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { begin, type Server, startFleet } from './drills/parts/fleet.ts'
import { postgresTime, processorTime } from './processor-time.ts'
import { signedIn } from './signed-in.ts'

const { KEEP } = process.env
assert.ok(KEEP, 'KEEP names the folder that bench/admin-lists.ts has filled')
const asked = process.argv.slice(2)
const lists = asked.length > 0 ? asked : ['orders', 'customers', 'subscriptions']
const MB = 1024 * 1024

const postgres = await startEmbedded({ dataDir: KEEP, settings: { fsync: 'off', synchronous_commit: 'off' } })
// The folder may be from an older version.
await setUp(postgres.url, { demo: true })
const database = openDatabase(postgres.url)
// Without a worker: the subscriptions in the folder are due, and must stay so.
const fleet = await startFleet({
  folder: KEEP,
  publicUrl: 'http://localhost',
  database: { DATABASE_URL: postgres.url },
})
try {
  const web = await fleet.add('web')
  await begin(web)
  const cookie = await signedIn(database.pool, 'exports')
  for (const list of lists) for (const encoding of ['utf-8', 'shift_jis']) await measure(web, cookie, list, encoding)
} finally {
  await fleet.stop()
  await database.close()
  await postgres.stop()
}
process.exit()

async function measure(web: Server, cookie: string, list: string, encoding: string): Promise<void> {
  const spent = () => ({ server: processorTime(web.pid), database: postgresTime(postgres.socketDir) })
  const before = spent()
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${web.port}/admin/v1/${list}/export`, {
    method: 'POST',
    headers: { cookie, 'x-kushi-admin': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ filter: {}, encoding }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const first = performance.now() - began
  // The filler creates no text with a line break, so every line break ends a row.
  let [bytes, rows, most] = [0, -1, web.memory()]
  for await (const part of answer.body!) {
    bytes += part.length
    for (const byte of part) if (byte === 10) rows++
    most = Math.max(most, web.memory())
  }
  const took = (performance.now() - began) / 1000
  const after = spent()
  const each = (name: 'server' | 'database') => `${(((after[name] - before[name]) * 1000) / rows).toFixed(0)} µs`
  console.log(
    `${list}, ${encoding}: ${rows} rows, ${(bytes / MB).toFixed(0)} MB in ${took.toFixed(1)} s (first byte ${first.toFixed(0)} ms); ` +
      `processor a row: server ${each('server')}, PostgreSQL ${each('database')}; server at most ${most.toFixed(0)} MB; ` +
      `load ${loadavg()[0]!.toFixed(1)}`,
  )
}
