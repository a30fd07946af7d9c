import type { Queryable } from '@kushi/db/connect'
import { ledger_entry, product_day, sales_day, sales_due } from '@kushi/db/schema/ledger'
import { order_fact } from '@kushi/db/schema/report'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { REPORT_BASIS_NAME, type ReportBasis } from '@kushi/values/sales-report'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'
import { isSaleKindSql, recomputedProductDaysSql, recomputedSalesDaysSql } from './internal/sales-lines.ts'

const BASES = Object.keys(REPORT_BASIS_NAME) as ReportBasis[]
const TABLES = [
  {
    table: sales_day,
    derived: recomputedSalesDaysSql,
    remove: sql`delete from ${sales_day}`,
    insert: sql`insert into ${sales_day}`,
  },
  {
    table: product_day,
    derived: recomputedProductDaysSql,
    remove: sql`delete from ${product_day}`,
    insert: sql`insert into ${product_day}`,
  },
]

/** Marks 日計 of these days as outdated, so that the job sums them again. */
export async function markSalesDaysStale(tx: Queryable, shop_id: number, days: readonly CalendarDate[]): Promise<void> {
  if (days.length === 0) return
  await tx.execute(sql`insert into ${sales_due} (shop_id, day)
    select ${shop_id}::bigint, day from (select distinct unnest(${sql.param([...days])}::date[]) as day) d`)
}

/** Marks 日計 of every day on which one of these orders counts as outdated. */
export async function markOrderDaysStale(tx: Queryable, shop_id: number, order_ids: readonly number[]): Promise<void> {
  if (order_ids.length === 0) return
  const mine = sql`= any(${sql.param([...order_ids])}::bigint[])`
  await tx.execute(sql`insert into ${sales_due} (shop_id, day)
    select ${shop_id}::bigint, day from (
      select f.ordered_on as day from ${order_fact} f where f.shop_id = ${shop_id} and f.order_id ${mine}
      union select f.sold_on from ${order_fact} f where f.shop_id = ${shop_id} and f.order_id ${mine} and f.sold_on is not null
      union select l.day from ${ledger_entry} l where l.shop_id = ${shop_id} and l.order_id ${mine} and ${isSaleKindSql(sql`l.kind`)}) d`)
}

/** Marks 日計 of every day from `from` on that counts goods of this product as outdated. */
export async function markProductDaysStale(
  tx: Queryable,
  shop_id: number,
  product_id: number,
  from: CalendarDate,
): Promise<void> {
  await tx.execute(sql`insert into ${sales_due} (shop_id, day)
    select distinct shop_id, day from ${product_day}
    where shop_id = ${shop_id} and basis = 'sold' and day >= ${from}::date and product_id = ${product_id}`)
}

/** The most days of one round. */
const MAX_DAYS = 1_000

/**
 * A job: sums the days marked as outdated again, the newest first, each in its own transaction. Returns the number of
 * days.
 */
export async function rollUpSalesDays(ctx: Pick<Context, 'db' | 'shop_id'>): Promise<number> {
  const { db, shop_id } = ctx
  const { rows } = await db.execute<{ day: CalendarDate }>(sql`
    select distinct day::text as day from ${sales_due} where shop_id = ${shop_id} order by 1 desc limit ${MAX_DAYS}`)
  for (const { day } of rows)
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sales_day'), ${shop_id}::int)`)
      const ofDay = sql`shop_id = ${shop_id} and day = ${day}::date`
      // Marks written after this statement stay; each following statement sees all marks written before.
      await tx.execute(sql`delete from ${sales_due} where ${ofDay}`)
      for (const { table, derived, remove, insert } of TABLES) {
        const columns = sql.raw(Object.keys(getTableColumns(table)).join(', '))
        await tx.execute(sql`${remove} where ${ofDay} and basis in ('sold', 'ordered')`)
        for (const basis of BASES)
          await tx.execute(
            sql`${insert} (${columns}) select ${columns} from (${derived(shop_id, basis, (at) => sql`${at} = ${day}::date`)}) d`,
          )
      }
    })
  return rows.length
}

interface DayDifference extends Record<string, unknown> {
  day: CalendarDate
  expected: string | null
  stored: string | null
}

/** 照合: derives 日計 of all days that are not marked as outdated from the facts again, and yields every difference. */
export async function* findSalesDayDifferences({
  db,
  shop_id,
}: Pick<Context, 'db' | 'shop_id'>): AsyncGenerator<DayDifference> {
  const { rows } = await db.execute<{ month: CalendarDate }>(sql`
    select distinct date_trunc('month', day)::date::text as month from (
      select day from ${sales_day} where shop_id = ${shop_id} union select ordered_on from ${order_fact} where shop_id = ${shop_id}
      union select day from ${ledger_entry} where shop_id = ${shop_id}) d order by 1`)
  for (const { month } of rows)
    for (const { table, derived } of TABLES)
      for (const basis of BASES) {
        const days = (at: SQL) =>
          sql`${at} >= ${month}::date and ${at} < (${month}::date + interval '1 month')::date
            and not exists (select from ${sales_due} u where u.shop_id = ${shop_id} and u.day = ${at})`
        yield* await compare({ db, shop_id }, table, basis, days, derived(shop_id, basis, days))
      }
}

async function compare(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  table: PgTable,
  basis: ReportBasis,
  days: (at: SQL) => SQL,
  derived: SQL,
): Promise<DayDifference[]> {
  const columns = sql.raw(Object.keys(getTableColumns(table)).join(', '))
  const { rows } = await db.execute<DayDifference>(sql`
    with d as (select ${columns} from (${derived}) x),
      s as (select ${columns} from ${table} r where r.shop_id = ${shop_id} and r.basis = ${basis} and ${days(sql`r.day`)})
    select coalesce(d.day, s.day)::text as day, to_jsonb(d)::text as expected, to_jsonb(s)::text as stored
    from d full join s on to_jsonb(d) = to_jsonb(s) where d.day is null or s.day is null order by 1 limit 50`)
  return rows
}
