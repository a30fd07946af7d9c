import type { BulkRowState } from '@kushi/values/bulk-job'
import { BULK_KIND_NAME, BULK_ROW_STATE_NAME, BULK_STATE_NAME } from '@kushi/values/bulk-job'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/** まとめて変更: one action on everything that a list showed. */
export const bulk_job = shopTable(
  'bulk_job',
  {
    owner: 'bulk',
    writers: {
      message:
        'upwards, like the next four: LINE’s answer, that its recipient blocked the account, undoes what is counted as sent',
    },
    // A job that no operator ran changed nothing, and its dry run is out of date. Changes of other jobs stay with each
    // order.
    kept: [
      {
        after: { days: 180 },
        since: 'created_at',
        only: { words: 'not running', where: sql`bulk_job.state NOT IN ('checking', 'running', 'taking_back')` },
      },
      {
        after: { days: 7 },
        since: 'updated_at',
        only: { words: 'never run', where: sql`bulk_job.state = 'checked' AND bulk_job.run_at IS NULL` },
      },
    ],
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    kind: closedListColumn(BULK_KIND_NAME).notNull(),
    /** Filters, search and order of the list. */
    filter: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Parameters of the action, by its kind. */
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Whether the affected members are notified. */
    notify: boolean().notNull(),
    state: closedListColumn(BULK_STATE_NAME).notNull(),
    /** When a `checked` job begins by itself; null: when an operator runs it. */
    run_at: moment(),
    /** Number of rows by state, updated after each block of work. */
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
    index('bulk_job_planned').on(t.run_at).where(sql`state = 'checked' AND run_at IS NOT NULL`),
    closedListCheck('bulk_job_kind', t.kind),
    closedListCheck('bulk_job_state', t.state),
  ],
)

/** One subscription, order or member of a job, with its result. */
export const bulk_job_row = shopTable(
  'bulk_job_row',
  {
    owner: 'bulk',
    writers: { message: 'the row is sent by mail instead' },
    kept: 'parent',
    person: { unlinked: '`subject_name` may be a member’s; gone with its job' },
  },
  {
    shop_id: idColumn().notNull(),
    job_id: idColumn().notNull(),
    subject_id: idColumn().notNull(),
    /** The name that people use for it, e.g. the order number. */
    subject_name: text().notNull(),
    state: closedListColumn(BULK_ROW_STATE_NAME).notNull(),
    /** 一斉送信: ids of what the list showed of this member, newest first; null: a list of members. */
    about_ids: bigint({ mode: 'number' }).array(),
    /** The change, or the reason why it is impossible; ready for display. */
    detail: text().notNull().default(''),
    /** Data needed to undo it; null: nothing was done, or it cannot be undone. */
    undo: jsonb().$type<Record<string, unknown>>(),
    done_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.job_id, t.subject_id] }),
    shopForeignKey(t, t.job_id, bulk_job),
    index().on(t.shop_id, t.job_id, t.state, t.subject_id),
    closedListCheck('bulk_job_row_state', t.state),
  ],
)
