/**
 * The server of the last release runs on today's tables, beside today's server. Each orders, pays, changes and renews, and
 * reads what the other wrote. What they store has one shape. See CONTRIBUTING.md, “Old beside new”.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { afterAll, expect, test } from 'vitest'
import { lastRelease, unpackVersion } from '../../bench/drills/parts/old-version.ts'

type ServerModule = typeof import('@kushi/server/testing/server')
type ShopperModule = typeof import('@kushi/server/testing/shopper')
type CommandModule = typeof import('@kushi/server/cli/run-command')

const root = join(import.meta.dirname, '../..')
const { version: released, commit } = lastRelease()
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

interface Version {
  call: ReturnType<ServerModule['caller']>
  url: string
  env: Record<string, string>
  server: ServerModule
  shopper: ShopperModule
  commands: CommandModule
}

type Sandbox = Awaited<ReturnType<ServerModule['sandboxOf']>>

/** The sources in `folder` as modules of their own, with a server on the database. */
async function versionIn(folder: string, databaseUrl: string, sandbox: Sandbox): Promise<Version> {
  const load = (path: string) => import(join(folder, 'apps/server/src', path))
  const server = (await load('testing/server.ts')) as ServerModule
  const env = server.environment(databaseUrl, sandbox)
  const running = await server.startServer(env)
  ends.push(() => running.stop())
  const shopper = (await load('testing/shopper.ts')) as ShopperModule
  const commands = (await load('cli/run-command.ts')) as CommandModule
  return { call: running.call, url: running.url, env, server, shopper, commands }
}

/** Registers, orders by cash, subscribes by card, skips and undoes it, and lets the next delivery be arranged. */
async function live(version: Version, sandbox: Sandbox) {
  const { call, url, env, server, shopper, commands } = version
  const gateway = gmoGatewayClient(sandbox)
  const member = await server.newMember(call)
  const { token } = member
  await call('POST /v1/cart/items/new', { body: { items: [shopper.oil] } as never, token })
  const cash = await shopper.confirm(call, member, null, { payment_method_id: null })
  const ordered = await call('POST /v1/order/public/new', { body: cash, token })
  expect(ordered.status).toBe(200)
  const bought = { is_subscription: true, delivery_pattern: shopper.monthly }
  const paid = await shopper.toTheBank({ call, gateway, member }, '4111111111111111', bought)
  await shopper.comeBack(url, await gateway.visit(paid.redirect_url))
  const first = async () => (await call('GET /v1/order/subscription/', { token })).data.items[0]
  await expect.poll(async () => (await first())?.card_seq, { timeout: 10_000 }).toBe(0)
  const { id, next_delivery_date } = (await first())!
  const run = async (...args: string[]) => JSON.parse(await commands.runCommand([...args, '--json'], env))
  const step = async (
    key: 'PATCH /v1/order/subscription/{id}/skip' | 'PATCH /v1/order/subscription/{id}/skip/undo',
  ) => {
    const { data } = await call('GET /v1/order/subscription/detail/{id}', { params: { id }, token })
    const changed = await call(key, { params: { id }, token, body: { version: data.version } } as never)
    expect([key, changed.status]).toEqual([key, 200])
  }
  await step('PATCH /v1/order/subscription/{id}/skip')
  await step('PATCH /v1/order/subscription/{id}/skip/undo')
  const arranged = await run('subscriptions', 'run', '--date', addDays(next_delivery_date, -9))
  return { token, order_no: ordered.data.order_no, paid: paid.order_no, id, arranged }
}

type LifeResult = Awaited<ReturnType<typeof live>>

/** Everything that a member sees of it. */
async function read({ call }: Version, { token, order_no, paid, id }: LifeResult): Promise<Record<string, unknown>> {
  const asked: [string, object][] = [
    ['GET /v1/order/public/list', {}],
    ['GET /v1/order/public/detail/{order_no}', { params: { order_no } }],
    ['GET /v1/order/public/detail/{order_no}', { params: { order_no: paid } }],
    ['GET /v1/order/subscription/', {}],
    ['GET /v1/order/subscription/detail/{id}', { params: { id } }],
    ['GET /v1/customer/mypage-top', {}],
    ['GET /v1/cart/items', {}],
    ['GET /v1/product', {}],
  ]
  const answers: Record<string, unknown> = {}
  for (const [key, more] of asked) {
    const { status, data } = await call(key as never, { ...more, token } as never)
    answers[`${key} ${JSON.stringify(more)}`] = { status, data }
  }
  return answers
}

/** Every path in a value with the type that stands there; entries of a list share one path. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shapeOf(one, `${path}[]`))
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => shapeOf(one, `${path}.${name}`))
  return [`${path}: ${value === null ? 'null' : typeof value}`]
}

/** By jsonb column: the shapes of the rows that were written while `work` ran. */
async function shapes(database: Awaited<ReturnType<typeof testDatabase>>, work: () => Promise<unknown>) {
  const { rows: columns } = await database.pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'jsonb' order by 1, 2`,
  )
  const all = async ({ table, column }: (typeof columns)[number]) => {
    const { rows } = await database.pool.query(
      `select "${column}" as value from "${table}" where "${column}" is not null`,
    )
    return rows.map(({ value }) => JSON.stringify(value))
  }
  const before = await Promise.all(columns.map(all))
  await work()
  const found: Record<string, string[]> = {}
  for (const [n, column] of columns.entries()) {
    const left = [...before[n]!]
    const written = (await all(column)).filter((text) => {
      const at = left.indexOf(text)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    if (written.length > 0)
      found[`${column.table}.${column.column}`] = [
        ...new Set(written.flatMap((text) => shapeOf(JSON.parse(text)))),
      ].sort()
  }
  return found
}

test(`the server of ${released} on today's tables beside today's`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushi-old-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const old_root = unpackVersion(commit, folder, (end) => void ends.push(end))
  const database = await testDatabase()
  ends.push(() => database.close())
  const { sandboxOf } = await import('@kushi/server/testing/server')
  const sandbox = await sandboxOf()
  ends.push(() => sandbox.stop())
  const today = await versionIn(root, database.url, sandbox)
  const old = await versionIn(old_root, database.url, sandbox)

  const lives: LifeResult[] = []
  const of = (version: Version) => shapes(database, async () => void lives.push(await live(version, sandbox)))
  const [written, writtenByOld] = [await of(today), await of(old)]
  for (const { arranged } of lives) expect(arranged).toMatchObject([{ arranged: 1, failed: 0 }])
  // A path or a type that the old server stores is stored today too; more may stand beside it.
  for (const [column, paths] of Object.entries(writtenByOld))
    expect({ column, paths: written[column] }).toEqual({ column, paths: expect.arrayContaining(paths) })
  // Each reads what the other wrote as what it wrote itself.
  for (const version of [old, today]) {
    const [ofToday, ofOld] = [await read(version, lives[0]!), await read(version, lives[1]!)]
    const statuses = Object.values(ofToday).map((one) => (one as { status: number }).status)
    expect(statuses).toEqual(statuses.map(() => 200))
    for (const [n, answer] of Object.values(ofToday).entries())
      expect(new Set(shapeOf(answer))).toEqual(new Set(shapeOf(Object.values(ofOld)[n])))
  }
}, 300_000)
