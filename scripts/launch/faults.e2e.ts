import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEmbedded } from '@kushi/db/embedded'
import { caller, newMember } from '@kushi/server/testing/server'
import { confirm, type OrderBody } from '@kushi/server/testing/shopper'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from './environment.ts'
import { reservePort } from './port.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi faults '))
// Makes the folder accessible for PostgreSQL's account when the test runs as root.
await chmod(dataDir, 0o755)
const port = await reservePort('127.0.0.1', 0, 0)
const url = `http://127.0.0.1:${port}`
const call = caller(url)
let shop: ChildProcess
let said = ''

/** Starts as `npm start` does, with its own PostgreSQL. */
async function start(): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env
  shop = spawn('node', ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'fatal' },
  })
  said = ''
  shop.stderr!.on('data', (chunk) => (said += chunk))
  const failed = once(shop, 'exit').then(() => Promise.reject(new Error(said)))
  const open = vi.waitFor(() => expect(said).toContain('The shop is open'), 100_000)
  await Promise.race([open, failed])
  failed.catch(() => undefined)
}

async function ends(signal: NodeJS.Signals) {
  const ended = once(shop, 'exit')
  shop.kill(signal)
  return ended
}

beforeAll(start)
afterAll(async () => {
  for (const { pid } of remaining()) process.kill(pid, 'SIGINT')
  await untilAllEnded(10_000)
  await rm(dataDir, { recursive: true, force: true })
})

const server = /apps\/server\/build\/\w+\/main\.js/
const sandbox = /apps\/sandbox\/build\/\w+\/main\.js/

type Process = { pid: number; name: string; command: string }

/** Processes with our data folder in their environment or command line; zombies do not count. */
function remaining(): Process[] {
  const columns = ['axeww', '-o', 'pid=,stat=,comm=,command=']
  const lines = execFileSync('ps', columns, { encoding: 'utf8', maxBuffer: 1e8 }).split('\n')
  return lines
    .filter((line) => line.includes(dataDir))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, stat]) => !stat!.startsWith('Z'))
    .map(([pid, , name, ...command]) => ({ pid: Number(pid), name: name!, command: command.join(' ') }))
}

async function untilAllEnded(timeout: number): Promise<Process[]> {
  const deadline = Date.now() + timeout
  while (remaining().length > 0 && Date.now() < deadline) await sleep(100)
  return remaining()
}

/** Id of a process of this shop whose command line matches. */
function pidOf(part: RegExp): number {
  const found = remaining().find(({ command }) => part.test(command))
  if (!found) throw new Error(`no process of ${part}`)
  return found.pid
}

async function query<T>(sql: string): Promise<T[]> {
  const client = new pg.Client((await findEmbedded(dataDir))!)
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(sql)
    .then(
      ({ rows }) => rows as T[],
      () => [],
    )
    .finally(() => client.end().catch(() => undefined))
}

/** Sends an order until it is answered, with the same key each time, as the browser does. */
async function placed(body: OrderBody, token: string): Promise<string> {
  for (;;) {
    const answer = await call('POST /v1/order/public/new', { body, token }).catch(() => undefined)
    if (answer?.status === 200) return answer.data.order_no
    if (answer && answer.status < 500 && answer.status !== 409) throw new Error(JSON.stringify(answer.meta))
    await sleep(100)
  }
}

const killBackend = async () => {
  const [row] = await query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'kushi' and pid <> pg_backend_pid() limit 1`,
  )
  if (row) process.kill(row.pid, 'SIGKILL')
}
const kill = (part: RegExp) => () => Promise.resolve(process.kill(pidOf(part), 'SIGKILL'))

test.each([
  ['a process of PostgreSQL', killBackend, undefined],
  ['PostgreSQL itself', kill(/bin\/postgres/), 'PostgreSQL'],
  ['the sandbox', kill(sandbox), 'The sandbox'],
  ['the server', kill(server), 'The server'],
])('SIGKILL of %s during orders: the shop recovers, no order is lost or duplicated', async (_, strike, name) => {
  const member = await newMember(call)
  const cash = { payment_method_id: null }
  const bodies = await Promise.all(Array.from({ length: 24 }, () => confirm(call, member, null, cash)))
  said = ''
  const numbers = bodies.map(async (body, n) => {
    await sleep(n * 20)
    return placed(body, member.token)
  })
  await sleep(150)
  await strike()
  const all = await Promise.all(numbers)
  expect(new Set(all).size).toBe(bodies.length)
  const keys = bodies.map(({ idempotency_key }) => `'${idempotency_key}'`).join()
  await expect
    .poll(() => query(`select order_no from orders where idempotency_key in (${keys})`), { timeout: 20_000 })
    .toHaveLength(bodies.length)
  expect(
    (await query<{ order_no: string }>(`select order_no from orders where idempotency_key in (${keys})`))
      .map(({ order_no }) => order_no)
      .sort(),
  ).toEqual(all.toSorted())
  if (name) await expect.poll(() => said, { timeout: 20_000 }).toMatch(new RegExp(`^${name}.* works again\\.$`, 'm'))
  else expect(said).toBe('')
  await expect.poll(async () => (await fetch(`${url}/sandbox/health`)).status, { timeout: 20_000 }).toBe(200)
})

test('a second Ctrl-C ends everything, PostgreSQL too', async () => {
  process.kill(pidOf(server), 'SIGSTOP')
  const ended = once(shop, 'exit')
  shop.kill('SIGINT')
  await sleep(1_500)
  shop.kill('SIGINT')
  expect(await ended).toEqual([1, null])
  await expect.poll(remaining).toEqual([])
})

test('SIGTERM ends everything, and the shop starts again', async () => {
  await start()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await ends('SIGTERM')).toEqual([0, null])
  expect(remaining()).toEqual([])
})

test('after SIGKILL of the start its parts end by themselves', async () => {
  await start()
  await ends('SIGKILL')
  expect(await untilAllEnded(15_000)).toEqual([])
})

test('after SIGKILL of everything but PostgreSQL the next start recovers, and SIGINT ends it', async () => {
  await start()
  const gone = once(shop, 'exit')
  for (const { pid, name } of remaining()) if (name !== 'postgres') process.kill(pid, 'SIGKILL')
  await gone
  expect(remaining().map(({ name }) => name)).toContain('postgres')
  await start()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await ends('SIGINT')).toEqual([0, null])
  expect(remaining()).toEqual([])
})
