import '@kushi/db/schema/index'
import type { Queryable } from '@kushi/db/connect'
import { consent_event, customer, customer_address, customer_rank_event } from '@kushi/db/schema/customer'
import { tableFacts } from '@kushi/db/schema/facts'
import { moved_row } from '@kushi/db/schema/move-in'
import { audit_event } from '@kushi/db/schema/operator'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { person_sign } from '@kushi/db/schema/person'
import { point_account, point_entry } from '@kushi/db/schema/point'
import { customer_fact, order_fact, subscription_fact } from '@kushi/db/schema/report'
import {
  subscription,
  subscription_event,
  subscription_order_item,
  subscription_reason,
} from '@kushi/db/schema/subscription'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { MOVED_POINTS_REASON } from '../../../catalogue/point/index.ts'

/** The ids of moved members, and of their contracts and orders. */
export interface MovedMemberIds {
  former_system: string
  customers: readonly number[]
  /** Contracts and orders of any origin, each with its member. */
  subscriptions: ReadonlyMap<number, number>
  orders: ReadonlyMap<number, number>
}

type Root = 'customer' | 'orders' | 'subscription'

/**
 * The tables that a move writes or that are derived from them. Their rows are deleted with their member, children
 * first.
 */
export const MOVED_TABLES_TO_DELETE: readonly { table: PgTable; root: Root; column: string }[] = [
  { table: order_fact, root: 'orders', column: 'order_id' },
  { table: order_status_event, root: 'orders', column: 'order_id' },
  { table: order_item, root: 'orders', column: 'order_id' },
  { table: customer_fact, root: 'customer', column: 'customer_id' },
  { table: orders, root: 'orders', column: 'id' },
  { table: subscription_fact, root: 'subscription', column: 'subscription_id' },
  { table: subscription_reason, root: 'subscription', column: 'subscription_id' },
  { table: subscription_event, root: 'subscription', column: 'subscription_id' },
  { table: subscription_order_item, root: 'subscription', column: 'subscription_id' },
  { table: subscription, root: 'subscription', column: 'id' },
  { table: person_sign, root: 'customer', column: 'customer_id' },
  { table: customer_rank_event, root: 'customer', column: 'customer_id' },
  { table: point_entry, root: 'customer', column: 'customer_id' },
  { table: point_account, root: 'customer', column: 'customer_id' },
  { table: consent_event, root: 'customer', column: 'customer_id' },
  { table: customer_address, root: 'customer', column: 'customer_id' },
  { table: customer, root: 'customer', column: 'id' },
]

const ROOT_OF_COLUMN: Record<string, Root> = {
  customer_id: 'customer',
  order_id: 'orders',
  subscription_id: 'subscription',
}

/** Names of tables for the operator, if their facts have no Japanese name. */
const TABLE_NAME: Record<string, string> = {
  acting_session: '代理ログイン',
  experiment_order: '比較(ABテスト)',
  experiment_unit: '比較(ABテスト)',
  ledger_entry: '売上台帳',
  order_check: 'ご注文の確認',
  order_note: '注文の社内メモ',
  subscription_note: '定期便の社内メモ',
  settlement_line: '入金の明細',
  subscription_cycle: '定期便のお届けのお知らせ',
}

/**
 * Every other table that leads to a member, an order or a contract, found by its foreign keys and its facts. A move
 * writes no row there, so a row means that somebody acted since. New tables are included automatically.
 */
const LIVING_TABLES = [...tableFacts].flatMap(([table, { person, merged }]) => {
  if (MOVED_TABLES_TO_DELETE.some((one) => one.table === table)) return []
  const { foreignKeys, columns } = getTableConfig(table)
  const found = new Map<string, Root>()
  for (const key of foreignKeys) {
    const { columns: from, foreignTable } = key.reference()
    const root = getTableName(foreignTable)
    const column = from.find(({ name }) => name !== 'shop_id')
    if (column && (root === 'customer' || root === 'orders' || root === 'subscription')) found.set(column.name, root)
  }
  const isOfNobody = person && 'nobody' in person
  if (!isOfNobody) for (const { name } of columns) if (name in ROOT_OF_COLUMN) found.set(name, ROOT_OF_COLUMN[name]!)
  const shown = person && 'by' in person && typeof person.shown === 'string' ? person.shown : null
  const what = TABLE_NAME[getTableName(table)] ?? shown ?? merged?.name ?? 'ほかの記録'
  return [...found].map(([column, root]) => ({ table, column, root, what }))
})

/**
 * Returns the reasons, in words, why these members are no longer as their move left them. Untouched members are missing
 * in the answer.
 */
export async function findChangesAfterMove(
  db: Queryable,
  shop_id: number,
  people: MovedMemberIds,
): Promise<Map<number, Set<string>>> {
  const ids: Record<Root, readonly number[]> = {
    customer: people.customers,
    orders: [...people.orders.keys()],
    subscription: [...people.subscriptions.keys()],
  }
  const memberOf: Record<Root, (id: number) => number> = {
    customer: (id) => id,
    orders: (id) => people.orders.get(id)!,
    subscription: (id) => people.subscriptions.get(id)!,
  }
  const elsewhere = LIVING_TABLES.map(({ table, column, root, what }) => {
    const key = sql.raw(`x.${column}`)
    // The second condition lets partial indexes answer.
    return foundRows(root, what, sql`${table} x where ${key} ${among(root)} and ${key} is not null`, key)
  })
  const all = [...changedRowsSql(people.former_system), ...elsewhere].map(
    (one) => sql`${one} and x.shop_id = ${shop_id}`,
  )
  const array = (root: Root) => sql`${sql.param([...ids[root]])}::bigint[]`
  const { rows } = await db.execute<{ root: Root; id: number; what: string }>(sql`
    with ids as materialized (
      select ${array('customer')} as customer, ${array('orders')} as orders, ${array('subscription')} as subscription)
    ${sql.join(all, sql` union all `)}`)
  const livedOn = new Map<number, Set<string>>()
  for (const { root, id, what } of rows) {
    const member = memberOf[root](id)
    const reasons = livedOn.get(member) ?? new Set()
    livedOn.set(member, reasons.add(what))
  }
  return livedOn
}

/** Condition: the id is one of these members, of their orders, or of their contracts. */
const among = (root: Root) => sql.raw(`= any((select ids.${root} from ids)::bigint[])`)

const foundRows = (root: Root, what: string, from: SQL, id = sql.raw('x.id')) =>
  sql`select distinct ${root}::text as root, ${id}::float8 as id, ${what}::text as what from ${from}`

/** Rows of a move's own tables that the move did not write, or that changed since. */
function changedRowsSql(former_system: string): SQL[] {
  const isMoved = (kind: 'address' | 'subscription' | 'order', more = sql``) =>
    sql`exists (select from ${moved_row} m where m.shop_id = x.shop_id and m.former_system = ${former_system}
      and m.kind = ${kind} and m.row_id = x.id ${more})`
  const ofMembers = (what: string, table: PgTable, where: SQL) =>
    foundRows(
      'customer',
      what,
      sql`${table} x where x.customer_id ${among('customer')} and ${where}`,
      sql`x.customer_id`,
    )
  const own = (root: Root, what: string, table: PgTable, where: SQL) =>
    foundRows(root, what, sql`${table} x where x.id ${among(root)} and ${where}`)
  const hasEvents = sql`1 < (select count(*) from ${order_status_event} e where e.shop_id = x.shop_id and e.order_id = x.id)`
  const hasOtherVersion = isMoved('subscription', sql`and coalesce(m.version, 1) <> x.version`)
  return [
    own(
      'customer',
      '退会',
      customer,
      sql`(x.withdrawn_at is not null and x.moved_as is null or x.leaving_at is not null)`,
    ),
    own('customer', '利用停止', customer, sql`x.blocked_at is not null`),
    own('customer', 'メールアドレスの確認', customer, sql`x.email_verified_at is not null`),
    own('customer', 'LINEの連携', customer, sql`x.line_id is not null`),
    foundRows(
      'customer',
      '統合した会員',
      sql`${customer} x where x.merged_into_id ${among('customer')} and x.merged_into_id is not null`,
      sql`x.merged_into_id`,
    ),
    own('orders', '移行のあとの注文', orders, sql`not ${isMoved('order')}`),
    own('orders', '注文の変更', orders, sql`(x.updated_at <> x.created_at or ${hasEvents})`),
    own('subscription', '移行のあとの定期便', subscription, sql`not ${isMoved('subscription')}`),
    own('subscription', '定期便の変更', subscription, hasOtherVersion),
    ofMembers('お届け先の追加', customer_address, sql`not x.is_default and not ${isMoved('address')}`),
    ofMembers('お知らせへの同意の変更', consent_event, sql`x.screen is distinct from 'moved_in'`),
    ofMembers('ポイントの増減', point_entry, sql`(x.point_kind <> 'adjust' or x.reason <> ${MOVED_POINTS_REASON})`),
    ofMembers('会員ランクの変更', customer_rank_event, sql`x.reason is not null`),
    ...AUDITED.map(([subject, root]) =>
      foundRows(
        root,
        '管理画面での変更',
        sql`${audit_event} x where x.subject = ${subject}
          and x.subject_id = any((select ids.${sql.raw(root)} from ids)::text[])`,
        sql`x.subject_id`,
      ),
    ),
  ]
}

/** The subjects of 操作履歴 whose `subject_id` is a member, an order or a contract. */
const AUDITED = [
  ['customer', 'customer'],
  ['order', 'orders'],
  ['subscription', 'subscription'],
] as const satisfies [string, Root][]
