import type { Queryable, Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { customer_fact, order_fact, subscription_fact } from '@kushi/db/schema/report'
import { subscription, subscription_reason } from '@kushi/db/schema/subscription'
import { and, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { findSalesDayDifferences, markOrderDaysStale } from '../../accounting/ledger/index.ts'
import type { Context } from '../../context.ts'
import {
  endPauseSkipColumnsSql,
  endPauseSkipSql,
  subscriptionReasonsSql,
  updateEndPauseSkipColumns,
} from '../../sales/subscription/index.ts'
import {
  CLOSED_STATUSES_SQL,
  customerFactsSql,
  isOrderAcceptedSql,
  orderFactsSql,
  subscriptionFactsSql,
} from './internal/derive-facts.ts'

/** Orders per statement. */
const BLOCK = 1_000

const numbers = (ids: readonly number[]) => sql`${sql.param([...new Set(ids)])}::bigint[]`

/** Writes derived rows; rows that say the same already are not touched. */
async function write(tx: Queryable, table: PgTable, key: string, insert: SQL, derived: SQL): Promise<number[]> {
  const columns = Object.keys(getTableColumns(table))
  const names = sql.raw(columns.join(', '))
  const set = columns.filter((one) => one !== 'shop_id' && one !== key)
  const of = (from: string) => sql.raw(`(${set.map((one) => `${from}.${one}`).join(', ')})`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    ${insert} as t (${names}) select ${names} from (${derived}) d order by ${sql.raw(key)}
    on conflict (shop_id, ${sql.raw(key)}) do update set ${sql.raw(set.map((one) => `${one} = excluded.${one}`).join(', '))}
    where ${of('t')} is distinct from ${of('excluded')} returning t.${sql.raw(key)}::float8 as id`)
  return rows.map(({ id }) => id)
}

/**
 * Writes the facts of these orders, of their 定期便, and of their members. Orders of the members that thereby become the
 * first one, or cease to be, are updated, too. Runs in the transaction that closed or partly credited an order. It is
 * safe to repeat.
 */
export async function updateOrderFacts(
  tx: Queryable,
  { shop_id }: Pick<Context, 'shop_id'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.execute<{ id: number; subscription_id: number | null }>(sql`
    with mine as (select o.id, o.customer_id, o.subscription_id from ${orders} o
      where o.shop_id = ${shop_id} and o.id = any(${numbers(ids)}) and o.status in ${CLOSED_STATUSES_SQL})
    select id::float8 as id, subscription_id::float8 as subscription_id from mine
    union
    select f.order_id::float8, null from ${order_fact} f join (select distinct customer_id from mine) m on m.customer_id = f.customer_id
    where f.shop_id = ${shop_id} and (f.is_first or f.order_id = (
      select min(b.order_id) from ${order_fact} b where b.shop_id = f.shop_id and b.customer_id = f.customer_id and not b.is_cancelled))`)
  if (rows.length === 0) return
  const all = rows.map(({ id }) => id)
  const changed = await write(
    tx,
    order_fact,
    'order_id',
    sql`insert into ${order_fact}`,
    orderFactsSql(sql`o.shop_id = ${shop_id} and o.id = any(${numbers(all)})`),
  )
  await markOrderDaysStale(tx, shop_id, changed)
  await noteCustomers(tx, shop_id, all)
  await noteSubscriptions(
    tx,
    shop_id,
    rows.flatMap(({ subscription_id }) => subscription_id ?? []),
  )
}

/** The facts of the members of these orders. */
async function noteCustomers(tx: Queryable, shop_id: number, order_ids: readonly number[]): Promise<void> {
  const mine = sql`f.shop_id = ${shop_id} and f.customer_id in (
    select x.customer_id from ${order_fact} x where x.shop_id = ${shop_id} and x.order_id = any(${numbers(order_ids)}))`
  // If two transactions change orders of one member, the second waits at the member's row, and then derives again from
  // what the first wrote.
  for (let time = 1; time <= 2; time++)
    await write(tx, customer_fact, 'customer_id', sql`insert into ${customer_fact}`, customerFactsSql(mine))
}

async function noteSubscriptions(tx: Queryable, shop_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const mine = sql`f.shop_id = ${shop_id} and f.subscription_id = any(${numbers(ids)})`
  await write(
    tx,
    subscription_fact,
    'subscription_id',
    sql`insert into ${subscription_fact}`,
    subscriptionFactsSql(mine),
  )
  // Its only kept delivery came back.
  await tx.execute(sql`delete from ${subscription_fact} f where ${mine} and not exists (
    select from ${order_fact} k where k.shop_id = f.shop_id and k.subscription_id = f.subscription_id
      and k.shipped_on is not null and k.returned_on is null and not k.is_cancelled)`)
}

/** Updates the facts of all orders of a member, after they came from another member. */
export async function updateMemberFacts(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id'>,
  customer_id: number,
): Promise<void> {
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.shop_id, ctx.shop_id), eq(orders.customer_id, customer_id)))
  await updateOrderFacts(
    tx,
    ctx,
    found.map(({ id }) => id),
  )
}

/** Pages through the ids of a shop's rows, newest first: if `rebuildFacts` is interrupted, the oldest is still missing. */
async function* pages(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  table: typeof orders | typeof subscription,
): AsyncGenerator<number[]> {
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.shop_id, shop_id), lt(table.id, last)))
      .orderBy(desc(table.id))
      .limit(BLOCK)
    if (page.length === 0) return
    last = page.at(-1)!.id
    yield page.map(({ id }) => id)
  }
}

/** Writes all facts of a shop again. Facts that are right stay. Returns the numbers of rows read. */
export async function rebuildFacts(ctx: Context): Promise<{ orders: number; subscriptions: number }> {
  const read = { orders: 0, subscriptions: 0 }
  for await (const ids of pages(ctx, orders)) {
    await ctx.db.transaction((tx: Tx) => updateOrderFacts(tx, ctx, ids))
    read.orders += ids.length
  }
  for await (const ids of pages(ctx, subscription)) {
    await ctx.db.transaction((tx: Tx) => updateEndPauseSkipColumns(tx, ctx.shop_id, ids))
    read.subscriptions += ids.length
  }
  return read
}

/**
 * Job: writes the facts that servers of the previous version left out, before an upgrade or beside this one. These are
 * facts of closed orders and their members, and of events of 定期便. It compares the stored facts with derived ones, so
 * nothing is written twice.
 */
export async function writeMissingFacts(ctx: Context): Promise<void> {
  const { shop_id } = ctx
  const unwritten = sql`
    select o.id from ${orders} o where o.shop_id = ${shop_id} and o.status in ${CLOSED_STATUSES_SQL} and o.replaces_order_id is null
      and not exists (select from ${order_fact} f where f.shop_id = o.shop_id and f.order_id = o.id) and ${isOrderAcceptedSql}
    union
    select f.order_id from ${order_fact} f where f.shop_id = ${shop_id} and f.shipped_on is not null
      and not exists (select from ${customer_fact} c where c.shop_id = f.shop_id and c.customer_id = f.customer_id)`
  await eachBlock(ctx, unwritten, (tx, ids) => updateOrderFacts(tx, ctx, ids))
  const unnoted = sql`
    select s.id from ${subscription} s join (${endPauseSkipSql(eq(subscription.shop_id, shop_id))}) d on d.id = s.id
    where s.shop_id = ${shop_id} and (${endPauseSkipColumnsSql('s')}) is distinct from (${endPauseSkipColumnsSql('d')})
    union
    select d.subscription_id from (${subscriptionReasonsSql(sql`x.shop_id = ${shop_id}`)}) d
    where not exists (select from ${subscription_reason} r where r.shop_id = d.shop_id and r.event_id = d.event_id)`
  await eachBlock(ctx, unnoted, (tx, ids) => updateEndPauseSkipColumns(tx, shop_id, ids))
}

/** The newest first, each block in a transaction of its own. */
async function eachBlock({ db }: Context, ids: SQL, write: (tx: Tx, ids: number[]) => Promise<unknown>): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`select id::float8 as id from (${ids}) w order by 1 desc`)
  for (let at = 0; at < rows.length; at += BLOCK)
    await db.transaction((tx) =>
      write(
        tx,
        rows.slice(at, at + BLOCK).map(({ id }) => id),
      ),
    )
}

/** A difference between stored facts and what follows from orders and events. */
export interface FigureDifference extends Record<string, unknown> {
  /**
   * The kind of row: an order, a 定期便 by its deliveries, its end, an event by its reason, or 売上の日計 (`id`: the day as a
   * number).
   */
  what: 'order' | 'subscription' | 'customer' | 'standing' | 'reason' | 'day'
  id: number
  expected: string | null
  stored: string | null
}

/** 照合: derives all facts again from orders and events, and yields every difference. */
export async function* findFigureDifferences(ctx: Pick<Context, 'db' | 'shop_id'>): AsyncGenerator<FigureDifference> {
  const { db, shop_id } = ctx
  const compare = async (what: FigureDifference['what'], key: string, derived: SQL, stored: SQL) => {
    const { rows } = await db.execute<FigureDifference>(sql`
      select ${what}::text as what, coalesce(d.${sql.raw(key)}, s.${sql.raw(key)})::float8 as id,
        to_jsonb(d)::text as expected, to_jsonb(s)::text as stored
      from (${derived}) d full join (${stored}) s on s.${sql.raw(key)} = d.${sql.raw(key)}
      where to_jsonb(d) is distinct from to_jsonb(s) order by 2`)
    return rows
  }
  for await (const ids of pages(ctx, orders)) {
    const some = sql`o.shop_id = ${shop_id} and o.status in ${CLOSED_STATUSES_SQL} and o.id = any(${numbers(ids)})`
    const stored = sql`select * from ${order_fact} f where f.shop_id = ${shop_id} and f.order_id = any(${numbers(ids)})`
    yield* await compare('order', 'order_id', orderFactsSql(some), stored)
    // A member is compared with the page of their first order.
    const firsts = sql`f.shop_id = ${shop_id} and f.customer_id in (
      select x.customer_id from ${order_fact} x where x.shop_id = ${shop_id} and x.order_id = any(${numbers(ids)}))`
    yield* await compare(
      'customer',
      'customer_id',
      sql`select * from (${customerFactsSql(firsts)}) c where c.first_order_id = any(${numbers(ids)})`,
      sql`select * from ${customer_fact} c where c.shop_id = ${shop_id} and c.first_order_id = any(${numbers(ids)})`,
    )
  }
  for await (const ids of pages(ctx, subscription)) {
    const some = sql`f.shop_id = ${shop_id} and f.subscription_id = any(${numbers(ids)})`
    yield* await compare(
      'subscription',
      'subscription_id',
      subscriptionFactsSql(some),
      sql`select * from ${subscription_fact} f where ${some}`,
    )
    const standing = sql`s.shop_id = ${shop_id} and s.id = any(${numbers(ids)})`
    yield* await compare(
      'standing',
      'id',
      endPauseSkipSql(sql`${subscription.shop_id} = ${shop_id} and ${subscription.id} = any(${numbers(ids)})`),
      sql`select s.shop_id, s.id, ${endPauseSkipColumnsSql('s')} from ${subscription} s where ${standing}`,
    )
    const reasons = (table: string) =>
      sql`${sql.raw(table)}.shop_id = ${shop_id} and ${sql.raw(table)}.subscription_id = any(${numbers(ids)})`
    yield* await compare(
      'reason',
      'event_id',
      subscriptionReasonsSql(reasons('x')),
      sql`select * from ${subscription_reason} r where ${reasons('r')}`,
    )
  }
  for await (const { day, expected, stored } of findSalesDayDifferences(ctx))
    yield { what: 'day', id: Number(day.replaceAll('-', '')), expected, stored }
}
