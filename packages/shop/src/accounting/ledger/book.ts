import { valuesTableSql } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { closing_event, ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment_refund } from '@kushi/db/schema/payment'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { MONEY_KINDS } from '@kushi/values/ledger'
import type { PayingProvider } from '@kushi/values/settlement'
import { and, desc, eq, gte, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isCancelledOrUnpaidSql, loadBookableOrders } from './internal/load-sales.ts'
import { unbookedOrdersSql } from './internal/sales-days.ts'
import { isSaleKindSql } from './internal/sales-lines.ts'
import { markSalesDaysStale } from './roll-up-sales.ts'
import { type LedgerEntry, ledgerEntriesOfOrder } from './rules/entries.ts'
import { bookingDay } from './rules/month.ts'

/** Orders per statement. */
const BLOCK = 500

/**
 * 記帳: writes the ledger rows of these orders that are not there yet, as the orders are now. Runs in the transaction
 * that changed their money. It is safe to repeat.
 */
export async function bookOrdersInLedger(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id' | 'clock'>,
  ids: readonly number[],
): Promise<void> {
  await lockLedgerShared(tx, ctx)
  const entries = (await loadBookableOrders(tx, ctx.shop_id, ids)).flatMap(ledgerEntriesOfOrder)
  await writeEntries(tx, ctx, entries)
}

/** A ledger row of 入金, or of what follows from it. The same cause is booked once. */
export type MoneyReceivedEntry = Omit<LedgerEntry, 'order_id'> & {
  order_id: number | null
  provider: PayingProvider
  corrects_id?: number
}

/** Writes the ledger rows of 入金, in the transaction that processes its settlement lines. */
export async function bookMoneyReceived(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id' | 'clock'>,
  entries: readonly MoneyReceivedEntry[],
): Promise<void> {
  await lockLedgerShared(tx, ctx)
  await writeEntries(tx, ctx, entries)
}

/** The key of ledger rows of 入金: their cause, and its order or null. */
export type MoneyReceivedCause = { cause: string; order_id: number | null }

/**
 * 修正: reverses the ledger rows of these causes, each by a row that names it, on the same day. The caller has checked
 * that the month is open. Returns the rows that were reversed.
 */
export async function reverseMoneyReceived(
  tx: Queryable,
  ctx: Pick<Context, 'shop_id' | 'clock'>,
  causes: readonly MoneyReceivedCause[],
): Promise<Pick<MoneyReceivedEntry, 'cause' | 'kind' | 'amount'>[]> {
  const { shop_id } = ctx
  await lockLedgerShared(tx, ctx)
  const ofOrders = causes.filter(({ order_id }) => order_id !== null)
  const list = (all: readonly MoneyReceivedCause[]) => sql`${sql.param(all.map(({ cause }) => cause))}::text[]`
  const { rows } = await tx.execute<MoneyReceivedEntry & { id: number }>(sql`
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

/**
 * Locks the ledger of a shop for writing entries until the transaction ends. Writers share the lock. 締め waits for them,
 * and they wait for 締め.
 */
export const lockLedgerShared = (tx: Queryable, { shop_id }: Pick<Context, 'shop_id'>) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('ledger'), ${shop_id}::int)`)

async function writeEntries(
  tx: Queryable,
  { shop_id, clock }: Pick<Context, 'shop_id' | 'clock'>,
  entries: readonly (LedgerEntry | MoneyReceivedEntry)[],
): Promise<void> {
  if (entries.length === 0) return
  const closed = await loadClosedMonths(tx, shop_id)
  const created_at = clock.now()
  const rows = entries.map(({ day, ...entry }) => ({
    shop_id,
    ...entry,
    day: bookingDay(day, closed),
    happened_on: day,
    created_at,
  }))
  const columns = sql.raw(Object.keys(rows[0]!).join(', '))
  const { rows: written } = await tx.execute<{ day: CalendarDate }>(sql`
    with written as (
      insert into ${ledger_entry} (${columns}) select ${columns} from ${valuesTableSql(ledger_entry, rows)}
      on conflict on constraint ledger_entry_once do nothing returning day, kind)
    select distinct day::text as day from written where ${isSaleKindSql(sql`kind`)}`)
  await markSalesDaysStale(
    tx,
    shop_id,
    written.map(({ day }) => day),
  )
}

/** The months that are closed now, by their first days. */
export async function loadClosedMonths(db: Queryable, shop_id: number): Promise<ReadonlySet<CalendarDate>> {
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

/**
 * Pages through the orders of a shop that are in the books, the newest first. If booking is interrupted, the oldest is
 * still missing.
 */
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
          or(inArray(orders.status, [...SOLD]), and(isCancelledOrUnpaidSql, hasRefund)),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(BLOCK)
    if (page.length === 0) return
    last = page.at(-1)!.id
    yield page.map(({ id }) => id)
  }
}

/** Counts the sold orders without ledger rows, and returns the id of the oldest one. */
export async function findUnbookedOrders({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>) {
  const { rows } = await db.execute<{ orders: number; oldest: number | null }>(
    sql`select count(*)::int as orders, min(order_id)::float8 as oldest from (${unbookedOrdersSql(shop_id)}) u`,
  )
  return rows[0]!
}

/**
 * A job: books orders that older servers shipped without a ledger, before an upgrade or meanwhile. Starts from the
 * oldest order without ledger rows. Returns the number of orders read.
 */
export async function bookMissingOrders(ctx: Context): Promise<number> {
  const { oldest } = await findUnbookedOrders(ctx)
  return oldest === null ? 0 : bookAllSoldOrders(ctx, oldest)
}

/**
 * Books the sold orders of a shop whose id is `from` or higher. Rows that are booked already stay. Returns the number
 * of orders read.
 */
export async function bookAllSoldOrders(ctx: Context, from = 0): Promise<number> {
  let read = 0
  for await (const ids of soldOrders(ctx, from)) {
    await ctx.db.transaction((tx: Tx) => bookOrdersInLedger(tx, ctx, ids))
    read += ids.length
  }
  return read
}

/** A difference between the stored ledger and what follows from the orders. */
export interface LedgerDifference {
  order_id: number
  /** The entry that the order requires and that is not booked; null: a booked entry that the order does not require. */
  expected: string | null
  booked: string | null
}

const keyOf = ({ cause, kind, tax_rate }: Pick<LedgerEntry, 'cause' | 'kind' | 'tax_rate'>) =>
  [cause, kind, tax_rate ?? '-'].join(' ')
const wordsOf = (entry: Omit<LedgerEntry, 'payment_method_id' | 'order_id'>) =>
  `${entry.day} ${keyOf(entry)} ${entry.amount} (${entry.tax})`

/** 照合: derives the ledger rows of all sold orders again, and yields every difference from the stored ones. */
export async function* findLedgerDifferences(ctx: Pick<Context, 'db' | 'shop_id'>): AsyncGenerator<LedgerDifference> {
  const { db, shop_id } = ctx
  for await (const ids of soldOrders(ctx)) {
    const derived = (await loadBookableOrders(db, shop_id, ids)).flatMap(ledgerEntriesOfOrder)
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
