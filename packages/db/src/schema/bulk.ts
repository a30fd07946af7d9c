import type { BulkKind, BulkRowState, BulkState } from '@kushi/values/bulk-job'
import { BULK_KIND_NAME, BULK_ROW_STATE_NAME, BULK_STATE_NAME } from '@kushi/values/bulk-job'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { generatedId, id, inShop } from './columns.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

const oneOf = (names: object) => sql.raw(`('${Object.keys(names).join("', '")}')`)
const moment = () => timestamp({ withTimezone: true })

/** 一括処理: one thing to be done to everything that a list showed. */
export const bulk_job = pgTable(
  'bulk_job',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    kind: text().$type<BulkKind>().notNull(),
    /** What the list showed: filters, search and order. */
    filter: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What is to be done, by its kind. */
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Members are written to about what changes. */
    notify: boolean().notNull(),
    state: text().$type<BulkState>().notNull(),
    /** Rows by their state, counted after each block of work. */
    counts: jsonb().$type<Partial<Record<BulkRowState, number>>>().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    operator_name: text().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index('bulk_job_open').on(t.updated_at).where(sql`state IN ('checking', 'running', 'taking_back')`),
    check('bulk_job_kind', sql`kind IN ${oneOf(BULK_KIND_NAME)}`),
    check('bulk_job_state', sql`state IN ${oneOf(BULK_STATE_NAME)}`),
  ],
)

/** One subscription or order of a job, with what became of it. */
export const bulk_job_row = pgTable(
  'bulk_job_row',
  {
    shop_id: id().notNull(),
    job_id: id().notNull(),
    subject_id: id().notNull(),
    /** What people call it: the number of an order. */
    subject_name: text().notNull(),
    state: text().$type<BulkRowState>().notNull(),
    /** What changes or has changed, or why it can't, ready to show. */
    detail: text().notNull().default(''),
    /** What taking it back has to know; null: nothing was done, or it can't be taken back. */
    undo: jsonb().$type<Record<string, unknown>>(),
    done_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.job_id, t.subject_id] }),
    inShop(t, t.job_id, bulk_job),
    index().on(t.shop_id, t.job_id, t.state, t.subject_id),
    check('bulk_job_row_state', sql`state IN ${oneOf(BULK_ROW_STATE_NAME)}`),
  ],
)
