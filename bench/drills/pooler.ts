/**
 * `npm run drill -- pooler`: the shop through PgBouncer in transaction mode. First load; then eight buyers order for
 * ten seconds while the pooler is killed, each repeating an unanswered order with its key. Then keys and orders are
 * compared.
 */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { measureLoad, orderBody } from '../load.ts'
import { prepareMembers } from '../prepare.ts'
import { freePort, type RunningShop, startShop } from '../shop.ts'
import { limitRole, startPooler } from './parts/pooler.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-drill-'))
const postgres = await startEmbedded({ dataDir: folder })
const port = await freePort()
const direct = openDatabase(postgres.url)
let pooler: ChildProcess | undefined
let shop: RunningShop | undefined
try {
  await setUp(postgres.url, { demo: true })
  await limitRole(direct.pool)
  pooler = await startPooler({ folder, postgres, port })
  const env = { DATABASE_URL: `postgres://kushi@127.0.0.1:${port}/kushi`, DATABASE_DIRECT_URL: postgres.url }
  shop = await startShop(folder, env)
  const members = await prepareMembers(postgres.url)
  await measureLoad(shop, members)
  await orderWhileItDies(shop.url, members.tokens)
} finally {
  await shop?.stop()
  pooler?.kill('SIGKILL')
  await direct.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

async function orderWhileItDies(url: string, tokens: string[]): Promise<void> {
  const body = await orderBody(url, 101)
  const until = performance.now() + 10_000
  const keys: string[] = []
  let again = 0
  const buyer = async (_: unknown, index: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const idempotency_key = randomUUID()
      const token = tokens.at(-1 - (index * 1_000 + turn))
      const headers = { 'content-type': 'application/json', 'x-shop-id': '2', authorization: `Bearer ${token}` }
      const order = { method: 'POST', headers, body: JSON.stringify({ ...body, idempotency_key }) }
      for (let attempt = 0; ; attempt++) {
        const answer = await fetch(`${url}/v1/order/public/new`, order).catch(() => null)
        if (answer?.ok) break
        if (attempt > 100) throw new Error(`An order stays without an answer: ${await answer?.text()}`)
        again++
        await wait(200)
      }
      keys.push(idempotency_key)
    }
  }
  const buyers = Promise.all(Array.from({ length: 8 }, buyer))
  for (const pause of [2_000, 3_000, 2_000]) {
    await wait(pause)
    pooler!.kill('SIGKILL')
    await wait(500)
    pooler = await startPooler({ folder, postgres, port })
  }
  await buyers
  const { rows } = await direct.pool.query<{ orders: number; keys: number }>(
    `select count(*) as orders, count(distinct idempotency_key) as keys from orders where idempotency_key = any($1)`,
    [keys],
  )
  console.log(
    `\nkilled three times: ${keys.length} orders answered, ${again} sent again, in the database ${rows[0]!.orders}`,
  )
  assert.deepEqual(rows[0], { orders: keys.length, keys: keys.length })
}
