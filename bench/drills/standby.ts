/**
 * `npm run drill -- standby`: three machines with PostgreSQL under Patroni (`deploy/patroni.yml`), HAProxy that leads
 * to their primary (`deploy/haproxy-postgres.cfg`), and two web and two worker processes of the shop. Orders are placed
 * and deliveries charged while the primary is killed, then its whole machine, then that of the synchronous standby.
 * After that the admin's lists are read from standbys that fall behind, and the database, the gateway and the jobs are
 * compared.
 */
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { jobPatience, openDatabase } from '@kushi/db/connect'
import { setUp } from '@kushi/db/setup'
import { administer } from '@kushi/db/testing'
import { prepareMembers } from '../prepare.ts'
import { freePort } from '../shop.ts'
import { saveCard } from '../subscriptions/save-card.ts'
import { lookAtLists } from './parts/admin-reads.ts'
import { startBalancer } from './parts/balancer.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { compareCards, compareJobs, compareOrders, settled } from './parts/books.ts'
import { startDatabaseBalancer } from './parts/database-balancer.ts'
import { deliveriesIn } from './parts/deliveries.ts'
import { begin, type Server, startFleet } from './parts/fleet.ts'
import { type Machine, startMachines } from './parts/machines.ts'
import { errorsIn } from './parts/node-process.ts'
import { shop } from './parts/shoppers.ts'

/** Number of subscriptions that become due for each failure. */
const batch = 120
/** Maximum seconds without an answered order. */
const most = 30

const { folder, ends, end } = await beginDrill(25)
try {
  const machines = await startMachines(folder)
  ends(() => machines.stop())
  await machines.untilWhole()
  const balancer = await startDatabaseBalancer(folder, machines.list)
  ends(balancer.stop)
  const account = 'kushi:kushi-drill'
  await administer(
    balancer.primaryUrl('postgres', 'postgres:change-me-postgres'),
    `create role kushi login password 'kushi-drill'`,
    'create database kushi owner kushi',
  )
  await live(balancer.primaryUrl('kushi', account), balancer.standbyUrl('kushi', account))

  async function live(url: string, standbyUrl: string): Promise<void> {
    const database = openDatabase(url, jobPatience)
    ends(() => database.close())
    const { pool } = database
    await setUp(url, { demo: true })
    const { tokens } = await prepareMembers(url)
    const deliveries = deliveriesIn(database)
    const webPorts = [await freePort(), await freePort()]
    const before = await startBalancer(folder, webPorts)
    ends(before.stop)
    const fleet = await startFleet({ folder, publicUrl: before.url, database: { DATABASE_URL: url } })
    ends(fleet.stop)
    for (const port of webPorts) await fleet.add('web', { port })
    for (let n = 0; n < 2; n++) await fleet.add('worker')
    await Promise.all(fleet.servers.map(begin))
    await saveCard(`${fleet.sandboxUrl}/sandbox/gmo`)

    let isOver = false
    const answered = [performance.now()]
    const ordered = () => void answered.push(performance.now())
    const plan = { url: before.url, sandboxUrl: fleet.sandboxUrl, tokens, over: () => isOver, ordered }
    const people = shop({ ...plan, browsing: 2, cash: 3, card: 2 })
    people.catch(() => undefined)
    const lives = (ms: number) => Promise.race([wait(ms), people])
    /** The longest time without an answered order, since then. */
    const silence = (since: number) => {
      const times = [...answered.filter((at) => at > since - 1_000), performance.now()]
      return Math.max(...times.slice(1).map((at, n) => at - times[n]!)) / 1000
    }

    async function whileTheyCharge(title: string, strike: () => Promise<() => void>): Promise<void> {
      await lives(2_000)
      const written = await deliveries.written()
      await deliveries.fallDue(batch)
      for (let turn = 0; (await deliveries.written()) < written + 10; turn++) {
        if (turn > 300) throw new Error('no worker charges the due subscriptions')
        await wait(200)
      }
      const since = performance.now()
      const mend = await strike()
      for (let last = answered.length; answered.length < last + 5; await lives(200))
        if (performance.now() - since > 90_000) throw new Error(`${title}: no orders any more`)
      const seconds = silence(since)
      mend()
      const whole = await machines.untilWhole()
      await lives(2_000)
      console.log(
        `${title}: ${seconds.toFixed(1)} s without an answered order, the machines whole ${whole.toFixed(0)} s later, load average ${loadavg()[0]!.toFixed(0)}`,
      )
      assert.ok(seconds < most, `${title}: ${seconds} s`)
    }
    const failed = (one: Machine) => {
      one.fail()
      return () => one.comeBack()
    }
    await whileTheyCharge('the primary killed', async () => {
      const primary = await machines.primary()
      primary.crash()
      return () => undefined
    })
    await whileTheyCharge('the machine of the primary gone', async () => failed(await machines.primary()))
    await whileTheyCharge('the machine of the synchronous standby gone', async () =>
      failed(await machines.synchronous()),
    )
    const struck = new Date()
    await hearsOfChanges(fleet.servers.filter(({ name }) => name.startsWith('web')))
    const lists = await lookAtLists({ pool, fleet, machines, standbyUrl })

    isOver = true
    const done = await people
    await deliveries.untilCharged()
    const open = await settled(pool)
    await compareOrders(pool, done.orders)
    const books = await compareCards(pool, fleet.sandboxUrl)
    await deliveries.compare()
    const jobs = await compareJobs(pool)
    const again = [...done.again].map(([what, n]) => `${n} ${what}`).join(', ')
    assert.ok(![...done.again.keys()].some((what) => / 500|without/.test(what)), again)
    const { rows: after } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where state = 'completed' and started_on > $1`,
      [struck],
    )
    console.log(
      [
        `  ${done.pages} pages, ${done.carts} carts, ${done.orders.size} orders answered (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s; sent again: ${again || 'nothing'}`,
        `  in the books ${done.orders.size} of them; ${deliveries.due()} deliveries, each once; cards: ${books.payments} payments, ${books.yen} yen, the same at the gateway; settled ${open.toFixed(0)} s after the last`,
        `  ${jobs.runs} runs of jobs, none beside itself, ${jobs.killed} given up, ${after[0]!.n} since the last death`,
        `  ${lists}`,
        ...[...errorsIn(fleet.log)].map(([text, n]) => `  log: ${n} × ${text}`),
      ].join('\n'),
    )

    /** Checks that each process listens for notifications again and drops its caches on them. */
    async function hearsOfChanges(web: Server[]): Promise<void> {
      const question = `select count(*)::int as n from pg_stat_activity where application_name = 'kushi listen catalogue'`
      const listening = async () => (await pool.query<{ n: number }>(question)).rows[0]!.n
      // A silent connection is tested every thirty seconds with a timeout of ten, and reopened within five.
      for (let turn = 0; (await listening()) !== fleet.servers.length; turn++) {
        assert.ok(turn < 100, `${await listening()} of ${fleet.servers.length} processes listen`)
        await wait(500)
      }
      const name = `椿油 ${Date.now()}`
      const detail = async ({ port }: Server) => (await fetch(`http://127.0.0.1:${port}/v1/product/detail/1`)).text()
      for (const one of web) assert.ok(!(await detail(one)).includes(name))
      await pool.query('update product set product_name = $1 where shop_id = 2 and id = 1', [name])
      const changed = performance.now()
      for (const one of web)
        while (!(await detail(one)).includes(name)) {
          assert.ok(performance.now() - changed < 5_000, `${one.name} does not hear of changes`)
          await wait(50)
        }
    }
  }
} finally {
  await end()
}
process.exit(0)
