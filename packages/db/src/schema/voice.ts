import { VOICE_ORIGIN_NAME } from '@kushi/values/voice'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { product } from './product.ts'
import { shop } from './shop.ts'

/** お客様の声, in the shop's order. It has no member: the shop stores only what the person agreed to be shown. */
export const voice = shopTable(
  'voice',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** null: about the shop. */
    product_id: idColumn(),
    text: text().notNull(),
    /** As the person agreed to be named: 40代・くせ毛. */
    named_as: text().notNull(),
    received_on: date().notNull(),
    origin: closedListColumn(VOICE_ORIGIN_NAME).notNull(),
    /** The day on which the person agreed to be shown; null: not yet. */
    consented_on: date(),
    /** The proof of their consent, for the shop only. */
    consent_note: text().notNull(),
    visible: boolean().notNull(),
    sort_no: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.product_id, product).onDelete('cascade'),
    index().on(t.shop_id, t.product_id, t.sort_no),
    closedListCheck('voice_origin', t.origin),
    // Nobody is behind a demo's text.
    check('voice_consent', sql`NOT visible OR consented_on IS NOT NULL OR origin = 'demo'`),
  ],
)
