import type { Db, Tx } from '@kushi/db/connect'
import * as deliveries from '@kushi/db/schema/delivery'
import { category, product, product_image, product_related, product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { customer_rank, master_data, shop, shop_content } from '@kushi/db/schema/shop'
import { article, home_block } from '@kushi/db/schema/story'
import { product_worry, worry } from '@kushi/db/schema/worry'
import { fromTimestamp } from '@kushi/values/timestamp'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Clock, Context } from '../context.ts'
import { dueBy, makeDue } from './apply-due.ts'
import { idOf, type WrittenTable } from './internal/kinds/kind.ts'
import { kindOf } from './internal/kinds.ts'

/** The shop as of a moment, for the time of one look: what a context reads there. */
export interface Then {
  db: Db
  clock: Clock
}

/** Carries what was seen out of the transaction that is thrown away with it. */
class Seen<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super('seen')
    this.found = found
  }
}

/**
 * Shows one shop as of a moment: everything planned until then is made by the code that will make it, and nothing of it is kept. The
 * changes go into temporary copies of the rows that they concern, which stand before the shop's own under the same names; so no row of
 * the shop is locked, and nobody else sees them. The transaction reads only, then, and is thrown away. `look` gets a database
 * that is this one connection: its queries follow one another.
 */
export async function seeAsOf<T>(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  at: Date,
  look: (then: Then) => Promise<T>,
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
        await makeDue(tx, { clock, log: silent }, shop_id, meantByNobody)
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

/** Nobody waits for what only this transaction sees, and the trail is of what has happened. */
const meantByNobody = { begin: async () => undefined, note: async () => undefined }
const silent: Context['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** What customers are shown, of which the changes write some. */
const tables = {
  ...{ product, product_sku, product_image, product_related, category, worry, product_worry },
  ...{ shop, shop_content, home_block, article, master_data, customer_rank, scheduled_change },
  ...deliveries,
}
type TableName = keyof typeof tables

interface Copy {
  name: TableName
  /** Which rows of it, as SQL. */
  rows: string
  /** All that the shop has there: nothing else is looked for. */
  isWhole: boolean
}

/**
 * What the changes until then may write, and how they are remembered. Of goods only theirs: a catalogue may be large. Where shops are spread
 * over several machines, all that customers are shown: Citus joins no copy with what lies elsewhere.
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
    for (const name of kindOf(kind).writes) written.set(name, (written.get(name) ?? new Set()).add(idOf(subject_id)))
  const copyOf = ([name, ids]: [WrittenTable, Set<number>]): Copy => {
    if (name !== 'product' && name !== 'product_sku') return whole(name)
    const id = name === 'product' ? 'id' : 'product_id'
    return { name, rows: `shop_id = ${Number(shop_id)} and ${id} in (${[...ids].join()})`, isWhole: false }
  }
  return [whole('scheduled_change'), ...[...written].map(copyOf)]
}

/** With what is calculated and refused there, so that a change ends as it will. Of a few rows no index is worth making. */
function copied({ name, rows, isWhole }: Copy): string {
  const columns = Object.values(getTableColumns(tables[name])).flatMap((one) =>
    one.generated ? [] : [`"${one.name}"`],
  )
  const indexes = isWhole ? ' including indexes' : ''
  return `create temp table ${name} (like public.${name} including generated including constraints${indexes});
    insert into pg_temp.${name} (${columns}) select ${columns} from public.${name} where ${rows}`
}

/** All rows again under the name of the table, those of the copy in the place of their own. */
const shownBefore = ({ name, rows, isWhole }: Copy): string[] =>
  isWhole
    ? []
    : [
        `alter table pg_temp.${name} rename to ${name}_then`,
        `create temp view ${name} as select * from public.${name} where not (${rows}) union all select * from pg_temp.${name}_then`,
      ]
