import type { BuildColumns, BuildExtraConfigColumns, SQL } from 'drizzle-orm'
import {
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
  pgTable,
} from 'drizzle-orm/pg-core'

/** When rows are forgotten, by the hourly job `retention` (packages/shop/src/foundation/retention). */
export interface RetentionTerm<Column extends string = string> {
  /** How long after `since`; `outbox_keep_days`: as the installation sets it. */
  after: { days: number } | { hours: number } | 'outbox_keep_days'
  since: Column | SQL
  /** Only these rows, with the words of docs/security.md about them. */
  only?: { words: string; where: SQL }
  /** Values that replace the old ones, if the row itself stays. */
  sets?: { [Name in Column]?: unknown }
}

/**
 * The bound of the rows. `settings`: what operators enter. `books`: kept as long as the shop's books; grows with orders
 * and work, never by a visitor alone. `person`: until 退会 or 削除. `parent`: deleted with the referenced row. `next`:
 * replaced by the next one. `job`: deleted by the work that made it.
 */
type Kept<Column extends string> =
  | 'settings'
  | 'books'
  | 'person'
  | 'parent'
  | 'next'
  | { job: string; when: string }
  | readonly RetentionTerm<Column>[]

/**
 * The effect of a merge of two members on the other's rows. `moves`: they become the kept member's. `keyed`: the same,
 * with a new idempotency key if the kept member already has it. `joins`: a function of its own moves the rows that the
 * kept member lacks and deletes the rest. `goes`: deleted. `stays`: unchanged, because they are closed records of the
 * old account.
 */
type Merged = 'moves' | 'keyed' | 'joins' | 'goes' | 'stays'

/**
 * The effect of 削除. `rows`: the rows are deleted, at 退会 or only then. `sets`: the values written over personal data,
 * where `only` holds. `does`: a function of packages/shop/src/operation/membership of this name. `stays`: nothing, with
 * the reason.
 */
type Erased<Column extends string> =
  | { rows: '退会' | '削除' }
  | { sets: { [Name in Column]?: unknown }; only?: SQL }
  | { does: string }
  | { stays: string }

/**
 * Facts about the personal data of a table: how its rows lead to a member, their disclosure (開示) and their erasure
 * (削除).
 */
export interface PersonFacts<Column extends string = string> {
  /** How a row leads to its member, through other tables if need be. */
  by: Column | readonly Column[]
  /** The heading in the file of a 開示, or why it is not in there. */
  shown: string | { not: string }
  /**
   * Columns that the file of a 開示 leaves out: secrets of the shop and of providers, and data that is not about the
   * person.
   */
  hides?: readonly Column[]
  erased: Erased<Column>
}

/** Columns that make a table personal: its facts must say how the data is treated, or why its rows are about nobody. */
const PERSON_COLUMNS = [
  'customer_id',
  'order_id',
  'subscription_id',
  'inquiry_id',
  'payment_id',
  'shipment_id',
  'email',
  'line_user_id',
  'phone_number',
] as const
type PersonColumn = (typeof PERSON_COLUMNS)[number]

interface Facts<Column extends string> {
  /** The feature whose handlers write it. */
  owner: string
  /** Other features that write it, each with its reason. */
  writers?: Readonly<Record<string, string>>
  kept: Kept<Column>
  /** Columns with the path of an uploaded picture, or with HTML or JSON that may name one. */
  pictures?: { readonly [Name in Column]?: 'path' | 'html' | 'json' }
  /** `unlinked`: a text may name a person, to whom no column leads; so neither 開示 nor 削除 finds it, and why it may stay. */
  person?: PersonFacts<Column> | { nobody: string } | { unlinked: string }
  /** `name`: what the operator reads before a merge; null: not listed. */
  merged?: { fate: Merged; name: string | null }
}

type Needs<Column extends string> =
  | (Extract<Column, PersonColumn> extends never ? never : 'person')
  | ('customer_id' extends Column ? 'merged' : never)

/**
 * The facts of a table. A table with a column that leads to a person does not compile without the treatment of that
 * data.
 */
type TableFacts<Column extends string> = Facts<Column> & Required<Pick<Facts<Column>, Needs<Column>>>

/**
 * Declares a table together with facts about it: retention, erasure, merging and other rules. Jobs that work on all
 * tables read the facts; queries do not.
 */
export function shopTable<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  facts: TableFacts<NoInfer<keyof Columns & string>>,
  columns: Columns,
  constraints: (self: BuildExtraConfigColumns<Name, Columns, 'pg'>) => PgTableExtraConfigValue[] = () => [],
): PgTableWithColumns<{
  name: Name
  schema: undefined
  columns: BuildColumns<Name, Columns, 'pg'>
  dialect: 'pg'
}> {
  const table = pgTable(name, columns, constraints)
  told.set(table, facts as Facts<string>)
  return table
}

const told = new Map<PgTable, Facts<string>>()

/** All tables that are declared so far, with their facts; import `schema/index.ts` first. */
export const tableFacts: ReadonlyMap<PgTable, Facts<string>> = told
