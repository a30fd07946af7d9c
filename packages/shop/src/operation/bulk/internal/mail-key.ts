import { bulk_job_row } from '@kushi/db/schema/bulk'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The outbox key of a row's mail. It uses the row's subject id, because after a merge the mail belongs to the remaining
 * member.
 */
export const mailKey = (job_id: number, subject_id: number): string => `bulk:${job_id}:${subject_id}`

/** The outbox key of a row's LINE message. */
export const lineKey = (job_id: number, subject_id: number): string => `line:${mailKey(job_id, subject_id)}`

/** The mail key of the current row of a query. */
export const mailKeyOfRow: SQL = sql`'bulk:' || ${bulk_job_row.job_id} || ':' || ${bulk_job_row.subject_id}`

/** Whether this outbox key belongs to the current row of a query, by mail or by LINE. */
export const isMessageOfRow = (dedupe_key: SQLWrapper): SQL =>
  sql`${dedupe_key} in (${mailKeyOfRow}, 'line:' || ${mailKeyOfRow})`
