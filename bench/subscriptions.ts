/**
 * The day's run at scale and under SIGKILL, on a database and a gateway of its own:
 *
 *     node bench/subscriptions.ts scale 100000     a fifth of them is due
 *     node bench/subscriptions.ts crash 2000 20    all due; killed so many times, then the books are compared
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'

const [mode = 'crash', size = mode === 'crash' ? '2000' : '100000', kills = '20'] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')
const day = '2026-12-01'
const member = 'bench-subscriber'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const postgres = await startEmbedded({ dataDir })
await setUp(postgres.url)
const sandbox = spawn(process.execPath, ['apps/sandbox/src/main.ts'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: dataDir, PARENT_PIPE: '1' },
  stdio: ['pipe', 'pipe', 'inherit'],
})
const { database, pool } = connect(postgres.url)
try {
  const ready = JSON.parse(await firstLine()) as { port: number; smtp_port: number }
  const gateway = `http://127.0.0.1:${ready.port}/sandbox/gmo`
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    SANDBOX_URL: `http://127.0.0.1:${ready.port}`,
    // Nobody reads these mails: they stay in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  await saveCard(gateway)
  const due = await fill(Number(size), mode === 'crash' ? 1 : 5)
  console.log(`\n${size} subscriptions, ${due} due`)
  if (mode === 'crash') await crash(env, gateway, Number(kills))
  else await scale(env, due)
} finally {
  sandbox.kill()
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()

function connect(url: string) {
  const opened = openDatabase(url)
  return { database: opened, pool: opened.pool }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: sandbox.stdout! })) return line
  throw new Error('the sandbox did not start')
}

/** One card at the vault pays for all of them. */
async function saveCard(gateway: string): Promise<void> {
  const card = {
    apiKey: 'sandbox-api-key',
    cardno: '4111111111111111',
    expire: '3912',
    securitycode: '123',
    holdername: 'B',
  }
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${gateway}/token`, { method: 'POST', headers, body: JSON.stringify(card) })
  const { tokenObject } = (await made.json()) as { tokenObject: { token: string } }
  const site = { SiteID: 'tsite00000001', SitePass: 'sandboxsit', MemberID: member }
  for (const [call, more] of [
    ['SaveMember', {}],
    ['SaveCard', { SeqMode: '1', Token: tokenObject.token, HolderName: 'B' }],
  ] as const) {
    const body = new URLSearchParams({ ...site, ...more })
    const text = await (await fetch(`${gateway}/payment/${call}.idPass`, { method: 'POST', body })).text()
    if (text.includes('ErrCode')) throw new Error(`${call}: ${text}`)
  }
}

/** Returns how many are due on `day`: each `share`-th. */
async function fill(count: number, share: number): Promise<number> {
  await pool.query(`update product_sku set stock = 100000000 where id = 101`)
  await pool.query(
    `insert into customer (shop_id, email, gmo_id, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number)
     values (2, 'bench@example.com', $1, '試験', '花子', 'しけん', 'はなこ', '248', '0006', 14, '鎌倉市小町', '0-0-1', '', '09000000000')`,
    [member],
  )
  await pool.query(
    `insert into subscription (shop_id, customer_id, summary_status, delivery_id, name01, name02, kana01, kana02, postal_code01,
       postal_code02, pref_id, addr01, addr02, addr03, phone_number, subscription_division_id, param1, next_delivery_date,
       next_next_delivery_date, payment_method_id, card_seq, delivery_fee, cycle)
     select 2, c.id, 1, 1, c.name01, c.name02, c.kana01, c.kana02, c.postal_code01, c.postal_code02, c.pref_id, c.addr01, c.addr02,
       c.addr03, c.phone_number, 3, 30, d, d + 30, 1, 0, 660, 2
     from customer c, generate_series(1, $1::int) n, lateral (select date '2026-12-10' + case when n % $2 = 0 then 0 else 20 + n % 60 end as d) x
     where c.gmo_id = $3`,
    [count, share, member],
  )
  await pool.query(
    `insert into subscription_order_item (subscription_id, product_sku_id, quantity) select id, 101, 1 from subscription`,
  )
  await pool.query('analyze')
  return Math.floor(count / share)
}

function start(env: NodeJS.ProcessEnv) {
  const child = spawn(
    process.execPath,
    ['apps/server/src/cli/main.ts', 'subscriptions', 'run', '--date', day, '--json'],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let out = ''
  child.stdout.on('data', (part) => {
    out += part
  })
  return { child, ended: once(child, 'close'), output: () => out }
}

async function scale(env: NodeJS.ProcessEnv, due: number): Promise<void> {
  const began = performance.now()
  const { child, ended, output } = start(env)
  let peak = 0
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
    } catch {
      // Not Linux, or it has just ended.
    }
  }, 500)
  await ended
  clearInterval(watch)
  const ms = performance.now() - began
  console.log(output().trim())
  console.log(`${(ms / 1000).toFixed(1)} s, ${(ms / due).toFixed(2)} ms each, at most ${Math.round(peak / 1024)} MB\n`)
}

async function crash(env: NodeJS.ProcessEnv, gateway: string, times: number): Promise<void> {
  const written = async () => (await pool.query('select from orders')).rowCount!
  const each = Math.floor(Number(size) / (times + 1))
  for (let n = 0; n < times; n++) {
    const until = (await written()) + 1 + Math.floor(Math.random() * each)
    const { child, ended } = start(env)
    while (child.exitCode === null && (await written()) < until) await sleep(3)
    await sleep(Math.random() * 20)
    child.kill('SIGKILL')
    await ended
    // The lease of the dead runs out.
    await pool.query('update payment set claimed_until = null')
    process.stdout.write(`killed at ${await written()} orders\n`)
  }
  await Promise.all([start(env).ended, start(env).ended])
  const { rows } = await pool.query<{ order_no: string; status: string; payment_total: number }>('select * from orders')
  let agree = 0
  for (const order of rows) {
    const res = await fetch(`${gateway}/transactions.json?order_id=${order.order_no}`)
    const { transactions } = (await res.json()) as { transactions: { status: string; amount: number }[] }
    const held = transactions.filter((one) => one.status === 'AUTH')
    if (order.status === 'arranged' && held.length === 1 && held[0]!.amount === order.payment_total) agree += 1
  }
  const { rows: stock } = await pool.query('select 100000000 - stock as taken from product_sku where id = 101')
  console.log(
    `${rows.length} orders for ${size} subscriptions, ${agree} agree with the gateway to the yen, ${stock[0].taken} pieces taken`,
  )
  if (rows.length !== Number(size) || agree !== rows.length || stock[0].taken !== rows.length) process.exitCode = 1
}
