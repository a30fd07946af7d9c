/**
 * One large shop: subscriptions, a fifth of them due, with five past deliveries each. Filled in blocks on a folder that is
 * kept, so that it goes on where it was stopped; then measured. A subscription with its deliveries takes about 20 KB:
 *
 *     KEEP=/somewhere node bench/sizes.ts 1000000        fills and measures
 *     KEEP=/somewhere node bench/sizes.ts 1000000 2      the day's run by two processes
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { carrierFiles } from '@kushi/adapters/carriers/carrier-files'
import { type List, type ListQuery, listQuery } from '@kushi/contract/admin/list'
import { orderList } from '@kushi/contract/admin/order'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { type Database, jobPatience, openDatabase } from '@kushi/db/connect'
import type { OperatorContext } from '@kushi/shop/foundation/admin/context'
import { showToday } from '@kushi/shop/operation/today/admin/show-today'
import { listAllOrders } from '@kushi/shop/sales/order/admin/list-orders'
import { listAllSubscriptions } from '@kushi/shop/sales/subscription/admin/list-all'
import { operatorContext } from '@kushi/shop/testing/operator'
import { startShop } from './shop.ts'
import { fill, sku } from './subscriptions/fill.ts'
import { startRun } from './subscriptions/run.ts'
import { saveCard } from './subscriptions/save-card.ts'

const { KEEP } = process.env
if (!KEEP) throw new Error('KEEP names the folder that is filled.')
const [wanted = 1_000_000, runs = 1] = process.argv.slice(2).map(Number)

const BLOCK = 20_000
/** Subscriptions whose past deliveries are written by one statement. */
const PAST_BLOCK = 2_000
const PAST = 5
const BYTES_EACH = 20_000

const ofBench = `s.shop_id = 2 and exists (select from subscription_order_item i
  where i.shop_id = s.shop_id and i.subscription_id = s.id and i.product_sku_id = ${sku})`

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

const shop = await startShop(KEEP)
const database = openDatabase(shop.databaseUrl, { ...jobPatience, statement_timeout: 0, query_timeout: 0 })
try {
  // E01390010: saved before it was stopped.
  await saveCard(`${shop.env.SANDBOX_URL}/sandbox/gmo`).catch((error: Error) => {
    if (!error.message.includes('E01390010')) throw error
  })
  console.log(`filled in ${await seconds(() => fillShop(database))}`)
  console.log((await sizes(database)).join('\n'))
  await measure(database)
} finally {
  await database.close()
  await shop.stop()
}
process.exit()

async function fillShop(db: Database): Promise<void> {
  const { bavail, bsize } = await statfs(KEEP!)
  const there = await countOf(db, 'true')
  if (bavail * bsize < (wanted - there) * BYTES_EACH * 1.5) throw new Error(`${KEEP} has too little room.`)
  for (let has = there; has < wanted; has += BLOCK) await fill(db, Math.min(BLOCK, wanted - has), 5)
  while ((await writePast(db)) > 0);
  await db.pool.query('vacuum analyze')
}

async function countOf({ pool }: Database, which: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from subscription s where ${ofBench} and ${which}`,
  )
  return rows[0]!.count
}

/** The past deliveries of the next subscriptions that have none; returns how many subscriptions got them. */
async function writePast({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(`
    with next as (
      select s.* from subscription s where ${ofBench} and s.cycle = 2 order by s.id limit ${PAST_BLOCK}
    ), made as (
      insert into orders (shop_id, customer_id, order_no, status, subscription_id, cycle, name01, name02, kana01, kana02, postal_code01,
        postal_code02, pref_id, addr01, addr02, addr03, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee,
        payment_fee, adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, is_repeat, created_at, updated_at)
      select 2, n.customer_id, 'P' || n.id || '-' || c, 'delivered', n.id, c, n.name01, n.name02, n.kana01, n.kana02, n.postal_code01,
        n.postal_code02, n.pref_id, n.addr01, n.addr02, n.addr03, n.phone_number, n.delivery_id, 1, 2420, 0, 660, 0, 0, 3080, 280,
        '[{"tax": 280, "total": 3080, "tax_rate": 10}]', true, c > 1, now() - (${PAST} + 1 - c) * interval '30 days',
        now() - (${PAST} - c) * interval '30 days'
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
    )
    update subscription s set cycle = ${PAST + 1} from next n where s.shop_id = 2 and s.id = n.id`)
  return rowCount ?? 0
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

async function measure(db: Database): Promise<void> {
  const ctx = await operatorContext(db.db, 'manager', { ports: { carrier_file: carrierFiles() } })
  const lists: [string, () => Promise<unknown>][] = [
    ['orders, first page', () => first(ctx, orderList, listAllOrders as never)],
    ['subscriptions, first page', () => first(ctx, subscriptionList, listAllSubscriptions as never)],
    ['今日', async () => showToday(ctx, {} as never)],
    ['vacuum of orders', () => db.pool.query('vacuum analyze orders')],
  ]
  for (const [what, work] of lists)
    console.log(`${what.padEnd(28)} ${await seconds(work)}, again ${await seconds(work)}`)
  const folder = await mkdtemp(join(KEEP!, '..', 'kushi-copy-'))
  const backup = () => promisify(execFile)(process.execPath, ['scripts/shop.mjs', 'backup', folder], { env: shop.env })
  console.log(`${'backup'.padEnd(28)} ${await seconds(backup)}`)
  await rm(folder, { recursive: true })
  const began = performance.now()
  const ended = await Promise.all(Array.from({ length: runs }, () => startRun(shop.env).ended))
  console.log(`${`the day's run, ${runs} at once`.padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const { report, peakMb } of ended) console.log(`  ${JSON.stringify(report)}, at most ${Math.round(peakMb)} MB`)
}

function first(ctx: OperatorContext, list: List, verb: (ctx: OperatorContext, query: ListQuery) => Promise<unknown>) {
  return verb(ctx, listQuery(list).parse({}))
}
