import '@kushi/db/schema/index'
import type { Tx } from '@kushi/db/connect'
import { type RetentionTerm, tableFacts } from '@kushi/db/schema/facts'
import { addDays } from '@kushi/values/calendar-date'
import { and, eq, getTableColumns, getTableName, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'

type Forgetting = Pick<Context, 'db' | 'clock' | 'settings' | 'log'>

const DAY = 86_400_000
/** `OUTBOX_KEEP_DAYS`, if the installation does not set it. */
const OUTBOX_DAYS = 30
/** Rows per transaction, so that no lock is held for long. */
const AT_ONCE = 1_000

/**
 * A job for all shops: deletes or clears rows by the retention terms in their table's facts. Returns the number of rows
 * of each table.
 */
export async function deleteExpiredRows(
  ctx: Forgetting,
): Promise<{ broken: number; forgotten: Record<string, number> }> {
  const forgotten: Record<string, number> = {}
  let broken = 0
  for (const [table, { kept }] of tableFacts)
    for (const term of typeof kept === 'object' && !('job' in kept) ? kept : []) {
      const name = getTableName(table)
      try {
        const rows = await forget(ctx, table, term)
        if (rows > 0) forgotten[name] = (forgotten[name] ?? 0) + rows
      } catch (err) {
        broken += 1
        ctx.log.error({ err, table: name }, 'rows are not forgotten')
      }
    }
  return { broken, forgotten }
}

async function forget(ctx: Forgetting, table: PgTable, term: RetentionTerm): Promise<number> {
  const due = isDue(ctx, table, term)
  const { shop_id, id } = columnsOf(table)
  const end = (tx: Pick<Tx, 'update' | 'delete'>, which: SQL | undefined) =>
    term.sets ? tx.update(table).set(term.sets).where(which) : tx.delete(table).where(which)
  if (!shop_id || !id) return (await end(ctx.db, due)).rowCount ?? 0
  const below = term.sets ? [] : childrenOf(table)
  let total = 0
  for (let found = AT_ONCE; found === AT_ONCE; total += found) {
    const rows = await ctx.db.select({ shop_id, id }).from(table).where(due).limit(AT_ONCE)
    found = rows.length
    for (const [shop, own] of Map.groupBy(rows, (row) => row.shop_id)) {
      const these = and(
        eq(shop_id, shop),
        inArray(
          id,
          own.map((row) => row.id),
        ),
        due,
      )
      await ctx.db.transaction(async (tx) => {
        if (below.length > 0) {
          // Locks the rows that are still expired: some may have been used since they were selected.
          const still = await tx.select({ id }).from(table).where(these).for('update')
          const ids = [0, ...still.map((row) => row.id)]
          for (const { child, column } of below)
            await tx.delete(child).where(and(eq(columnsOf(child)['shop_id']!, shop), inArray(column, ids)))
        }
        await end(tx, these)
      })
    }
  }
  return total
}

function isDue({ clock, settings }: Forgetting, table: PgTable, { after, since, only, sets = {} }: RetentionTerm) {
  const columns = columnsOf(table)
  const days =
    after === 'outbox_keep_days'
      ? (settings.outbox_keep_days ?? OUTBOX_DAYS)
      : 'days' in after
        ? after.days
        : after.hours / 24
  const until = new Date(clock.now().getTime() - days * DAY)
  const isOver =
    typeof since !== 'string'
      ? sql`${since} <= ${until.toISOString()}::timestamptz`
      : columns[since]!.dataType === 'string'
        ? lte(columns[since]!, addDays(clock.today(), -days - 1))
        : lte(columns[since]!, until)
  const isThere = Object.entries(sets).map(([name, value]) =>
    value === null ? isNotNull(columns[name]!) : ne(columns[name]!, value),
  )
  return and(isOver, only?.where, ...isThere)
}

/** Tables whose rows go with the rows that they refer to, where the database does not delete them itself. */
const childrenOf = (table: PgTable) =>
  [...tableFacts].flatMap(([child, { kept }]) =>
    kept !== 'parent'
      ? []
      : getTableConfig(child).foreignKeys.flatMap((key) => {
          const { columns, foreignTable } = key.reference()
          const column = columns.find(({ name }) => name !== 'shop_id')
          return foreignTable === table && key.onDelete !== 'cascade' && column ? [{ child, column }] : []
        }),
  )

const columnsOf = (table: PgTable) => getTableColumns(table) as Record<string, AnyPgColumn>
