import type { PersonMatch } from '@kushi/values/person'
import { IDENTITY_SIGN_KIND_NAME, WATCH_EFFECT_NAME } from '@kushi/values/person'
import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { orders } from './order.ts'
import { shop } from './shop.ts'

/**
 * A sign by which a person is recognised in another account: a keyed hash of data in the member's orders (phone, name
 * and address, mailbox, LINE), never the text itself. Deleted when the member is erased.
 */
export const person_sign = shopTable(
  'person_sign',
  {
    owner: 'person',
    kept: 'person',
    person: {
      by: 'customer_id',
      shown: { not: 'would tell how fraud is found (個人情報保護法 第33条第2項第2号)' },
      erased: { rows: '削除' },
    },
    merged: { fate: 'joins', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    /** `<key>.<hash>`: hashes of another key of the installation are other signs. */
    sign: text().notNull(),
    customer_id: idColumn().notNull(),
    kind: closedListColumn(IDENTITY_SIGN_KIND_NAME).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.sign, t.customer_id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.customer_id),
    closedListCheck('person_sign_kind', t.kind),
  ],
)

/**
 * How far the orders of a shop have been given signs with the current key and format. With a new key or format it
 * begins again.
 */
export const person_sign_progress = shopTable(
  'person_sign_progress',
  { owner: 'person', kept: 'settings', person: { nobody: 'how far a job has come' } },
  {
    shop_id: idColumn()
      .primaryKey()
      .references(() => shop.id),
    key_id: text().notNull(),
    /** The orders up to this one have them. */
    order_id: idColumn().notNull(),
  },
)

/**
 * ご注文の確認: an order that something of another account belongs to (同じ方かの確認), or that 注意リスト or 不正注文の審査 doubts. `told`: it had the
 * normal price, as its confirmation said. `held`: it waits before shipping for a decision.
 */
export const order_check = shopTable(
  'order_check',
  {
    owner: 'fulfilment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: { not: 'would tell how fraud is found (個人情報保護法 第33条第2項第2号)' },
      erased: { does: 'eraseOpinions' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    outcome: text({ enum: ['told', 'held'] }).notNull(),
    matches: jsonb().$type<PersonMatch[]>().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** The time by which it should be decided. */
    due_at: timestamp({ withTimezone: true }),
    /** お客様に確認: when the customer was written to. */
    asked_at: timestamp({ withTimezone: true }),
    decision: text().$type<'ship' | 'normal_price' | 'cancel'>(),
    decided_at: timestamp({ withTimezone: true }),
    /** The operator who decided. */
    operator_id: idColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    index().on(t.shop_id, t.order_id),
    index('order_check_open').on(t.shop_id, t.due_at, t.id).where(sql`outcome = 'held' AND decided_at IS NULL`),
    closedListCheck('order_check_outcome', t.outcome),
    check('order_check_decision', sql`(decision IS NULL) = (decided_at IS NULL)`),
  ],
)

/** 注意リスト: the effect on orders of this member, and of other accounts of the same person. A change is a new row. */
export const watch_entry = shopTable(
  'watch_entry',
  {
    owner: 'person',
    kept: 'person',
    person: {
      by: 'customer_id',
      shown: { not: 'would tell how fraud is found (個人情報保護法 第33条第2項第2号)' },
      erased: { rows: '削除' },
    },
    merged: { fate: 'joins', name: '注意リスト' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    watch_effect: closedListColumn(WATCH_EFFECT_NAME).notNull(),
    /** The reason, for operators only. */
    reason: text().notNull(),
    /** The last day on which it holds. */
    expires_on: date().notNull(),
    /** Its author; null: written on the command line. */
    operator_id: idColumn(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    removed_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex('watch_entry_live').on(t.shop_id, t.customer_id).where(sql`removed_at IS NULL`),
    closedListCheck('watch_entry_effect', t.watch_effect),
  ],
)
