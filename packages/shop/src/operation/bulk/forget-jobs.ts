import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { and, eq, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'

const DAY = 86_400_000
const KEPT_DAYS = 180
/**
 * Days after which a checked job that no operator ran is deleted: it changed nothing, and its dry run is out of date.
 */
const CHECKED_DAYS = 7

/**
 * Deletes old jobs with their rows, and jobs that were checked but never run. What they changed remains recorded with
 * each subscription and order, and in the audit log.
 */
export async function forgetJobs({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY)
  const isWaiting = and(
    lt(bulk_job.updated_at, before(CHECKED_DAYS)),
    eq(bulk_job.state, 'checked'),
    isNull(bulk_job.run_at),
  )
  const isRest = notInArray(bulk_job.state, ['checking', 'running', 'taking_back'])
  const old = or(isWaiting, and(lt(bulk_job.created_at, before(KEPT_DAYS)), isRest))
  const jobs = await db.select({ shop_id: bulk_job.shop_id, id: bulk_job.id }).from(bulk_job).where(old).limit(100)
  for (const { shop_id, id } of jobs)
    await db.transaction(async (tx) => {
      await tx.delete(bulk_job_row).where(and(eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, id)))
      await tx.delete(bulk_job).where(and(eq(bulk_job.shop_id, shop_id), eq(bulk_job.id, id)))
    })
  return jobs.length
}
