import type { ActorKind } from '@kushi/values/actor'
import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { getTableName, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  type ForeignKeyBuilder,
  foreignKey,
  text,
} from 'drizzle-orm/pg-core'

/** The id of a row, or the reference to one. `bigint`, as generated ids have to be where tables are distributed. */
export const id = () => bigint({ mode: 'number' })

/** An id that PostgreSQL gives. Seeds with ids of their own override it, and move the sequence on. */
export const generatedId = () => id().notNull().generatedAlwaysAsIdentity()

/** A place in the database's log, `0/16B3748`. */
export const lsn = customType<{ data: string }>({ dataType: () => 'pg_lsn' })

/** A foreign key that stays within the shop: `(shop_id, column)` to `(shop_id, id)`. */
export const inShop = (
  { shop_id }: { shop_id: AnyPgColumn },
  column: AnyPgColumn,
  target: { shop_id: AnyPgColumn; id: AnyPgColumn },
): ForeignKeyBuilder =>
  foreignKey({
    name: `${getTableName(column.table)}_${column.name}_fk`,
    columns: [shop_id, column],
    foreignColumns: [target.shop_id, target.id],
  })

/** Who did it, of every event; see packages/shop/src/actor.ts. */
export const actorColumns = {
  actor_kind: text().$type<ActorKind>().notNull(),
  /** Of the member or the operator. */
  actor_id: id(),
  /** Of an operator, a provider or a job, as it was on that day; a member's stays with the member. */
  actor_name: text().notNull(),
}

export const actorCheck = ({ actor_kind }: { actor_kind: AnyPgColumn }) =>
  check(
    `${getTableName(actor_kind.table)}_actor`,
    sql`CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END`,
  )

const methodIds = PAYMENT_METHOD_IDS.filter((id) => id !== null)

/** null is cash on delivery; see packages/values/src/payment-method.ts. */
export const paymentMethodCheck = (name: string) =>
  check(name, sql.raw(`payment_method_id IN (${methodIds.join(', ')})`))
