import type { Db, Tx } from '@kushi/db/connect'
import * as deliveries from '@kushi/db/schema/delivery'
import { landing_page } from '@kushi/db/schema/landing-page'
import { category, price_history, product, product_image, product_related, product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code } from '@kushi/db/schema/promotion'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { customer_rank, master_data, shop, shop_content } from '@kushi/db/schema/shop'
import { article, home_block } from '@kushi/db/schema/story'
import { voice } from '@kushi/db/schema/voice'
import { product_worry, worry } from '@kushi/db/schema/worry'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { limitConcurrency } from '../../concurrency-limit.ts'
import type { Clock, Context } from '../../context.ts'
import {
  applyDueChangesOfShop,
  dueScheduledChangeCondition,
  recheckScheduledChange,
  recordScheduledPrices,
  type ScheduledChangeHooks,
} from './apply-due.ts'
import { type ScheduledTable, subjectRowId } from './internal/kinds/kind.ts'
import { scheduleTarget } from './internal/schedule-targets.ts'

/** Database and clock of a context that sees the shop as of a moment, valid during one preview. */
export interface AsOfView {
  db: Db
  clock: Clock
}

/** Carries the result out of the transaction, which is rolled back by throwing it. */
class Seen<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super('seen')
    this.found = found
  }
}

/** One at a time per process: each applies all planned changes again, on its own connection. */
const inTurn = limitConcurrency({ running: 1, waiting: 20, timeout: 5_000 })

/**
 * Shows one shop as of a moment: applies everything planned until then with the code that will apply it, and keeps
 * nothing. The changes go into temporary copies of the affected rows, which hide the shop's tables under the same
 * names. So no row of the shop is locked, and no other session sees the changes. Then the transaction becomes read-only
 * and is rolled back at the end. `look` receives a database that is this one connection: its queries run one after
 * another. `look` must not start another look, which would wait for this one to end. `of`: only the changes of this
 * subject are made, without their last check.
 *
 * @throws Busy when no turn came in time
 */
export const previewShopAsOf = <T>(
  ctx: Pick<Context, 'db' | 'shop_id'>,
  at: Date,
  look: (then: AsOfView) => Promise<T>,
  of?: ScheduleSubject,
) => inTurn(() => seen(ctx, at, look, of))

export type ScheduleSubject = Pick<typeof scheduled_change.$inferSelect, 'kind' | 'subject_id'>

async function seen<T>(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  at: Date,
  look: (then: AsOfView) => Promise<T>,
  of?: ScheduleSubject,
): Promise<T> {
  const clock = clockAt(at)
  try {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ is_spread: boolean }>(sql`
        select set_config('statement_timeout', '3s', true), set_config('lock_timeout', '500ms', true),
          exists (select from pg_extension where extname = 'citus') as is_spread`)
      const copies = await copiesFor(tx, { shop_id, at, of }, rows[0]!.is_spread)
      const asks = !of && copies.some(({ name }) => name === 'price_history')
      if (copies.length > 0) {
        await tx.execute(sql.raw([...copies.map(copied), ...(asks ? [COMPARABLE] : [])].join(';')))
        await applyDueChangesOfShop(tx, { clock, log: silent }, shop_id, asks ? asked : unrecorded)
      }
      await tx.execute(sql.raw([...copies.flatMap(shownBefore), 'set transaction read only'].join(';')))
      throw new Seen(await look({ db: tx as unknown as Db, clock }))
    })
  } catch (error) {
    if (error instanceof Seen) return error.found
    throw error
  }
  throw new Error('a look at the shop was not thrown away')
}

const clockAt = (at: Date): Clock => ({ now: () => at, today: () => timestampToJapanDate(at.getTime()) })

/** A preview needs no locks, because only this transaction sees it, and no audit entries. */
const unrecorded: ScheduledChangeHooks = { begin: async () => undefined, note: async () => undefined }

/**
 * A preview of promotions makes the last check of each change at its own moment, with the prices charged until then.
 */
const asked: ScheduledChangeHooks = {
  begin: (tx, kind, row) => recheckScheduledChange(tx, { clock: clockAt(row.starts_at) }, kind, row),
  note: (tx, row) =>
    recordScheduledPrices(tx, { clock: clockAt(row.state === 'planned' ? row.starts_at : row.ends_at!) }, row),
}
const silent: Context['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The tables that customers see, some of which the changes write. */
const tables = {
  product,
  product_sku,
  product_image,
  product_related,
  price_history,
  category,
  worry,
  product_worry,
  shop,
  shop_content,
  home_block,
  article,
  landing_page,
  voice,
  master_data,
  customer_rank,
  promotion,
  promotion_code,
  scheduled_change,
  ...deliveries,
}
type TableName = keyof typeof tables

/** The tables that the last check of a promotion reads. */
const COMPARED: readonly TableName[] = ['product', 'product_sku', 'price_history']

interface Copy {
  name: TableName
  /** Which of its rows are copied, as SQL. */
  rows: string
  /** The copy contains all rows of the shop, so the original table is not read. */
  isWhole: boolean
}

/**
 * Returns the tables that the planned changes may write, and the schedule itself. Of products only the changed ones,
 * because a catalogue may be large; all of them with their price history if a promotion is checked. With Citus all
 * tables that customers see, because Citus can't join a temporary table with distributed ones.
 */
async function copiesFor(
  tx: Tx,
  { shop_id, at, of }: { shop_id: number; at: Date; of: ScheduleSubject | undefined },
  is_spread: boolean,
): Promise<Copy[]> {
  const { id, kind, subject_id } = scheduled_change
  const due = await tx
    .select({ id, kind, subject_id })
    .from(scheduled_change)
    .where(
      and(
        eq(scheduled_change.shop_id, shop_id),
        dueScheduledChangeCondition(at),
        of && and(eq(kind, of.kind), eq(subject_id, of.subject_id)),
      ),
    )
  if (due.length === 0) return []
  const ofOne = of && ` and id in (${due.map((one) => one.id).join()})`
  const whole = (name: TableName): Copy => {
    const mine = `${name === 'shop' ? 'id' : 'shop_id'} = ${Number(shop_id)}`
    return { name, rows: name === 'scheduled_change' && ofOne ? mine + ofOne : mine, isWhole: true }
  }
  if (is_spread) return (Object.keys(tables) as TableName[]).map(whole)
  const written = new Map<ScheduledTable, Set<number>>()
  for (const one of due)
    for (const name of scheduleTarget(one.kind).writes)
      written.set(name, (written.get(name) ?? new Set()).add(subjectRowId(one.subject_id)))
  const copyOf = ([name, ids]: [ScheduledTable, Set<number>]): Copy => {
    if (name !== 'product' && name !== 'product_sku') return whole(name)
    const own = name === 'product' ? 'id' : 'product_id'
    return { name, rows: `shop_id = ${Number(shop_id)} and ${own} in (${[...ids].join()})`, isWhole: false }
  }
  const compared = !of && written.has('promotion') ? COMPARED : []
  const others = [...written].filter(([name]) => !compared.some((one) => one === name))
  return [whole('scheduled_change'), ...compared.map(whole), ...others.map(copyOf)]
}

/**
 * Copies generated columns and constraints too, so that a change succeeds or fails as it will in reality. Few rows need
 * no index.
 */
function copied({ name, rows, isWhole }: Copy): string {
  const columns = Object.values(getTableColumns(tables[name])).flatMap((one) =>
    one.generated ? [] : [`"${one.name}"`],
  )
  const indexes = isWhole ? ' including indexes' : ''
  return `create temp table ${name} (like public.${name} including generated including constraints${indexes});
    insert into pg_temp.${name} (${columns}) select ${columns} from public.${name} where ${rows}`
}

/**
 * New prices are noted in the copy; their ids come after the copied ones. Without figures of the copies the database joins a large
 * catalogue as if it were small, for each check.
 */
const COMPARABLE = `alter table pg_temp.price_history alter id add generated always as identity (start with ${2 ** 52});
  analyze ${COMPARED.map((name) => `pg_temp.${name}`).join()}`

/** Unites the copied rows with the other rows of the table under the table's name. */
const shownBefore = ({ name, rows, isWhole }: Copy): string[] =>
  isWhole
    ? []
    : [
        `alter table pg_temp.${name} rename to ${name}_then`,
        `create temp view ${name} as select * from public.${name} where not (${rows}) union all select * from pg_temp.${name}_then`,
      ]
