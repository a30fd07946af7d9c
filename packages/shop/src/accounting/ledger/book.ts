import { valuesTable } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { closing_event, ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment_refund } from '@kushi/db/schema/payment'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { MONEY_KINDS } from '@kushi/values/ledger'
import type { PayingProvider } from '@kushi/values/settlement'
import { and, desc, eq, gte, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isCancelledOrUnpaid, loadSales } from './internal/load-sales.ts'
import { unbookedOrders } from './internal/sales-days.ts'
import { isSale } from './internal/sales-lines.ts'
import { markDaysStale } from './roll-sales.ts'
import { entriesOf, type LedgerEntry } from './rules/entries.ts'
import { bookedOn } from './rules/month.ts'

/** Orders per statement. */
const BLOCK = 500

/**
 * 記帳: adds the rows of the ledger that follow from these orders as they are now and are not there yet. Runs in the
 * transaction of whatever changed their money, and may run again at any time.
 */
export async function bookOrders(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id' | 'clock'>,
  ids: readonly number[],
): Promise<void> {
  await shareBooks(tx, ctx)
  const entries = (await loadSales(tx, ctx.shop_id, ids)).flatMap(entriesOf)
  await writeEntries(tx, ctx, entries)
}

/** 入金 and what follows from it; the same cause is booked once. */
export type MoneyEntry = Omit<LedgerEntry, 'order_id'> & {
  order_id: number | null
  provider: PayingProvider
  corrects_id?: number
}

/** Adds rows of money that arrived, in the transaction that takes its lines in. */
export async function bookMoney(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id' | 'clock'>,
  entries: readonly MoneyEntry[],
): Promise<void> {
  await shareBooks(tx, ctx)
  await writeEntries(tx, ctx, entries)
}

/** Rows of money that arrived, by what they follow from; `order_id` of the cause or null. */
export type MoneyCause = { cause: string; order_id: number | null }

/**
 * 修正: takes the rows of these causes back, each by one that names it, on the same day. Its month is open: the caller asked.
 * Returns what was taken back.
 */
export async function correctMoney(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id' | 'clock'>,
  causes: readonly MoneyCause[],
): Promise<Pick<MoneyEntry, 'cause' | 'kind' | 'amount'>[]> {
  const { shop_id } = ctx
  await shareBooks(tx, ctx)
  const ofOrders = causes.filter(({ order_id }) => order_id !== null)
  const list = (all: readonly MoneyCause[]) => sql`${sql.param(all.map(({ cause }) => cause))}::text[]`
  const { rows } = await tx.execute<MoneyEntry & { id: number }>(sql`
    select l.id, l.day::text as day, l.order_id, l.provider, l.kind, l.tax_rate, l.amount, l.tax, l.payment_method_id, l.cause
    from unnest(${list(ofOrders)}, ${sql.param(ofOrders.map(({ order_id }) => order_id))}::bigint[]) w (cause, order_id)
    join ${ledger_entry} l on l.shop_id = ${shop_id} and l.order_id = w.order_id and l.cause = w.cause
    union all
    select l.id, l.day::text, l.order_id, l.provider, l.kind, l.tax_rate, l.amount, l.tax, l.payment_method_id, l.cause
    from ${ledger_entry} l where l.shop_id = ${shop_id} and l.order_id is null and l.cause = any(${list(causes)})
    order by id`)
  const corrections = rows.map(({ id, ...entry }) => ({
    ...entry,
    order_id: entry.order_id === null ? null : Number(entry.order_id),
    amount: -entry.amount,
    tax: entry.tax === 0 ? 0 : -entry.tax,
    cause: `${entry.cause} taken back`,
    corrects_id: Number(id),
  }))
  await writeEntries(tx, ctx, corrections)
  return rows
}

/** 締め waits for what is being booked, and the other way round. */
export const shareBooks = (tx: Queryable, { shop_id }: Pick<Context, 'shop_id'>) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('ledger'), ${shop_id}::int)`)

async function writeEntries(
  tx: Queryable,
  { shop_id, clock }: Pick<Context, 'shop_id' | 'clock'>,
  entries: readonly (LedgerEntry | MoneyEntry)[],
): Promise<void> {
  if (entries.length === 0) return
  const closed = await closedMonths(tx, shop_id)
  const created_at = clock.now()
  const rows = entries.map(({ day, ...entry }) => ({
    shop_id,
    ...entry,
    day: bookedOn(day, closed),
    happened_on: day,
    created_at,
  }))
  const columns = sql.raw(Object.keys(rows[0]!).join(', '))
  const { rows: written } = await tx.execute<{ day: CalendarDate }>(sql`
    with written as (
      insert into ${ledger_entry} (${columns}) select ${columns} from ${valuesTable(ledger_entry, rows)}
      on conflict on constraint ledger_entry_once do nothing returning day, kind)
    select distinct day::text as day from written where ${isSale(sql`kind`)}`)
  await markDaysStale(
    tx,
    shop_id,
    written.map(({ day }) => day),
  )
}

/** The months that are closed now, as their first days. */
export async function closedMonths(db: Queryable, shop_id: number): Promise<ReadonlySet<CalendarDate>> {
  const latest = await db
    .selectDistinctOn([closing_event.month], { month: closing_event.month, event: closing_event.event })
    .from(closing_event)
    .where(eq(closing_event.shop_id, shop_id))
    .orderBy(closing_event.month, desc(closing_event.id))
  return new Set(latest.flatMap(({ month, event }) => (event === 'closed' ? [month] : [])))
}

/** Statuses of orders that are, or were, sold. */
const SOLD = ['shipped', 'delivered', 'returned'] as const

const hasRefund = sql`exists (select from ${payment_refund} r where r.shop_id = ${orders.shop_id} and r.order_id = ${orders.id})`

/** Pages through the orders of a shop that are in the books, newest first: if `bookAll` is interrupted, the oldest one is still missing. */
async function* soldOrders({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, from = 0): AsyncGenerator<number[]> {
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await db
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.shop_id, shop_id),
          lt(orders.id, last),
          gte(orders.id, from),
          or(inArray(orders.status, [...SOLD]), and(isCancelledOrUnpaid, hasRefund)),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(BLOCK)
    if (page.length === 0) return
    last = page.at(-1)!.id
    yield page.map(({ id }) => id)
  }
}

/** How many sold orders the ledger lacks, and the oldest of them. */
export async function findUnbooked({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>) {
  const { rows } = await db.execute<{ orders: number; oldest: number | null }>(
    sql`select count(*)::int as orders, min(order_id)::float8 as oldest from (${unbookedOrders(shop_id)}) u`,
  )
  return rows[0]!
}

/**
 * A job: books what servers from before the ledger shipped, from the oldest order on of which nothing is booked: before an upgrade, or
 * meanwhile. Returns the number of orders read.
 */
export async function fillLedger(ctx: Context): Promise<number> {
  const { oldest } = await findUnbooked(ctx)
  return oldest === null ? 0 : bookAll(ctx, oldest)
}

/** Books the sold orders of a shop, from one on; what is booked already stays. */
export async function bookAll(ctx: Context, from = 0): Promise<number> {
  let read = 0
  for await (const ids of soldOrders(ctx, from)) {
    await ctx.db.transaction((tx: Tx) => bookOrders(tx, ctx, ids))
    read += ids.length
  }
  return read
}

export interface LedgerDifference {
  order_id: number
  /** What follows from the order and is not booked; null: it is booked and does not follow. */
  expected: string | null
  booked: string | null
}

const keyOf = ({ cause, kind, tax_rate }: Pick<LedgerEntry, 'cause' | 'kind' | 'tax_rate'>) =>
  [cause, kind, tax_rate ?? '-'].join(' ')
const wordsOf = (entry: Omit<LedgerEntry, 'payment_method_id' | 'order_id'>) =>
  `${entry.day} ${keyOf(entry)} ${entry.amount} (${entry.tax})`

/** 照合: derives the whole ledger again from the orders and yields every difference. */
export async function* checkLedger(ctx: Pick<Context, 'db' | 'shop_id'>): AsyncGenerator<LedgerDifference> {
  const { db, shop_id } = ctx
  for await (const ids of soldOrders(ctx)) {
    const derived = (await loadSales(db, shop_id, ids)).flatMap(entriesOf)
    const stored = await db
      .select()
      .from(ledger_entry)
      .where(
        and(
          eq(ledger_entry.shop_id, shop_id),
          inArray(ledger_entry.order_id, ids),
          notInArray(ledger_entry.kind, [...MONEY_KINDS]),
        ),
      )
    for (const order_id of ids) {
      const expected = new Map(
        derived.filter((one) => one.order_id === order_id).map((one) => [keyOf(one), wordsOf(one)]),
      )
      const booked = new Map(
        stored
          .filter((one) => one.order_id === order_id)
          .map((one) => [
            keyOf(one as LedgerEntry),
            wordsOf({ ...(one as unknown as LedgerEntry), day: one.happened_on }),
          ]),
      )
      for (const key of new Set([...expected.keys(), ...booked.keys()]))
        if (expected.get(key) !== booked.get(key))
          yield { order_id, expected: expected.get(key) ?? null, booked: booked.get(key) ?? null }
    }
  }
}
