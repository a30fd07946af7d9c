import type { Queryable } from '@kushi/db/connect'
import { bulk_job_row } from '@kushi/db/schema/bulk'
import type { BulkRowState } from '@kushi/values/bulk-job'
import { and, asc, eq } from 'drizzle-orm'

/**
 * Locks and returns the next rows of a job in this state, skipping those that other workers have locked. `only`: just
 * the row of this subject.
 */
export const lockNextBulkRows = (
  db: Queryable,
  { shop_id, id }: { shop_id: number; id: number },
  state: BulkRowState,
  { most, only }: { most: number; only?: number | undefined },
) =>
  db
    .select()
    .from(bulk_job_row)
    .where(
      and(
        eq(bulk_job_row.shop_id, shop_id),
        eq(bulk_job_row.job_id, id),
        eq(bulk_job_row.state, state),
        only === undefined ? undefined : eq(bulk_job_row.subject_id, only),
      ),
    )
    .orderBy(asc(bulk_job_row.subject_id))
    .limit(most)
    .for('update', { skipLocked: true })
