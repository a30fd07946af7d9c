import { index, integer, jsonb, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { customer } from './customer.ts'
import { shop } from './shop.ts'

/** お問い合わせ: what somebody wrote to the shop, member or not, and where the correspondence stands. */
export const inquiry = pgTable(
  'inquiry',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer()
      .notNull()
      .references(() => shop.id),
    /** 受付番号, told to whoever wrote. */
    inquiry_no: text().notNull(),
    /** 1 open, 2 during correspondence, 3 done, 4 on hold, 5 urgent, 6 complete. */
    inquiry_status_id: smallint().notNull(),
    /** 1 email, 2 phone, 3 line. */
    inquiry_type_id: smallint().notNull(),
    /** `contact`, or `supplier`: an application for a wholesale account. */
    kind: text().notNull(),
    /** Member who was logged in; null: a guest. */
    customer_id: integer().references(() => customer.id),
    /** LINE account that wrote: answered there. */
    line_id: text(),
    inquiry_category_id: integer(),
    /** The category's label on that day. */
    inquiry_category: text(),
    name: text().notNull(),
    name_kana: text().notNull(),
    email: text().notNull(),
    phone_number: text().notNull().default(''),
    content: text().notNull(),
    /** Company and address of an application. */
    detail: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** Version of the terms that were agreed to. */
    terms_version: text().notNull(),
    /** Client-made: the same key is the same inquiry. */
    idempotency_key: text().notNull(),
    /** Digest of what was sent; the same key with another one is refused. */
    request_digest: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex().on(t.inquiry_no),
    uniqueIndex().on(t.shop_id, t.idempotency_key),
    index().on(t.shop_id, t.inquiry_status_id, t.created_at),
    index().on(t.customer_id),
  ],
)
