import { PICTURE_SHAPES } from '@kushi/values/product'
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { closedListCheck, generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/** 写真 uploaded by operators. Products and SKUs refer to a picture by its path. */
export const picture = shopTable(
  'picture',
  { owner: 'picture', kept: { job: 'picture-removal', when: 'unused for 30 days' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Below the image base, without width and format: the shop, and a hash of the content. */
    path: text().notNull(),
    /** `goods`: cropped to 4:5. `logo`: uncropped, for the header. */
    shape: text({ enum: PICTURE_SHAPES }).notNull().default('goods'),
    /** Size of the upload in pixels, and total bytes of the files generated from it. */
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    operator_id: integer().references(() => operator.id),
    created_at: moment().notNull(),
    /** When all of its files were stored; null: not yet, or the process was interrupted. */
    stored_at: moment(),
    /** The time since which it is unused, as the job found; null: in use. */
    unused_since: moment(),
    /** When removal of its files began; it can no longer be used. */
    removed_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.path),
    index('picture_unused').on(t.unused_since).where(sql`unused_since is not null`),
    closedListCheck('picture_shape', t.shape),
    check('picture_size', sql`width > 0 AND height > 0 AND bytes >= 0`),
  ],
)
