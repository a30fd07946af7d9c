import { SCHEDULE_KIND_NAME, SCHEDULE_STATE_NAME } from '@kushi/values/schedule'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

/** 予定: a planned change of the shop that takes effect, and may end, at a set time. */
export const scheduled_change = shopTable(
  'scheduled_change',
  { owner: 'schedule', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    kind: closedListColumn(SCHEDULE_KIND_NAME).notNull(),
    /** Id of the product, the promotion or the delivery method, `banner/0` for a text; empty: the shop itself. */
    subject_id: text().notNull(),
    subject_name: text().notNull(),
    /** The values when it was planned; after it took effect, the values that it replaced. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    starts_at: timestamp({ withTimezone: true }).notNull(),
    /** null: permanent. */
    ends_at: timestamp({ withTimezone: true }),
    state: closedListColumn(SCHEDULE_STATE_NAME).notNull(),
    /** Why the change could not be made. */
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
    closedListCheck('scheduled_change_kind', t.kind),
    closedListCheck('scheduled_change_state', t.state),
    check('scheduled_change_closing', sql`kind <> 'closing' OR ends_at IS NOT NULL`),
  ],
)
