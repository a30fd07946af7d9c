import { bulk_job_row } from '@kushi/db/schema/bulk'
import { type SQL, sql } from 'drizzle-orm'

/** By what the outbox knows the mail of a row: members can be merged, and the mail goes with who is kept. */
export const mailKey = (job_id: number, subject_id: number): string => `bulk:${job_id}:${subject_id}`

/** The same of the rows of a query. */
export const mailKeyOfRow: SQL = sql`'bulk:' || ${bulk_job_row.job_id} || ':' || ${bulk_job_row.subject_id}`
