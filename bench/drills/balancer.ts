/**
 * `npm run drill -- balancer`: four web and two worker processes behind HAProxy (`deploy/haproxy.cfg`) on one
 * PostgreSQL, once directly and once through PgBouncer. Shoppers browse, fill carts and order, and subscriptions are
 * charged. Each of the six processes is killed and restarted, a worker while it charges. Then the database, the gateway
 * and the jobs are compared.
 */
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { prepareMembers } from '../prepare.ts'
import { freePort } from '../shop.ts'
import { saveCard } from '../subscriptions/save-card.ts'
import { startBalancer } from './parts/balancer.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { compareCards, compareJobs, compareOrders, settled } from './parts/books.ts'
import { deliveriesIn } from './parts/deliveries.ts'
import { begin, type Server, startFleet } from './parts/fleet.ts'
import { errorsIn } from './parts/node-process.ts'
import { limitRole, startPooler } from './parts/pooler.ts'
import { shop } from './parts/shoppers.ts'

/** Number of subscriptions that become due for each death of a worker: four blocks of the run. */
const batch = 160
const { folder, ends, end } = await beginDrill(25)
const postgres = await startEmbedded({ dataDir: folder })
ends(() => postgres.stop())
const database = openDatabase(postgres.url, jobTimeouts)
ends(() => database.close())
const { pool } = database
let used = 0
const deliveries = deliveriesIn(database)
try {
  await setUp(postgres.url, { demo: true })
  const { tokens } = await prepareMembers(postgres.url)
  await live('directly', tokens, { DATABASE_URL: postgres.url })
  await limitRole(pool)
  const port = await freePort()
  const pooler = await startPooler({ folder, postgres, port })
  ends(() => pooler.kill('SIGKILL'))
  const through = { DATABASE_URL: `postgres://kushi@127.0.0.1:${port}/kushi`, DATABASE_DIRECT_URL: postgres.url }
  await live('through PgBouncer', tokens, through)
} finally {
  await end()
}
process.exit(0)

type Way = { DATABASE_URL: string; DATABASE_DIRECT_URL?: string }

async function live(title: string, tokens: string[], way: Way): Promise<void> {
  const webPorts = [await freePort(), await freePort(), await freePort(), await freePort()]
  const balancer = await startBalancer(folder, webPorts)
  ends(balancer.stop)
  const fleet = await startFleet({ folder, publicUrl: balancer.url, database: way })
  ends(fleet.stop)
  for (const port of webPorts) await fleet.add('web', { port })
  for (let n = 0; n < 2; n++) await fleet.add('worker')
  await Promise.all(fleet.servers.map(begin))
  if (used === 0) await saveCard(`${fleet.sandboxUrl}/sandbox/gmo`)
  await pool.query('delete from pgboss.job where started_on is not null')
  let isOver = false
  const began = performance.now()
  const plan = { url: balancer.url, sandboxUrl: fleet.sandboxUrl, tokens: tokens.slice(used), over: () => isOver }
  const people = shop({ ...plan, browsing: 3, cash: 3, card: 2 })
  people.catch(() => undefined)
  const back: string[] = []
  for (const server of fleet.servers.slice(0, webPorts.length)) {
    await Promise.race([wait(2_000), people])
    await server.end('SIGKILL')
    const died = performance.now()
    await Promise.race([wait(3_000), people])
    await begin(server)
    back.push(`${server.name} ${((performance.now() - died) / 1000).toFixed(1)} s`)
  }
  const workers = await Promise.race([whileTheyCharge(fleet.servers.slice(webPorts.length)), people])
  await wait(2_000)
  isOver = true
  const done = await people
  const seconds = (performance.now() - began) / 1000
  await deliveries.untilCharged()
  const open = await settled(pool)
  used += 20_000
  await compareOrders(pool, done.orders)
  const books = await compareCards(pool, fleet.sandboxUrl)
  await deliveries.compare()
  const jobs = await compareJobs(pool)
  const again = [...done.again].map(([what, n]) => `${n} ${what}`).join(', ')
  const { rows } = await pool.query<{ all: number; again: number }>(
    `select count(*)::int as all, count(*) filter (where attempts > 1)::int as again from outbox where kind = 'mail'`,
  )
  const asked = (await balancer.stats()).filter(({ pxname }) => pxname === 'web')
  const shares = asked.filter(({ svname }) => svname !== 'BACKEND').map(({ stot }) => Number(stot))
  assert.ok(Math.min(...shares) > 0, `requests of each process: ${shares}`)
  const whole = asked.find(({ svname }) => svname === 'BACKEND')!
  console.log(
    [
      `\n${title}, ${seconds.toFixed(0)} s, load average ${loadavg()[0]!.toFixed(0)}; killed and back: ${back.join(', ')}; ${workers}`,
      `  ${done.pages} pages, ${done.carts} carts, ${done.orders.size} orders answered (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s; sent again: ${again || 'nothing'}`,
      `  HAProxy: ${shares.join(', ')} requests, ${whole['wredis']} given to another process, ${whole['wretr']} tried again`,
      `  in the books ${done.orders.size} of them; ${deliveries.due()} deliveries of as many subscriptions, each once; cards: ${books.payments} payments, ${books.yen} yen, the same at the gateway; settled ${open.toFixed(0)} s after the last`,
      `  ${jobs.runs} runs of jobs, none beside itself, ${jobs.killed} died with their process; ${rows[0]!.all} mails, ${rows[0]!.again} tried more than once`,
      ...[...errorsIn(fleet.log)].map(([text, n]) => `  log: ${n} × ${text}`),
    ].join('\n'),
  )
  await fleet.stop()
  balancer.stop()
}

/** Kills the worker that is charging. When the other has taken over the run, kills that one too; then both restart. */
async function whileTheyCharge(workers: Server[]): Promise<string> {
  await deliveries.fallDue(batch)
  const first = await atWork(workers, deliveries.due())
  await first.end('SIGKILL')
  const died = performance.now()
  const second = workers.find((one) => one !== first)!
  await deliveries.fallDue(batch)
  await atWork([second], deliveries.due())
  const after = (performance.now() - died) / 1000
  await second.end('SIGKILL')
  await Promise.all(workers.map(begin))
  return `${first.name} while it charged, ${second.name} ${after.toFixed(0)} s later when it had taken the run over`
}

/**
 * Waits until some of the newest due deliveries are arranged, and returns the worker that used the most processor time.
 */
async function atWork(workers: Server[], due: number): Promise<Server> {
  const cpu = workers.map((worker) => worker.cpu())
  for (let turn = 0; (await deliveries.written()) < due - batch / 2; turn++) {
    if (turn > 600) throw new Error('no worker charges the due subscriptions')
    await wait(500)
  }
  const spent = workers.map((worker, n) => worker.cpu() - cpu[n]!)
  return workers[spent.indexOf(Math.max(...spent))]!
}
