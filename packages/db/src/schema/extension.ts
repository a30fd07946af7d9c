import { index, integer, jsonb, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/**
 * An event that an extension has not processed yet, written in the transaction of the event. Deleted once it was
 * processed.
 */
export const extension_note = shopTable(
  'extension_note',
  { owner: 'extension', kept: { job: 'extension-after', when: 'when its work is done' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Its name in `apps/server/src/extensions/registered.ts`. */
    extension: text().notNull(),
    event: text().notNull(),
    data: jsonb().$type<Record<string, string | number | null>>().notNull(),
    happened_at: moment().notNull(),
    attempts: integer().notNull().default(0),
    next_attempt_at: moment().notNull().defaultNow(),
    /** When it was given up after too many attempts. */
    failed_at: moment(),
    last_error: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index('extension_note_due').on(t.shop_id, t.extension, t.next_attempt_at, t.id),
    index().on(t.created_at),
  ],
)

/** The settings of a shop for an extension; a setting without a row has its default. */
export const extension_setting = shopTable(
  'extension_setting',
  { owner: 'extension', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    extension: text().notNull(),
    values: jsonb().$type<Record<string, string | number | boolean>>().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.extension] })],
)
