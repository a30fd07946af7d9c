import { primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

/** メールとLINEの文章 that a shop wrote itself; a message without a row uses the standard text in the code. */
export const message_text = shopTable(
  'message_text',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    kind: text().notNull(),
    /** For LINE: the title of the card. */
    subject: text().notNull(),
    body: text().notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.kind] })],
)
