/**
 * One large shop: subscriptions, a fifth of them due, with five past deliveries each, their ledger and facts. Filled in
 * blocks on a folder that is kept, so that it goes on where it was stopped; then measured. A subscription with its
 * deliveries takes about 20 KB:
 *
 *     KEEP=/somewhere node bench/sizes.ts 1000000            fills and measures
 *     KEEP=/somewhere node bench/sizes.ts 1000000 2 20000    the day's run of 20,000 by two processes
 *     KEEP=/somewhere node bench/sizes.ts 1000000 2 20000 run   only that run; `screens`, `copy`
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { carrierFiles } from '@kushi/adapters/carriers/carrier-files'
import { customerList } from '@kushi/contract/admin/customer'
import { type List, listQuery } from '@kushi/contract/admin/list'
import { orderList } from '@kushi/contract/admin/order'
import { REPORTS, type ReportName } from '@kushi/contract/admin/report'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { type Database, jobTimeouts, openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { sales_due } from '@kushi/db/schema/ledger'
import { customer_fact, order_fact, subscription_fact } from '@kushi/db/schema/report'
import { setUp } from '@kushi/db/setup'
import { closeMonth } from '@kushi/shop/accounting/ledger/admin/month'
import { loadClosedMonths } from '@kushi/shop/accounting/ledger/book'
import { rollUpSalesDays } from '@kushi/shop/accounting/ledger/roll-up-sales'
import { showReport } from '@kushi/shop/growth/report/admin/show-report'
import { customerFactsSql, orderFactsSql, subscriptionFactsSql } from '@kushi/shop/growth/report/internal/derive-facts'
import { showToday } from '@kushi/shop/operation/today/admin/show-today'
import { listCustomers } from '@kushi/shop/people/customer/admin/list-customers'
import { listAllOrders } from '@kushi/shop/sales/order/admin/list-orders'
import { listAllSubscriptions } from '@kushi/shop/sales/subscription/admin/list-all'
import { operatorContext } from '@kushi/shop/testing/operator'
import { getTableColumns, sql } from 'drizzle-orm'
import { startShop } from './shop.ts'
import { fill, sku } from './subscriptions/fill.ts'
import { startRun } from './subscriptions/run.ts'
import { saveCard } from './subscriptions/save-card.ts'

const { KEEP } = process.env
if (!KEEP) throw new Error('KEEP names the folder that is filled.')
const [wanted = 1_000_000, runs = 1, due = wanted / 5] = process.argv.slice(2, 5).map(Number)
/** The last word: only `screens`, `copy` or `run`. */
const only = process.argv[5]

const BLOCK = 20_000
/** Subscriptions whose past deliveries are written by one statement. */
const PAST_BLOCK = 2_000
const PAST = 5
const BYTES_EACH = 20_000

/** Foreign keys, and indexes that `writePast` does not read: they are made again at once, which takes a fraction of the time. */
const DROPPED = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[])
  union all
  select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid) from pg_index i
  where i.indrelid = any($1::regclass[]) and not i.indisunique
    and i.indexrelid::regclass::text !~ 'order_id_index|orders_customer_id|orders_of_subscription|order_fact'`
const FILLED = ['orders', 'order_item', 'payment', 'shipment', 'order_status_event', 'ledger_entry', 'order_fact']

const ofBench = `s.shop_id = 2 and exists (select from subscription_order_item i
  where i.shop_id = s.shop_id and i.subscription_id = s.id and i.product_sku_id = ${sku})`

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

const unlimited = { ...jobTimeouts, statement_timeout: 0, query_timeout: 0 }
// Without the shop, whose jobs would read meanwhile; it need not survive a crash of the machine.
const fsync = { fsync: 'off', synchronous_commit: 'off' }
const postgres = await startEmbedded({ dataDir: KEEP, settings: { ...fsync, maintenance_work_mem: '512MB' } })
await setUp(postgres.url, { demo: true })
const empty = openDatabase(postgres.url, unlimited)
console.log(`filled in ${await seconds(() => fillShop(empty))}`)
console.log((await sizes(empty)).join('\n'))
await empty.close()
await postgres.stop()

const shop = await startShop(KEEP)
const database = openDatabase(shop.databaseUrl, unlimited)
try {
  // E01390010: saved before it was stopped.
  await saveCard(`${shop.env.SANDBOX_URL}/sandbox/gmo`).catch((error: Error) => {
    if (!error.message.includes('E01390010')) throw error
  })
  if (!only || only === 'screens') await measureScreens(database)
  if (!only || only === 'copy') await copyAndRestore()
  if (!only || only === 'run') await runDay()
} finally {
  await database.close()
  await shop.stop()
}
process.exit()

async function fillShop(db: Database): Promise<void> {
  const { bavail, bsize } = await statfs(KEEP!)
  const there = await countOf(db, 'true')
  const { rows } = await db.pool.query(`select from pg_class where relname = 'bench_key'`)
  if (there >= wanted && rows.length === 0) return
  if (bavail * bsize < (wanted - there) * BYTES_EACH * 1.5) throw new Error(`${KEEP} has too little room.`)
  for (let has = there; has < wanted; has += BLOCK) await fill(db, Math.min(BLOCK, wanted - has), wanted / due)
  await dropKeys(db)
  for (let last: number | null = 0, blocks = 0; last !== null; blocks++) {
    last = await writePast(db, last)
    if (blocks < 3) await db.pool.query('analyze')
  }
  await restoreKeys(db)
  await db.pool.query('vacuum analyze')
}

/** What is dropped stands in a table until it is there again, because the filling may be stopped. */
async function dropKeys({ pool }: Database): Promise<void> {
  await pool.query('create table if not exists bench_key (shop_id bigint not null default 2, make text)')
  const { rows } = await pool.query<{ drop: string; make: string }>(DROPPED, [FILLED])
  for (const { drop, make } of rows) {
    await pool.query('insert into bench_key (make) values ($1)', [make])
    await pool.query(drop)
  }
}

async function restoreKeys({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ make: string }>('select make from bench_key order by make desc')
  for (const { make } of rows)
    await pool.query(make).catch((error: Error) => {
      if (!/already exists/.test(error.message)) throw error
    })
  await pool.query('drop table bench_key')
}

async function countOf({ pool }: Database, which: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from subscription s where ${ofBench} and ${which}`,
  )
  return rows[0]!.count
}

/** The past deliveries of the next subscriptions after this one that have none; returns the last of them, null: there is none. */
async function writePast({ db }: Database, after: number): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ first: number | null; last: number | null }>(sql.raw(pastOf(after)))
    const { first, last } = rows[0]!
    if (first === null) return null
    const made = (of: 'o' | 'f') => sql.raw(`${of}.shop_id = 2 and ${of}.subscription_id between ${first} and ${last}`)
    for (const [table, facts] of [
      [order_fact, orderFactsSql(made('o'))],
      [customer_fact, customerFactsSql(made('f'))],
      [subscription_fact, subscriptionFactsSql(made('f'))],
    ] as const) {
      const columns = sql.raw(Object.keys(getTableColumns(table)).join(', '))
      await tx.execute(
        sql`insert into ${table} (${columns}) select ${columns} from (${facts}) d on conflict do nothing`,
      )
    }
    await tx.execute(sql`insert into ${sales_due} (shop_id, day)
      select distinct 2, day from ${order_fact} f, unnest(array[f.ordered_on, f.sold_on]) day
      where ${made('f')} and day is not null`)
    return last
  })
}

function pastOf(after: number): string {
  return `
    with next as (
      select s.* from subscription s where ${ofBench} and s.cycle = 2 and s.id > ${after} order by s.id limit ${PAST_BLOCK}
    ), made as (
      insert into orders (shop_id, customer_id, order_no, status, subscription_id, cycle, name01, name02, kana01, kana02, postal_code01,
        postal_code02, pref_id, addr01, addr02, addr03, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee,
        payment_fee, adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, is_repeat, created_at, updated_at)
      select 2, n.customer_id, 'P' || n.id || '-' || c, 'delivered', n.id, c, n.name01, n.name02, n.kana01, n.kana02, n.postal_code01,
        n.postal_code02, n.pref_id, n.addr01, n.addr02, n.addr03, n.phone_number, n.delivery_id, 1, 2420, 0, 660, 0, 0, 3080, 280,
        '[{"tax": 280, "total": 3080, "tax_rate": 10}]', true, c > 1, now() - ((${PAST} + 1 - c) * 30 + n.id % 30) * interval '1 day',
        now() - ((${PAST} + 1 - c) * 30 + n.id % 30 - 5) * interval '1 day'
      from next n, generate_series(1, ${PAST}) c
      returning id, order_no, created_at
    ), items as (
      insert into order_item (shop_id, order_id, product_id, product_sku_id, product_code, product_name, product_image, quantity, price,
        subtotal, discount_amount, tax_rate)
      select 2, m.id, s.product_id, s.id, s.product_code, '純椿油', '', 1, 2420, 2420, 0, 10
      from made m, product_sku s where s.shop_id = 2 and s.id = ${sku}
    ), paid as (
      insert into payment (shop_id, order_id, payment_method_id, state, amount, captured_amount, provider_order_id, created_at, updated_at)
      select 2, id, 1, 'captured', 3080, 3080, order_no, created_at, created_at from made
    ), sent as (
      insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, carrier, tracking_no, created_at, shipped_at)
      select 2, id, 'P' || id, 1, 'received', 'yamato', lpad(id::text, 12, '0'), created_at, created_at from made
    ), events as (
      insert into order_status_event (shop_id, order_id, status, actor_kind, actor_name, created_at)
      select 2, id, status, 'system', 'fill', created_at from made, unnest(array['arranged', 'shipped', 'delivered']) status
    ), booked as (
      insert into ledger_entry (shop_id, day, happened_on, order_id, kind, tax_rate, amount, tax, payment_method_id, cause, created_at)
      select 2, created_at::date, created_at::date, id, kind, 10, amount, amount / 11, 1, 'sale', created_at
      from made, (values ('sale', 2420), ('delivery_fee', 660)) line (kind, amount)
    ), done as (
      update subscription s set cycle = ${PAST + 1}, created_at = now() - ((${PAST} * 30) + n.id % 30) * interval '1 day'
      from next n where s.shop_id = 2 and s.id = n.id
    )
    select min(id)::float8 as first, max(id)::float8 as last from next`
}

/** The months of the books that have ended and are open, in their order, as they have to be closed. */
async function openMonths({ db, pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ month: string }>(
    `select month::date::text as month
     from generate_series((select date_trunc('month', min(day)) from ledger_entry where shop_id = 2), now() - interval '1 month', '1 month') month`,
  )
  const closed = await loadClosedMonths(db, 2)
  return rows.flatMap(({ month }) => (closed.has(month) ? [] : [month]))
}

async function say(what: string, work: () => Promise<string>): Promise<void> {
  const said = await work().catch((error: Error) => error.message)
  console.log(`${what.padEnd(28)} ${said}`)
}

async function sizes({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; rows: number; mb: number }>(
    `select relname as name, n_live_tup::int as rows, (pg_total_relation_size(relid) / 1e6)::int as mb from pg_stat_user_tables
     where schemaname = 'public' order by pg_total_relation_size(relid) desc limit 8`,
  )
  return rows.map(
    (one) => `  ${one.name.padEnd(26)} ${String(one.rows).padStart(10)} rows ${String(one.mb).padStart(7)} MB`,
  )
}

async function measureScreens(db: Database): Promise<void> {
  const ctx = await operatorContext(db.db, 'manager', { ports: { carrier_file: carrierFiles() } })
  const { rows } = await db.pool.query<{ email: string }>(
    "select email from customer where email like 'subscriber%' order by id desc limit 1",
  )
  const person = { q: rows[0]!.email }
  const ask = (list: List, handler: (ctx: never, query: never) => Promise<unknown>, query: object) => () =>
    handler(ctx as never, listQuery(list).parse(query) as never)
  const months = await openMonths(db)
  const twice: [string, () => Promise<unknown>][] = [
    ['orders, first page', ask(orderList, listAllOrders, {})],
    ['orders, 配送準備中', ask(orderList, listAllOrders, { status: ['arranged'] })],
    ['orders, a person', ask(orderList, listAllOrders, person)],
    ['subscriptions, first page', ask(subscriptionList, listAllSubscriptions, {})],
    ['subscriptions, a person', ask(subscriptionList, listAllSubscriptions, person)],
    ['members, first page', ask(customerList, listCustomers, {})],
    ['members, a person', ask(customerList, listCustomers, person)],
    ['今日', async () => showToday(ctx, {} as never)],
  ]
  const once: [string, () => Promise<unknown>][] = [
    ...(Object.keys(REPORTS) as ReportName[]).map((report): [string, () => Promise<unknown>] => [
      `report ${report}`,
      () => showReport(ctx, { report }),
    ]),
    ...months.map((month): [string, () => Promise<unknown>] => [`closing ${month}`, () => closeMonth(ctx, { month })]),
    ['an index on orders', () => db.pool.query('create index bench_index on orders (shop_id, updated_at)')],
    [
      'the same beside orders',
      () => db.pool.query('create index concurrently bench_index_2 on orders (shop_id, updated_at)'),
    ],
    ['without them', () => db.pool.query('drop index bench_index, bench_index_2')],
    ['vacuum of orders', () => db.pool.query('vacuum analyze orders')],
  ]
  for (const [what, work] of twice) await say(what, async () => `${await seconds(work)}, again ${await seconds(work)}`)
  for (const [what, work] of once) await say(what, () => seconds(work))
  await say('日計 of what is not summed up', () => seconds(() => rollUpSalesDays(ctx)))
}

async function copyAndRestore(): Promise<void> {
  const folder = await mkdtemp(join(KEEP!, '..', 'kushi-copy-'))
  const command = (env: NodeJS.ProcessEnv, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/shop.mjs', ...words], { env: { ...shop.env, ...env } })
  await say('backup', () => seconds(() => command({}, 'backup', folder)))
  const [copy] = await readdir(folder)
  const restored = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: '', DATABASE_DIRECT_URL: '' }
  await say('restore', () => seconds(() => command(restored, 'restore', join(folder, copy!))))
  await rm(folder, { recursive: true })
}

async function runDay(): Promise<void> {
  const began = performance.now()
  const ended = await Promise.all(Array.from({ length: runs }, () => startRun(shop.env).ended))
  await say(`the day's run, ${runs} at once`, async () => `${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const { report, peakMb, processorMs } of ended)
    console.log(
      `  ${JSON.stringify(report)}, at most ${Math.round(peakMb)} MB, ${(processorMs / 1000).toFixed(0)} s of the processor`,
    )
}
