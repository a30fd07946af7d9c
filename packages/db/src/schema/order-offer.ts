import type { CartTypeId } from '@kushi/values/cart'
import { OFFER_PLACE_NAME } from '@kushi/values/order-offer'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { orders } from './order.ts'
import { shop } from './shop.ts'

/** The text that the completion page showed before the press. */
interface ShownAfter {
  /** The time at which it was shown, by the browser's clock. */
  shown_at: string
  terms_version: string
  terms: { label: string; lines: string[] }[]
  /** Plain text; left out once its member is erased. */
  text?: string
}

/** 注文のときのご案内: goods that an order form offers beside the order's own or instead of them, or its completion page after it. */
export const order_offer = shopTable(
  'order_offer',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    offer_place: closedListColumn(OFFER_PLACE_NAME).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    visible: boolean().notNull(),
    /** null: as soon as it is visible. */
    opens_at: timestamp({ withTimezone: true }),
    /** null: for as long as it is visible. */
    closes_at: timestamp({ withTimezone: true }),
    /** Of several that fit, the lowest is shown. */
    sort_no: smallint().notNull(),
    /** How the goods are bought. Beside and after: in orders of this kind only. */
    cart_type: smallint().$type<CartTypeId>().notNull(),
    product_sku_id: idColumn().notNull(),
    quantity: smallint().notNull(),
    /** Beside and after: one of these is in the order; empty: any order. Instead: the goods in whose place they come. */
    for_sku_ids: jsonb().$type<number[]>().notNull(),
    /** The 申し込みページ that shows it; empty: everywhere. */
    landing_slug: text().notNull(),
    /** After: minutes from the order for which it can be taken; null: of another place. */
    take_within_minutes: smallint(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    closedListCheck('order_offer_place', t.offer_place),
    check('order_offer_minutes', sql`(offer_place = 'after') = (take_within_minutes IS NOT NULL)`),
  ],
)

/**
 * An offer that an order's form or completion page showed, with the answer and the total that the order would have had
 * otherwise.
 */
export const order_offer_answer = shopTable(
  'order_offer_answer',
  {
    owner: 'checkout',
    writers: { fulfilment: 'what is shown and taken after the order, with the change of the order' },
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'ご注文のときのご案内',
      erased: { sets: { shown: sql`shown - 'text'` } },
    },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    offer_place: closedListColumn(OFFER_PLACE_NAME).notNull(),
    /** It may be gone by now. */
    order_offer_id: idColumn().notNull(),
    is_taken: boolean().notNull(),
    /** Yen of the first delivery without it, and with it. */
    total_before: integer().notNull(),
    total_after: integer().notNull(),
    /** When the order was placed. */
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** After: when it was taken; null: not, or with the order. */
    taken_at: timestamp({ withTimezone: true }),
    /** After: what the completion page said when it was taken (特定商取引法 12条の6). */
    shown: jsonb().$type<ShownAfter>(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.order_id, t.offer_place] }),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    closedListCheck('order_offer_answer_place', t.offer_place),
    check('order_offer_answer_totals', sql`total_before >= 0 AND total_after >= 0`),
    index().on(t.shop_id, t.created_at, t.order_offer_id),
  ],
)
