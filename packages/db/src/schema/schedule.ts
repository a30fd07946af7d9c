import type { ScheduleKind, ScheduleState } from '@kushi/values/schedule'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { generatedId, id } from './columns.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

/** 予定: a change of the shop that begins, and may end, at a moment. */
export const scheduled_change = pgTable(
  'scheduled_change',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    kind: text().$type<ScheduleKind>().notNull(),
    /** Id of the product or of the delivery method, `banner/0` of a text; empty: the shop itself. */
    subject_id: text().notNull(),
    subject_name: text().notNull(),
    /** What was there when it was planned, and from its beginning on, what it took the place of. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    starts_at: timestamp({ withTimezone: true }).notNull(),
    /** null: it stays. */
    ends_at: timestamp({ withTimezone: true }),
    state: text().$type<ScheduleState>().notNull(),
    /** Why it could not be made. */
    problem: text(),
    operator_id: integer().references(() => operator.id),
    operator_name: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index().on(t.shop_id, t.state, t.starts_at, t.id),
    index().on(t.shop_id, t.kind, t.subject_id),
    index('scheduled_change_begins').on(t.starts_at).where(sql`state = 'planned'`),
    index('scheduled_change_ends').on(t.ends_at).where(sql`state = 'running'`),
    check('scheduled_change_period', sql`ends_at > starts_at`),
    check(
      'scheduled_change_kind',
      sql`kind IN ('price', 'tax_rate', 'visibility', 'content', 'delivery_fee', 'free_amount', 'closing')`,
    ),
    check('scheduled_change_state', sql`state IN ('planned', 'running', 'done', 'taken_back', 'failed')`),
    check('scheduled_change_closing', sql`kind <> 'closing' OR ends_at IS NOT NULL`),
  ],
)
