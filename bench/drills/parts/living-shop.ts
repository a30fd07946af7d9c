import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { setUp } from '@kushi/db/setup'
import { administer } from '@kushi/db/testing'
import type pg from 'pg'
import { prepareMembers } from '../../prepare.ts'
import { freePort } from '../../shop.ts'
import { saveCard } from '../../subscriptions/save-card.ts'
import { startBalancer } from './balancer.ts'
import type { beginDrill } from './begin-drill.ts'
import { compareCards, compareJobs, compareOrders, settled } from './books.ts'
import type { DatabaseBalancer } from './database-balancer.ts'
import { deliveriesIn } from './deliveries.ts'
import { begin, startFleet } from './fleet.ts'
import type { Machines } from './machines.ts'
import { errorsIn } from './node-process.ts'
import { shop } from './shoppers.ts'

/** Number of subscriptions that become due for each failure. */
const batch = 120

export interface Failure {
  title: string
  /** Causes the failure; returns a function that ends it. */
  causeFailure(): Promise<() => void>
  /** Seconds until it is ended; by default as soon as orders are answered again. */
  lasts?: number
  /** Maximum seconds without an answered order, from the failure until all machines are whole again. */
  most: number
}

interface Plan {
  drill: Pick<Awaited<ReturnType<typeof beginDrill>>, 'folder' | 'ends'>
  machines: Machines
  balancer: DatabaseBalancer
}

export interface ShopUnderLoad {
  url: string
  pool: pg.Pool
  fleet: Awaited<ReturnType<typeof startFleet>>
  whileTheyCharge(blow: Failure): Promise<void>
  /** Checks that each process listens for notifications again and drops its caches on them. */
  expectChangeNotices(): Promise<void>
  /** Stops the customers and compares database, gateway and jobs; returns a summary. */
  compare(since: Date): Promise<string[]>
}

/** Starts two web and two worker processes on the three machines' database, and customers who order until `compare`. */
export async function openShop({ drill: { folder, ends }, machines, balancer }: Plan): Promise<ShopUnderLoad> {
  const account = 'kushi:kushi-drill'
  await administer(
    balancer.primaryUrl('postgres', 'postgres:change-me-postgres'),
    `create role kushi login password 'kushi-drill'`,
    'create database kushi owner kushi',
  )
  const databaseUrl = balancer.primaryUrl('kushi', account)
  const database = openDatabase(databaseUrl, jobTimeouts)
  ends(() => database.close())
  const { pool } = database
  await setUp(databaseUrl, { demo: true })
  const { tokens } = await prepareMembers(databaseUrl)
  const deliveries = deliveriesIn(database)
  const webPorts = [await freePort(), await freePort()]
  const before = await startBalancer(folder, webPorts)
  ends(before.stop)
  const fleet = await startFleet({ folder, publicUrl: before.url, database: { DATABASE_URL: databaseUrl } })
  ends(fleet.stop)
  const web = await Promise.all(webPorts.map((port) => fleet.add('web', { port })))
  for (let n = 0; n < 2; n++) await fleet.add('worker')
  await Promise.all(fleet.servers.map(begin))
  await saveCard(`${fleet.sandboxUrl}/sandbox/gmo`)

  let isOver = false
  const answered = [performance.now()]
  const ordered = () => void answered.push(performance.now())
  const people = shop({
    url: before.url,
    sandboxUrl: fleet.sandboxUrl,
    tokens,
    over: () => isOver,
    ordered,
    browsing: 2,
    cash: 3,
    card: 2,
  })
  people.catch(() => undefined)
  const lives = (ms: number) => Promise.race([wait(ms), people])
  /** The longest time without an answered order, since then. */
  const silence = (since: number) => {
    const times = [...answered.filter((at) => at > since - 1_000), performance.now()]
    return Math.max(...times.slice(1).map((at, n) => at - times[n]!)) / 1000
  }
  async function untilTheyOrder(title: string): Promise<void> {
    const began = performance.now()
    for (let last = answered.length; answered.length < last + 5; await lives(200))
      if (performance.now() - began > 90_000) throw new Error(`${title}: no orders any more`)
  }

  return {
    url: before.url,
    pool,
    fleet,
    async whileTheyCharge({ title, causeFailure, lasts, most }) {
      await lives(2_000)
      const written = await deliveries.written()
      await deliveries.fallDue(batch)
      for (let turn = 0; (await deliveries.written()) < written + 10; turn++) {
        if (turn > 300) throw new Error('no worker charges the due subscriptions')
        await wait(200)
      }
      const since = performance.now()
      const repair = await causeFailure()
      if (lasts === undefined) await untilTheyOrder(title)
      else await lives(lasts * 1_000 - (performance.now() - since))
      repair()
      if (lasts !== undefined) await untilTheyOrder(title)
      const whole = await machines.untilWhole()
      await lives(2_000)
      const seconds = silence(since)
      console.log(
        `${title}: ${seconds.toFixed(1)} s without an answered order, the machines whole ${whole.toFixed(0)} s later, load average ${loadavg()[0]!.toFixed(0)}`,
      )
      assert.ok(seconds < most, `${title}: ${seconds} s`)
    },
    async expectChangeNotices() {
      const question = `select count(*)::int as n from pg_stat_activity where application_name = 'kushi listen catalogue'`
      const listening = async () => (await pool.query<{ n: number }>(question)).rows[0]!.n
      // A silent connection is tested every thirty seconds with a timeout of ten, and reopened within five.
      for (let turn = 0; (await listening()) !== fleet.servers.length; turn++) {
        assert.ok(turn < 100, `${await listening()} of ${fleet.servers.length} processes listen`)
        await wait(500)
      }
      const name = `椿油 ${Date.now()}`
      const detail = async ({ port }: { port: number }) =>
        (await fetch(`http://127.0.0.1:${port}/v1/product/detail/1`)).text()
      for (const one of web) assert.ok(!(await detail(one)).includes(name))
      await pool.query('update product set product_name = $1 where shop_id = 2 and id = 1', [name])
      const changed = performance.now()
      for (const one of web)
        while (!(await detail(one)).includes(name)) {
          assert.ok(performance.now() - changed < 5_000, `${one.name} does not hear of changes`)
          await wait(50)
        }
    },
    async compare(since) {
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
        [since],
      )
      return [
        `${done.pages} pages, ${done.carts} carts, ${done.orders.size} orders answered (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s; sent again: ${again || 'nothing'}`,
        `in the books ${done.orders.size} of them; ${deliveries.due()} deliveries, each once; cards: ${books.payments} payments, ${books.yen} yen, the same at the gateway; settled ${open.toFixed(0)} s after the last`,
        `${jobs.runs} runs of jobs, none beside itself, ${jobs.killed} given up, ${after[0]!.n} since the last blow`,
        ...[...errorsIn(fleet.log)].map(([text, n]) => `log: ${n} × ${text}`),
      ]
    },
  }
}
