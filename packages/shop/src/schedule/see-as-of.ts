import type { Db, Tx } from '@kushi/db/connect'
import { delivery } from '@kushi/db/schema/delivery'
import { product, product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop, shop_content } from '@kushi/db/schema/shop'
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
      await tx.execute(
        sql`select set_config('statement_timeout', '3s', true), set_config('lock_timeout', '500ms', true)`,
      )
      const copies = await copiesFor(tx, shop_id, at)
      if (copies.length > 0) {
        await tx.execute(sql.raw(copies.map(copied).join(';')))
        await makeDue(tx, { clock, log: silent }, shop_id, meantByNobody)
      }
      await tx.execute(sql.raw([...copies.map(shownBefore), 'set transaction read only'].join(';')))
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

const tables = { product, product_sku, shop, shop_content, delivery, scheduled_change }

interface Copy {
  name: keyof typeof tables
  /** Which rows of it, as SQL. */
  rows: string
}

/** What the changes until then may write, and how they are remembered. Of goods only theirs: a catalogue may be large. */
async function copiesFor(tx: Tx, shop_id: number, at: Date): Promise<Copy[]> {
  const due = await tx
    .selectDistinct({ kind: scheduled_change.kind, subject_id: scheduled_change.subject_id })
    .from(scheduled_change)
    .where(and(eq(scheduled_change.shop_id, shop_id), dueBy(at)))
  if (due.length === 0) return []
  const written = new Map<WrittenTable, Set<number>>()
  for (const { kind, subject_id } of due)
    for (const name of kindOf(kind).writes) written.set(name, (written.get(name) ?? new Set()).add(idOf(subject_id)))
  const ofShop = `shop_id = ${Number(shop_id)}`
  const rowsOf = (name: WrittenTable, ids: Set<number>): string => {
    if (name === 'shop') return `id = ${Number(shop_id)}`
    if (name === 'shop_content' || name === 'delivery') return ofShop
    return `${ofShop} and ${name === 'product' ? 'id' : 'product_id'} in (${[...ids].join()})`
  }
  return [
    { name: 'scheduled_change', rows: ofShop },
    ...[...written].map(([name, ids]) => ({ name, rows: rowsOf(name, ids) })),
  ]
}

/** With what is calculated and refused there, so that a change ends as it will. */
function copied({ name, rows }: Copy): string {
  const columns = Object.values(getTableColumns(tables[name])).flatMap((one) =>
    one.generated ? [] : [`"${one.name}"`],
  )
  // What is written with `on conflict` needs its key; of so few rows nothing else does.
  const key = name === 'shop_content' ? ' including indexes' : ''
  return `create temp table ${name} (like public.${name} including generated including constraints${key});
    insert into pg_temp.${name} (${columns}) select ${columns} from public.${name} where ${rows}`
}

/** All rows again under the name of the table, those of the copy in the place of their own. */
const shownBefore = ({ name, rows }: Copy): string => `alter table pg_temp.${name} rename to ${name}_then;
  create temp view ${name} as select * from public.${name} where not (${rows}) union all select * from pg_temp.${name}_then`
