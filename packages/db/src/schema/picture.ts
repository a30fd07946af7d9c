import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, id } from './columns.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/** 写真: what operators uploaded. Where one is used stands with the product and the SKU, by its path. */
export const picture = pgTable(
  'picture',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Below the image base, without width and format: the shop, and a hash of the content. */
    path: text().notNull(),
    /** `goods`: cut to 4:5. `logo`: whole, for the header. */
    shape: text().$type<'goods' | 'logo'>().notNull().default('goods'),
    /** Pixels of what was uploaded, and bytes of the files that were made of it. */
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    operator_id: integer().references(() => operator.id),
    created_at: moment().notNull(),
    /** When all of its files were in their place; null: not yet, or the process was cut off. */
    stored_at: moment(),
    /** Since when nothing shows it, as the job saw it; null: in use. */
    unused_since: moment(),
    /** Its files are being removed; it can't be used any more. */
    removed_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.path),
    index('picture_unused').on(t.unused_since).where(sql`unused_since is not null`),
    check('picture_shape', sql`shape IN ('goods', 'logo')`),
    check('picture_size', sql`width > 0 AND height > 0 AND bytes >= 0`),
  ],
)
