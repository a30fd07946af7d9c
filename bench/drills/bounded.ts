/**
 * `npm run drill -- bounded [minutes [rest]]`: situations that must not exhaust a web process or a worker. Idle and
 * slow clients, huge bodies, a gateway that hangs while deliveries are due, and a database outage of a minute. Then
 * shopping for this many minutes (default 30), during which memory must stay level; it is reported each minute. `rest`:
 * pause in milliseconds after each page and order, for a machine that is shared.
 */
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { jobTimeouts, openDatabase } from '@kushi/db/connect'
import { type EmbeddedServer, startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { customerOf } from '../customer.ts'
import { prepareMembers } from '../prepare.ts'
import { saveCard } from '../subscriptions/save-card.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { compareCards, compareOrders, settled } from './parts/books.ts'
import { deliveriesIn } from './parts/deliveries.ts'
import { begin, startFleet } from './parts/fleet.ts'
import { errorsIn } from './parts/node-process.ts'
import { type ShoppersReport, shop } from './parts/shoppers.ts'
import { sendHuge, untilCut } from './parts/slow-clients.ts'

const minutes = Number(process.argv[2] ?? 30)
const rest = Number(process.argv[3] ?? 0)
if (!(minutes > 0)) throw new Error('Say for how many minutes people shop at the end, as in 30.')
const { folder, ends, end } = await beginDrill(minutes + 20)
let postgres: EmbeddedServer = await startEmbedded({ dataDir: folder })
ends(() => postgres.stop())
const database = openDatabase(postgres.url, jobTimeouts)
ends(() => database.close())
const deliveries = deliveriesIn(database)
try {
  await setUp(postgres.url, { demo: true })
  const { tokens } = await prepareMembers(postgres.url)
  const fleet = await startFleet({
    folder,
    publicUrl: 'http://localhost',
    database: { DATABASE_URL: postgres.url },
    // No proxy in front of it: addresses sent by a client are ignored.
    env: { TRUST_PROXY: '0' },
  })
  ends(fleet.stop)
  const [web, worker] = [await fleet.add('web'), await fleet.add('worker')]
  await Promise.all([begin(web), begin(worker)])
  const url = `http://127.0.0.1:${web.port}`
  const customer = customerOf(url)
  const gateway = gmoGatewayClient({ url: fleet.sandboxUrl, stop: async () => undefined })
  const say = (line: string) =>
    console.log(
      `${line}; memory of the web process ${web.memory().toFixed(0)} MB, load average ${loadavg()[0]!.toFixed(0)}`,
    )
  const countText = (counts: Map<string, number>) =>
    [...counts].map(([what, n]) => `${n} × ${what || 'closed without a word'}`).join(', ') || 'nothing'
  let used = 0
  const people = (over: () => boolean, more = {}): Promise<ShoppersReport> => {
    used += 8_000
    const mine = tokens.slice(used - 8_000, used)
    return shop({ url, sandboxUrl: fleet.sandboxUrl, tokens: mine, over, browsing: 2, cash: 2, card: 1, ...more })
  }
  const answered = new Map<string, string>()
  const keep = (done: ShoppersReport) => {
    for (const [key, number] of done.orders) answered.set(key, number)
    return `${done.orders.size} orders (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s; sent again: ${countText(done.again)}`
  }
  await saveCard(`${fleet.sandboxUrl}/sandbox/gmo`)
  say(`a customer alone: ${await customer(wait(5_000))}`)

  const attacks = {
    '1,000 connections that say nothing': () => untilCut(url, 1_000, '', ''),
    '200 that send a header a second': () => untilCut(url, 200, 'GET /v1/product HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n'),
    '200 that send a byte of their body a second': () =>
      untilCut(
        url,
        200,
        'POST /v1/common/login/customer/ HTTP/1.1\r\nhost: a\r\nx-shop-id: 2\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n',
        ' ',
      ),
  }
  for (const [title, attack] of Object.entries(attacks)) {
    const cut = attack()
    const meanwhile = customer(cut)
    const { statuses, first, last } = await cut
    say(
      `${title}: let go after ${first.toFixed(0)} to ${last.toFixed(0)} s (${countText(statuses)}); a customer meanwhile ${await meanwhile}`,
    )
    assert.ok(last < 80, `${title} stay for ${last} s`)
  }
  const huge = Promise.all(Array.from({ length: 16 }, (_, n) => sendHuge(url, n % 2 === 1)))
  const beside = customer(huge)
  const bodies = await huge
  const most = Math.max(...bodies.map(({ sentMb }) => sentMb))
  say(
    `16 bodies of 100 MB: ${countText(
      Map.groupBy(bodies, ({ status }) => status)
        .entries()
        .reduce((all, [status, some]) => all.set(status, some.length), new Map<string, number>()),
    )}, at most ${most.toFixed(1)} MB were taken, gone after ${(Math.max(...bodies.map(({ ms }) => ms)) / 1000).toFixed(1)} s; a customer meanwhile ${await beside}`,
  )
  assert.ok(bodies.every(({ status }) => status === '413'))

  // The gateway hangs: buyers with cash on delivery are not affected, and due orders are written although they cannot
  // be charged.
  await gateway.fault('*', 'timeout', 1_000_000)
  let isOver = false
  const cash = people(() => isOver, { card: 0 })
  const hanging = performance.now()
  await deliveries.fallDue(120)
  await deliveries.untilWritten()
  const first = (performance.now() - hanging) / 1000
  await deliveries.fallDue(120)
  await deliveries.untilWritten()
  const second = (performance.now() - hanging) / 1000 - first
  isOver = true
  await gateway.clearFaults()
  const shopped = keep(await cash)
  const back = performance.now()
  await deliveries.untilCharged()
  say(
    `the gateway hangs: 120 due deliveries written after ${first.toFixed(0)} s, 120 more beside those that are open after ${second.toFixed(0)} s, all charged ${((performance.now() - back) / 1000).toFixed(0)} s after it answers; cash on delivery meanwhile: ${shopped}`,
  )

  isOver = false
  const through = people(() => isOver)
  await wait(3_000)
  const { socketDir } = postgres
  await postgres.stop(0)
  const away = performance.now()
  await wait(2_000)
  const refused = await fetch(`${url}/v1/product/detail/9`)
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const ready = (await fetch(`${url}/readyz`)).status
  await wait(60_000 - (performance.now() - away))
  postgres = await startEmbedded({ dataDir: folder, socketDir })
  const there = performance.now()
  while ((await fetch(`${url}/readyz`)).status !== 200) await wait(100)
  const healed = (performance.now() - there) / 1000
  await wait(5_000)
  isOver = true
  say(
    `the database gone for a minute: 503 with Retry-After, readyz ${ready}, ready ${healed.toFixed(1)} s after it was back; ${keep(await through)}`,
  )

  isOver = false
  const until = performance.now() + minutes * 60_000
  const soak = people(() => performance.now() > until, { browsing: 3, cash: 2, card: 2, ...(rest > 0 && { rest }) })
  const marks: [number, number][] = []
  while (performance.now() < until) {
    await Promise.race([wait(10_000), soak])
    marks.push([web.memory(), worker.memory()])
    if (marks.length % 6 === 0)
      console.log(
        `minute ${marks.length / 6}: web ${web.memory().toFixed(0)} MB, worker ${worker.memory().toFixed(0)} MB`,
      )
  }
  const bought = keep(await soak)
  const mean = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
  // The first fifth is warm-up.
  const warm = marks.slice(Math.floor(marks.length / 5))
  const halves = [0, 1].map((which) => {
    const of = warm.map((mark) => mark[which]!)
    return [mean(of.slice(0, of.length / 2)), mean(of.slice(of.length / 2)), Math.max(...of)].map(Math.round)
  })
  const memory = halves.map(([one, two, top]) => `${one} → ${two} MB, at most ${top}`)
  say(
    `${minutes} minutes of shopping: ${bought}; memory, mean of the first and the second half: web ${memory[0]}; worker ${memory[1]}`,
  )

  await settled(database.pool)
  await compareOrders(database.pool, answered)
  const books = await compareCards(database.pool, fleet.sandboxUrl)
  await deliveries.compare()
  console.log(
    [
      `${answered.size} orders answered and in the books, ${deliveries.due()} deliveries once each, ${books.payments} payments by card, ${books.yen} yen, the same at the gateway`,
      ...[...errorsIn(fleet.log)].map(([text, n]) => `  log: ${n} × ${text}`),
    ].join('\n'),
  )
  for (const [one, two] of halves) assert.ok(two! < one! * 1.15, `memory grows from ${one} to ${two} MB`)
} finally {
  await end()
}
process.exit(0)
