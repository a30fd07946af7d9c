/**
 * `npm run drill -- upgrade [ref]`: an old version (a commit; default: the last released one) serves shoppers behind
 * HAProxy while this version migrates the tables. An old process is restarted on the new tables; then the processes are
 * replaced one by one. The new version also has a made-up migration with a new table, and an extension that uses it
 * (`parts/next-version.ts`). Database, gateway, deliveries and that table are compared, and no shopper may have received
 * a 500. With `TEST_DATABASE_URL` it runs on a Citus cluster, as tests do.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { emptyOn, serversOf } from '@kushi/db/testing-cluster'
import { prepareMembers } from '../prepare.ts'
import { freePort } from '../shop.ts'
import { saveCard } from '../subscriptions/save-card.ts'
import { needHaproxy, startBalancer } from './parts/balancer.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { compareCards, compareJobs, compareOrders, settled } from './parts/books.ts'
import { deliveriesIn } from './parts/deliveries.ts'
import { begin, type Server, startFleet } from './parts/fleet.ts'
import { addOperator, compareNotes, makeNextVersion, nextMigration } from './parts/next-version.ts'
import { errorsIn } from './parts/node-process.ts'
import { beyond, lastRelease, unpackVersion } from './parts/old-version.ts'
import { shop } from './parts/shoppers.ts'

const given = process.argv[2]
const ref = given ?? lastRelease().commit
const added = beyond(ref)
if (added === null) {
  console.error(
    `${ref} made its tables by other migrations than this version goes on from, so the two cannot share a database. From the first release on migrations are only added.`,
  )
  process.exit(1)
}
needHaproxy()
console.log(`the old version is ${ref}; new migrations: ${[...added, nextMigration].join(', ')}`)

const { folder, ends, end } = await beginDrill(25)
const old = unpackVersion(ref, folder, ends)
const next = makeNextVersion(folder)
const cluster = process.env.TEST_DATABASE_URL
const url = cluster ? await emptyOn(await serversOf(cluster), 'drill_upgrade') : await embedded()
const database = openDatabase(url, jobTimeouts)
ends(() => database.close())
const { pool } = database
const deliveries = deliveriesIn(database)
try {
  for (const one of [old, next]) await node(one, ['scripts/launch/build.ts'])
  const setUp = `import { setUp } from '${old}/packages/db/src/setup.ts'; await setUp(process.env.DATABASE_URL, { demo: true }); process.exit()`
  await node(old, ['--input-type=module', '-e', setUp])
  if (cluster) await node(old, ['apps/server/src/cli/main.ts', 'distribute'])
  await addOperator(pool)
  const { tokens } = await prepareMembers(url)
  await upgrade(tokens)
} finally {
  await end()
}
process.exit(0)

async function embedded(): Promise<string> {
  const postgres = await startEmbedded({ dataDir: folder })
  ends(() => postgres.stop())
  return postgres.url
}

async function node(cwd: string, args: string[]): Promise<void> {
  // PARENT_PIPE is removed: this command has no pipe from us, and would treat the missing pipe as our end.
  const { PARENT_PIPE: _, ...own } = process.env
  const env = { ...own, DATABASE_URL: url }
  const [code] = await once(
    spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  )
  assert.equal(code, 0, args.join(' '))
}

async function upgrade(tokens: string[]): Promise<void> {
  const webPorts = [await freePort(), await freePort(), await freePort()]
  const balancer = await startBalancer(folder, webPorts)
  ends(balancer.stop)
  const fleet = await startFleet({ folder, publicUrl: balancer.url, database: { DATABASE_URL: url } })
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
  // Shoppers go on meanwhile.
  await Promise.race([node(next, ['packages/db/src/setup.ts']), people])
  const changeSeconds = (performance.now() - changing) / 1000
  await lives(2_000)
  // An old process that dies now restarts on the new tables.
  await before[0]!.end('SIGKILL')
  await begin(before[0]!)
  await lives(2_000)
  await deliveries.fallDue(200)
  for (const [n, one] of before.entries()) {
    await one.end()
    const [role, port] =
      n < webPorts.length ? (['web', webPorts[n]!] as const) : (['worker', await freePort()] as const)
    await begin(await fleet.add(role, { port, root: next }))
    await lives(2_000)
  }
  const isNew = (await pool.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]!.at
  await lives(8_000)
  isOver = true
  const done = await people
  const seconds = (performance.now() - began) / 1000
  await deliveries.untilCharged()
  await settled(pool)
  await compareOrders(pool, done.orders)
  const books = await compareCards(pool, fleet.sandboxUrl)
  await deliveries.compare()
  const notes = await compareNotes(pool, done.orders.keys(), isNew)
  const jobs = await compareJobs(pool)
  const again = [...done.again].map(([what, n]) => `${n} ${what}`).join(', ')
  assert.ok(![...done.again.keys()].some((what) => what.endsWith(' 500')), again)
  console.log(
    [
      `\nfrom ${ref} to this version in ${seconds.toFixed(0)} s, load average ${loadavg()[0]!.toFixed(0)}; ${cluster ? 'on a cluster, ' : ''}setup made ${[...added!, nextMigration].join(', ')} in ${changeSeconds.toFixed(1)} s`,
      `  ${done.pages} pages, ${done.carts} carts, ${done.orders.size} orders answered (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s, no 500; sent again: ${again || 'nothing'}`,
      `  in the books ${done.orders.size} of them; ${deliveries.due()} deliveries, each once; cards: ${books.payments} payments, ${books.yen} yen, the same at the gateway; ${jobs.runs} runs of jobs, none beside itself; ${notes} rows in the new table`,
      ...[...errorsIn(fleet.log)].map(([text, n]) => `  log: ${n} × ${text}`),
    ].join('\n'),
  )
}
