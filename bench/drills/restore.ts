/**
 * `npm run drill -- restore`: orders paid through providers, a backup while more are placed, the loss of everything
 * except the providers' data, and a restore. The restored shop must charge nothing until it is reconciled. Then each
 * order made after the backup is sent again with its key, and no payment may exist twice, here or at a provider.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { orderBody } from '../load.ts'
import { prepareMembers } from '../prepare.ts'
import { type RunningShop, startShop } from '../shop.ts'
import { runShopCommand } from './parts/command.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-drill-'))
const [lost, backups, restored] = ['lost', 'backups', 'restored'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const each = 12
let shop: RunningShop | undefined
let turn = 0
try {
  shop = await startShop(lost)
  await untilDemoHasItsOrders(shop)
  const [booked, charges] = [await inDatabase(shop), (await atProvider(shop)).length]
  const { tokens } = await prepareMembers(shop.databaseUrl)
  const body = await orderBody(shop.url, 101, PAYMENT_METHOD.np)
  const agreed = { ...body, third_party_consent: true }
  const draft = () => ({ body: { ...agreed, idempotency_key: randomUUID() }, token: tokens[turn++]! })

  const before = Array.from({ length: each }, draft)
  for (const one of before) await order(one)
  // Orders continue while the files are copied.
  const during = Array.from({ length: each }, draft)
  const began = performance.now()
  const [copied] = await Promise.all([runShopCommand(lost, 'backup', backups), ...during.map(order)])
  const backupSeconds = (performance.now() - began) / 1000
  assert.equal(copied.code, 0, copied.said)
  const after = Array.from({ length: each }, draft)
  for (const one of after) await order(one)
  const charged = await atProvider(shop)
  assert.equal(charged.length, charges + 3 * each)
  await shop.stop()
  shop = undefined

  const [backup] = await readdir(backups)
  const restoring = performance.now()
  const made = await runShopCommand(restored, 'restore', join(backups, backup!))
  const restoreSeconds = (performance.now() - restoring) / 1000
  assert.equal(made.code, 0, made.said)
  // The providers' data were not lost.
  await rm(join(restored, 'sandbox'), { recursive: true, force: true })
  await cp(join(lost, 'sandbox'), join(restored, 'sandbox'), { recursive: true })

  shop = await startShop(restored)
  const kept = (await inDatabase(shop)) - booked
  assert.ok(kept >= each && kept <= 2 * each, `${kept} orders in the copy`)
  const refused = await send(draft())
  assert.ok(refused.status >= 400, 'an order was charged before the books were reconciled')
  assert.deepEqual(await atProvider(shop), charged)
  const list = join(folder, 'list.csv')
  await writeFile(list, charged.join('\n'))
  const early = await runShopCommand(restored, 'resume', '--list', list)
  assert.equal(early.code, 1)
  assert.match(early.said, new RegExp(`${3 * each - kept} payments that only a provider knows`))
  const resumed = await runShopCommand(
    restored,
    'resume',
    '--list',
    list,
    '--accept',
    'their customers send them again',
  )
  assert.equal(resumed.code, 0, resumed.said)

  for (const one of [...during, ...after]) await order(one)
  assert.deepEqual(await atProvider(shop), charged)
  assert.equal(await inDatabase(shop), booked + 3 * each)
  const clear = await runShopCommand(restored, 'payments', 'reconcile', '--list', list)
  assert.match(clear.said, /\(nothing\)/)
  await order(draft())
  assert.equal((await atProvider(shop)).length, charges + 3 * each + 1)
  console.log(
    `\n${each} orders before the backup, ${each} during it (${backupSeconds.toFixed(1)} s), ${each} after it; ${kept} in the copy, restored in ${restoreSeconds.toFixed(1)} s; ` +
      `held until reconciled, ${3 * each - kept} found by the provider's list; sent again: ${3 * each} in the books, ${3 * each} at the provider, none twice`,
  )
} finally {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

type Draft = { body: { idempotency_key: string }; token: string }

function send({ body, token }: Draft): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-shop-id': '2', authorization: `Bearer ${token}` }
  return fetch(`${shop!.url}/v1/order/public/new`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function order(one: Draft): Promise<void> {
  const answer = await send(one)
  assert.equal(answer.status, 200, await answer.text())
}

/** Our numbers of the provider's payments, in order. */
async function atProvider({ env }: RunningShop): Promise<string[]> {
  const text = await (await fetch(`${env['SANDBOX_URL']}/sandbox/np/transactions.json`)).text()
  return (text.match(/"shop_transaction_id":\s*"[^"]+"/g) ?? []).map((one) => one.split('"')[3]!).sort()
}

/** The demo's orders are placed after the shop has opened, some of them with NP後払い; the last step is a failed mail. */
async function untilDemoHasItsOrders({ databaseUrl }: RunningShop): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl)
  const hasAll = async () => (await pool.query('select 1 from outbox where failed_at is not null')).rows.length > 0
  for (let tries = 0; !(await hasAll()); tries++) {
    assert.ok(tries < 120, 'the demo has no orders after two minutes')
    await wait(1_000)
  }
  await close()
}

/** Valid payments in the database. */
async function inDatabase({ databaseUrl }: RunningShop): Promise<number> {
  const { pool, close } = openDatabase(databaseUrl)
  const stands = `select count(*) as n from payment where payment_method_id = $1 and state in ('authorised', 'held', 'captured')`
  const { rows } = await pool.query(stands, [PAYMENT_METHOD.np])
  await close()
  return Number(rows[0].n)
}
