import type { Db, Tx } from '@kushi/db/connect'
import * as deliveries from '@kushi/db/schema/delivery'
import { category, product, product_image, product_related, product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code } from '@kushi/db/schema/promotion'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { customer_rank, master_data, shop, shop_content } from '@kushi/db/schema/shop'
import { article, home_block } from '@kushi/db/schema/story'
import { voice } from '@kushi/db/schema/voice'
import { product_worry, worry } from '@kushi/db/schema/worry'
import { fromTimestamp } from '@kushi/values/timestamp'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { limitConcurrency } from '../../concurrency-limit.ts'
import type { Clock, Context } from '../../context.ts'
import { dueBy, makeDue } from './apply-due.ts'
import { idOf, type WrittenTable } from './internal/kinds/kind.ts'
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
const inTurn = limitConcurrency({ running: 1, waiting: 20, patience: 5_000 })

/**
 * Shows one shop as of a moment: applies everything planned until then with the code that will apply it, and keeps
 * nothing. The changes go into temporary copies of the affected rows, which hide the shop's tables under the same
 * names. So no row of the shop is locked, and no other session sees the changes. Then the transaction becomes read-only
 * and is rolled back at the end. `look` receives a database that is this one connection: its queries run one after
 * another.
 * `look` must not start another look, which would wait for this one to end.
 *
 * @throws Busy when no turn came in time
 */
export const seeAsOf = <T>(ctx: Pick<Context, 'db' | 'shop_id'>, at: Date, look: (then: AsOfView) => Promise<T>) =>
  inTurn(() => seen(ctx, at, look))

async function seen<T>(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  at: Date,
  look: (then: AsOfView) => Promise<T>,
): Promise<T> {
  const clock = { now: () => at, today: () => fromTimestamp(at.getTime()) }
  try {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ is_spread: boolean }>(sql`
        select set_config('statement_timeout', '3s', true), set_config('lock_timeout', '500ms', true),
          exists (select from pg_extension where extname = 'citus') as is_spread`)
      const copies = await copiesFor(tx, shop_id, at, rows[0]!.is_spread)
      if (copies.length > 0) {
        await tx.execute(sql.raw(copies.map(copied).join(';')))
        await makeDue(tx, { clock, log: silent }, shop_id, unrecorded)
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

/** A preview needs no locks, because only this transaction sees it, no last check, which needs all products, and no audit entries. */
const unrecorded = { begin: async () => undefined, note: async () => undefined }
const silent: Context['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The tables that customers see, some of which the changes write. */
const tables = {
  product,
  product_sku,
  product_image,
  product_related,
  category,
  worry,
  product_worry,
  shop,
  shop_content,
  home_block,
  article,
  voice,
  master_data,
  customer_rank,
  promotion,
  promotion_code,
  scheduled_change,
  ...deliveries,
}
type TableName = keyof typeof tables

interface Copy {
  name: TableName
  /** Which of its rows are copied, as SQL. */
  rows: string
  /** The copy contains all rows of the shop, so the original table is not read. */
  isWhole: boolean
}

/**
 * Returns the tables that the changes until then may write, and the schedule itself. Of products only the changed ones,
 * because a catalogue may be large. With Citus copies all tables that customers see, because Citus can't join a
 * temporary table with distributed ones.
 */
async function copiesFor(tx: Tx, shop_id: number, at: Date, is_spread: boolean): Promise<Copy[]> {
  const due = await tx
    .selectDistinct({ kind: scheduled_change.kind, subject_id: scheduled_change.subject_id })
    .from(scheduled_change)
    .where(and(eq(scheduled_change.shop_id, shop_id), dueBy(at)))
  if (due.length === 0) return []
  const whole = (name: TableName): Copy => {
    return { name, rows: `${name === 'shop' ? 'id' : 'shop_id'} = ${Number(shop_id)}`, isWhole: true }
  }
  if (is_spread) return (Object.keys(tables) as TableName[]).map(whole)
  const written = new Map<WrittenTable, Set<number>>()
  for (const { kind, subject_id } of due)
    for (const name of scheduleTarget(kind).writes)
      written.set(name, (written.get(name) ?? new Set()).add(idOf(subject_id)))
  const copyOf = ([name, ids]: [WrittenTable, Set<number>]): Copy => {
    if (name !== 'product' && name !== 'product_sku') return whole(name)
    const id = name === 'product' ? 'id' : 'product_id'
    return { name, rows: `shop_id = ${Number(shop_id)} and ${id} in (${[...ids].join()})`, isWhole: false }
  }
  return [whole('scheduled_change'), ...[...written].map(copyOf)]
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

/** Unites the copied rows with the other rows of the table under the table's name. */
const shownBefore = ({ name, rows, isWhole }: Copy): string[] =>
  isWhole
    ? []
    : [
        `alter table pg_temp.${name} rename to ${name}_then`,
        `create temp view ${name} as select * from public.${name} where not (${rows}) union all select * from pg_temp.${name}_then`,
      ]
