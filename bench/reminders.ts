/**
 * Simulates a week of abandoned carts, hour by hour, with two workers on a separate database; then checks the records:
 *
 *     node bench/reminders.ts 10000
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { simulateWeek } from './reminders/week.ts'

const count = Number(process.argv[2] ?? 10_000)
const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const postgres = await startEmbedded({ dataDir })
const workers = [openDatabase(postgres.url), openDatabase(postgres.url)] as const
try {
  await setUp(postgres.url, { demo: true })
  const began = performance.now()
  const { sent, bought, stopped } = await simulateWeek(workers[0].db, workers[1].db, count)
  const took = (performance.now() - began) / 1000
  const twice = sent.length - new Set(sent.map(({ message_id }) => message_id)).size
  const late = (end: ReadonlyMap<string, number>) =>
    sent.filter(({ to, hour }) => hour >= (end.get(to) ?? Infinity)).length
  const [afterPurchase, afterStop] = [late(bought), late(stopped)]
  console.log(
    `${count} carts, ${bought.size} bought, ${stopped.size} said no: ${sent.length} reminders in ${took.toFixed(0)} s`,
  )
  console.log(`twice ${twice}, after a purchase ${afterPurchase}, after a no ${afterStop}`)
  assert.deepEqual([twice, afterPurchase, afterStop], [0, 0, 0])
} finally {
  for (const worker of workers) await worker.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
