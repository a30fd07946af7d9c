/**
 * `npm run drill -- moment`: orders before and after a copy, then a mistake that changes all prices, and more orders.
 * The database is lost; the copy and the archived log recover the moment before the mistake, with every order until
 * then and none after it.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { orderBody } from '../load.ts'
import { prepareMembers } from '../prepare.ts'
import { type RunningShop, startShop } from '../shop.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { runShopCommand } from './parts/command.ts'

const each = 12
const { folder, ends, end } = await beginDrill(15)
// PostgreSQL's account must be able to write its log there.
await chmod(folder, 0o755)
const [lost, backups, restored, archive] = ['lost', 'backups', 'restored', 'log'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
]
let shop: RunningShop | undefined
ends(() => shop?.stop())
try {
  shop = await startShop(lost, { WAL_ARCHIVE: archive })
  const { tokens } = await prepareMembers(shop.databaseUrl)
  const body = await orderBody(shop.url, 101)
  const some = async () => {
    const numbers: string[] = []
    for (let n = 0; n < each; n++) numbers.push(await order(body, tokens.shift()!))
    return numbers
  }
  const before = await some()
  assert.equal((await runShopCommand(lost, 'backup', backups)).code, 0)
  const after = await some()
  await wait(1_000)
  const until = new Date().toISOString()
  await wait(1_000)
  const wrong = openDatabase(shop.databaseUrl)
  const { rowCount } = await wrong.pool.query('update product_sku set price = 1')
  const { rows } = await wrong.pool.query<{ piece: string }>('select pg_walfile_name(pg_current_wal_lsn()) as piece')
  await wrong.close()
  // A segment is archived at most a minute after its first row.
  const kept = performance.now()
  while (!(await readdir(archive)).includes(`${rows[0]!.piece}.gz`)) await wait(500)
  const keptIn = (performance.now() - kept) / 1000
  const pieces = (await readdir(archive)).length
  await shop.stop()
  shop = undefined
  await rm(lost, { recursive: true, force: true })

  const [backup] = await readdir(backups)
  const restoring = performance.now()
  const made = await runShopCommand(restored, 'restore', join(backups, backup!), '--until', until, '--archive', archive)
  assert.equal(made.code, 0, made.said)
  const seconds = (performance.now() - restoring) / 1000
  shop = await startShop(restored)
  const { pool, close } = openDatabase(shop.databaseUrl)
  const orders = await pool.query('select from orders where order_no = any($1)', [[...before, ...after]])
  const cheap = await pool.query('select from product_sku where price = 1')
  const holds = await pool.query('select from payment_hold')
  await close()
  assert.deepEqual([orders.rowCount, cheap.rowCount], [2 * each, 0])
  assert.ok(holds.rowCount! > 0, 'payments are held')
  console.log(
    `\n${each} orders before the copy and ${each} after it; then ${rowCount} prices became 1 yen; the piece of the log was kept ${keptIn.toFixed(0)} s later (${pieces} in all); ` +
      `restored to the moment before in ${seconds.toFixed(1)} s: all ${2 * each} orders, no wrong price, payments held`,
  )
} finally {
  await end()
}
process.exit(0)

async function order(body: object, token: string): Promise<string> {
  const answer = await fetch(`${shop!.url}/v1/order/public/new`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shop-id': '2', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...body, idempotency_key: randomUUID() }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return JSON.parse(text).data.order_no
}
