/**
 * `npm run drill -- pooler`: the shop through PgBouncer in transaction mode. Load first; then eight buyers order for ten
 * seconds while the pooler is killed, each sending an unanswered order again with its key; then keys and orders are compared.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import pg from 'pg'
import { measureLoad, orderBody } from '../load.ts'
import { prepareMembers } from '../prepare.ts'
import { freePort, type RunningShop, startShop } from '../shop.ts'

const limits = { statement_timeout: '8s', lock_timeout: '5s', idle_in_transaction_session_timeout: '15s' }

if (spawnSync('pgbouncer', ['--version']).status !== 0)
  throw new Error('PgBouncer is not installed: apt-get install pgbouncer.')
const folder = await mkdtemp(join(tmpdir(), 'kushi-drill-'))
const postgres = await startEmbedded({ dataDir: folder })
const port = await freePort()
const direct = openDatabase(postgres.url)
let pooler: ChildProcess | undefined
let shop: RunningShop | undefined
try {
  await setUp(postgres.url, { demo: true })
  for (const [name, value] of Object.entries(limits))
    await direct.pool.query(`alter role current_user set ${name} = '${value}'`)
  pooler = await startPooler()
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

async function startPooler(): Promise<ChildProcess> {
  const { host, database, user, password } = new pg.Client(postgres.url)
  const to = `host=${host} dbname=${database} user=${user} password=${password}`
  const settings = [
    ...['[databases]', `kushi = ${to}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`],
    ...['unix_socket_dir =', 'auth_type = any', 'pool_mode = transaction', 'default_pool_size = 8'],
    ...['max_client_conn = 500', 'log_connections = 0', 'log_disconnections = 0'],
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`)
  await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)])
  // It refuses to be root; the folder of the socket is its owner's alone.
  const { uid } = await stat(postgres.socketDir)
  const account = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim()
  const args = process.getuid?.() === 0 ? ['-u', account, file] : [file]
  const child = spawn('pgbouncer', args, { stdio: 'ignore' })
  for (let attempt = 0; ; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return child
    if (attempt > 50) throw new Error('PgBouncer did not start.')
    await wait(100)
  }
}

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
    pooler = await startPooler()
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
