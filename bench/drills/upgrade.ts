/**
 * `npm run drill -- upgrade [ref]`: an old version (a tag or a commit; default: the newest tag) serves shoppers behind
 * HAProxy while this version migrates the tables. An old process is restarted on the new tables; then the processes are
 * replaced one by one. Database, gateway and deliveries are compared, and no shopper may have received a 500.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { migrate } from '@kushi/db/migrate'
import { prepareMembers } from '../prepare.ts'
import { freePort } from '../shop.ts'
import { saveCard } from '../subscriptions/save-card.ts'
import { startBalancer } from './parts/balancer.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { compareCards, compareJobs, compareOrders, settled } from './parts/books.ts'
import { deliveriesIn } from './parts/deliveries.ts'
import { begin, type Server, startFleet } from './parts/fleet.ts'
import { errorsIn } from './parts/node-process.ts'
import { beyond, defaultVersion, unpackVersion } from './parts/old-version.ts'
import { shop } from './parts/shoppers.ts'

/** Changes for this run, if this version adds no migration of its own. */
const madeUp = [
  `ALTER TABLE orders ADD COLUMN drill text DEFAULT 'before' NOT NULL;`,
  `ALTER TABLE payment ADD COLUMN drill bigint;`,
  `ALTER TABLE product_sku ADD COLUMN drill boolean DEFAULT false NOT NULL;`,
  `CREATE INDEX drill_orders ON orders (shop_id, drill, id);`,
]

const root = join(import.meta.dirname, '../..')
const given = process.argv[2]
const { ref, why } = given ? { ref: given, why: 'as said' } : defaultVersion()
const added = beyond(ref)
if (added === null) {
  console.error(
    `${ref} made its tables by other migrations than this version goes on from, so the two cannot share a database. From the first tag on migrations are only added.`,
  )
  process.exit(1)
}
console.log(`the old version is ${ref} (${why}); ${added.length} migrations are new: ${added.join(', ') || 'none'}`)

const { folder, ends, end } = await beginDrill(25)
const old = unpackVersion(ref, folder, ends)
const postgres = await startEmbedded({ dataDir: folder })
ends(() => postgres.stop())
const database = openDatabase(postgres.url)
ends(() => database.close())
const { pool } = database
const deliveries = deliveriesIn(database)
try {
  for (const one of [old, root]) node(one, ['scripts/launch/build.ts'])
  const setUp = `import { setUp } from '${old}/packages/db/src/setup.ts'; await setUp(process.env.DATABASE_URL, { demo: true }); process.exit()`
  node(old, ['--input-type=module', '-e', setUp])
  const { tokens } = await prepareMembers(postgres.url)
  await upgrade(tokens)
} finally {
  await end()
}
process.exit(0)

function node(cwd: string, args: string[]): void {
  // PARENT_PIPE is removed: this command has no pipe from us, and would treat the missing pipe as our end.
  const { PARENT_PIPE: _, ...own } = process.env
  const env = { ...own, DATABASE_URL: postgres.url }
  execFileSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

async function upgrade(tokens: string[]): Promise<void> {
  const webPorts = [await freePort(), await freePort(), await freePort()]
  const balancer = await startBalancer(folder, webPorts)
  ends(balancer.stop)
  const fleet = await startFleet({ folder, publicUrl: balancer.url, database: { DATABASE_URL: postgres.url } })
  ends(fleet.stop)
  const before: Server[] = []
  for (const port of webPorts) before.push(await fleet.add('web', { port, root: old }))
  before.push(await fleet.add('worker', { root: old }))
  await Promise.all(before.map(begin))
  await saveCard(`${fleet.sandboxUrl}/sandbox/gmo`)
  let isOver = false
  const began = performance.now()
  const plan = { url: balancer.url, sandboxUrl: fleet.sandboxUrl, tokens, over: () => isOver }
  const people = shop({ ...plan, browsing: 3, cash: 3, card: 2 })
  people.catch(() => undefined)
  const lives = (ms: number) => Promise.race([wait(ms), people])
  await lives(4_000)
  const changing = performance.now()
  const changed = await changeTables()
  const changeSeconds = (performance.now() - changing) / 1000
  await lives(2_000)
  // An old process that dies now restarts on the new tables.
  await before[0]!.end('SIGKILL')
  await begin(before[0]!)
  await lives(2_000)
  await deliveries.fallDue(200)
  for (const [n, one] of before.entries()) {
    await one.end()
    await begin(await (n < webPorts.length ? fleet.add('web', { port: webPorts[n]! }) : fleet.add('worker')))
    await lives(2_000)
  }
  isOver = true
  const done = await people
  const seconds = (performance.now() - began) / 1000
  await deliveries.untilCharged()
  await settled(pool)
  await compareOrders(pool, done.orders)
  const books = await compareCards(pool, fleet.sandboxUrl)
  await deliveries.compare()
  const jobs = await compareJobs(pool)
  const again = [...done.again].map(([what, n]) => `${n} ${what}`).join(', ')
  assert.ok(![...done.again.keys()].some((what) => what.endsWith(' 500')), again)
  console.log(
    [
      `\nfrom ${ref} to this version in ${seconds.toFixed(0)} s, load average ${loadavg()[0]!.toFixed(0)}; ${changed} in ${changeSeconds.toFixed(1)} s`,
      `  ${done.pages} pages, ${done.carts} carts, ${done.orders.size} orders answered (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s, no 500; sent again: ${again || 'nothing'}`,
      `  in the books ${done.orders.size} of them; ${deliveries.due()} deliveries, each once; cards: ${books.payments} payments, ${books.yen} yen, the same at the gateway; ${jobs.runs} runs of jobs, none beside itself`,
      ...[...errorsIn(fleet.log)].map(([text, n]) => `  log: ${n} × ${text}`),
    ].join('\n'),
  )
}

/** Runs `setup` of this version; if it adds nothing to the old tables, a change made only for this run. */
async function changeTables(): Promise<string> {
  if (added!.length > 0) {
    node(root, ['packages/db/src/setup.ts'])
    return `setup made ${added!.join(', ')}`
  }
  const own = join(folder, 'migrations')
  await mkdir(own)
  await cp(join(root, 'packages/db/migrations'), own, { recursive: true })
  const file = join(own, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'drill' })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(join(own, 'drill.sql'), madeUp.join('\n--> statement-breakpoint\n'))
  const client = await pool.connect()
  await migrate(client, { folder: own }).finally(() => client.release(true))
  return `this version adds no migration, so one was made up (${madeUp.length} statements on orders, payment and product_sku)`
}
