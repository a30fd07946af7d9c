import { bulk_job_row } from '@kushi/db/schema/bulk'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Returns the dedupe key of the mail of a row. It contains the subject id, because after a merge the mail belongs to
 * the remaining member.
 */
export const bulkMailDedupeKey = (job_id: number, subject_id: number): string => `bulk:${job_id}:${subject_id}`

/** Returns the dedupe key of the LINE message of a row. */
export const bulkLineDedupeKey = (job_id: number, subject_id: number): string =>
  `line:${bulkMailDedupeKey(job_id, subject_id)}`

/** SQL: the dedupe key of the mail of the current `bulk_job_row` of a query. */
export const bulkMailDedupeKeySql: SQL = sql`'bulk:' || ${bulk_job_row.job_id} || ':' || ${bulk_job_row.subject_id}`

/** SQL condition: this dedupe key belongs to the current `bulk_job_row` of a query, by mail or by LINE. */
export const bulkRowMessageCondition = (dedupe_key: SQLWrapper): SQL =>
  sql`${dedupe_key} in (${bulkMailDedupeKeySql}, 'line:' || ${bulkMailDedupeKeySql})`
