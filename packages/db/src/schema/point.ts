import { POINT_ENTRY_KIND_NAME } from '@kushi/values/points'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { orders } from './order.ts'

/** ポイントの残高 of a member: the sum of the member's entries. Concurrent uses of points wait for the lock of this row. */
export const point_account = shopTable(
  'point_account',
  {
    owner: 'point',
    kept: 'person',
    person: { by: 'customer_id', shown: 'ポイント', erased: { stays: 'amounts, dates and goods belong to the books' } },
    merged: { fate: 'joins', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    balance: integer().notNull(),
    /** Revoked points that the member had already spent; the next grant or return is reduced by them. */
    unclaimed: integer().notNull().default(0),
    /** The last day on which the points are good. */
    points_until: date().notNull(),
    /** The `points_until` that the member was told of. */
    noticed_for: date(),
    /**
     * The notice about a pause of points: `paused`, the member is to be notified; `told`, they were; `resumed`, they
     * are to be notified of the end. null: none.
     */
    pause_notice: text({ enum: ['paused', 'told', 'resumed'] }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.customer_id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.points_until).where(sql`balance > 0`),
    index('point_account_pause').on(t.shop_id, t.customer_id).where(sql`pause_notice in ('paused', 'resumed')`),
    closedListCheck('point_account_pause_notice', t.pause_notice),
    check('point_account_balance', sql`balance >= 0`),
  ],
)

/** ポイントの記録: rows are only added. */
export const point_entry = shopTable(
  'point_entry',
  {
    owner: 'point',
    kept: 'person',
    person: {
      by: 'customer_id',
      shown: 'ポイントの記録',
      erased: { sets: { reason: ERASED_NAME }, only: sql`point_kind = 'adjust'` },
    },
    merged: { fate: 'moves', name: 'ポイントの記録' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    point_kind: closedListColumn(POINT_ENTRY_KIND_NAME).notNull(),
    /** Negative: the member has so many less. */
    points: integer().notNull(),
    /** null: of no order. */
    order_id: idColumn(),
    /** Of an operator's adjustment, for operators only; and why points were lost. */
    reason: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.order_id, orders),
    index().on(t.shop_id, t.customer_id, t.id),
    index().on(t.shop_id, t.created_at, t.id),
    index('point_entry_of_order').on(t.shop_id, t.order_id).where(sql`order_id is not null`),
    uniqueIndex('point_entry_once').on(t.shop_id, t.order_id, t.point_kind).where(sql`point_kind IN ('grant', 'use')`),
    check(
      'point_entry_points',
      sql`CASE point_kind WHEN 'grant' THEN points > 0 AND order_id IS NOT NULL
        WHEN 'return' THEN points > 0 AND order_id IS NOT NULL
        WHEN 'use' THEN points < 0 AND order_id IS NOT NULL
        WHEN 'revoke' THEN points < 0 AND order_id IS NOT NULL
        WHEN 'expire' THEN points < 0
        WHEN 'refer' THEN points > 0 AND order_id IS NULL
        WHEN 'unrefer' THEN points < 0 AND order_id IS NULL
        WHEN 'adjust' THEN points <> 0 AND reason <> ''
        ELSE false END`,
    ),
  ],
)

/** The points of an order: those that it used, and those that it grants by the rules of its day. */
export const order_point = shopTable(
  'order_point',
  {
    owner: 'point',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'ご注文のポイント',
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    used: integer().notNull(),
    /** The used points that were returned. */
    returned: integer().notNull().default(0),
    /** Of those that were returned: for deliveries of a 年払い that won't come. */
    returned_rest: integer().notNull().default(0),
    rate: smallint().notNull(),
    days: smallint().notNull(),
    /** The points that it grants for the kept goods. */
    points: integer().notNull(),
    /** The day on which they are granted; null: not delivered yet. */
    due_on: date(),
    /** When they were granted, or not, because nothing was left to grant. */
    settled_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.order_id] }),
    shopForeignKey(t, t.order_id, orders),
    index('order_point_due').on(t.shop_id, t.due_on, t.order_id).where(sql`settled_at IS NULL`),
    check('order_point_amounts', sql`used >= 0 AND returned BETWEEN 0 AND used AND points >= 0`),
  ],
)
