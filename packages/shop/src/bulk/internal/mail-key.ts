import { bulk_job_row } from '@kushi/db/schema/bulk'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** By what the outbox knows the mail of a row: members can be merged, and the mail goes with who is kept. */
export const mailKey = (job_id: number, subject_id: number): string => `bulk:${job_id}:${subject_id}`

/** The same of what goes over LINE. */
export const lineKey = (job_id: number, subject_id: number): string => `line:${mailKey(job_id, subject_id)}`

/** The key of a mail of the rows of a query. */
export const mailKeyOfRow: SQL = sql`'bulk:' || ${bulk_job_row.job_id} || ':' || ${bulk_job_row.subject_id}`

/** Whether a message, known by this key, is that of a row of a query, whichever way it goes. */
export const isMessageOfRow = (dedupe_key: SQLWrapper): SQL =>
  sql`${dedupe_key} in (${mailKeyOfRow}, 'line:' || ${mailKeyOfRow})`
