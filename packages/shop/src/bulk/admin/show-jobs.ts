import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { BULK_KIND_NAME, type BulkKind, type BulkRowState, canTakeBack } from '@kushi/values/bulk-job'
import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../../admin/index.ts'
import { changeOptions } from '../../order/index.ts'
import { notFound } from '../../shop-error.ts'
import { cancelReasons } from '../../subscription/index.ts'
import { kindOf } from '../internal/kinds.ts'

type Job = typeof bulk_job.$inferSelect

const none: Record<BulkRowState, number> = {
  ...{ waiting: 0, possible: 0, impossible: 0, done: 0, failed: 0, taken_back: 0, kept: 0 },
}

/** A job as screens show it. */
export function jobView(job: Job) {
  const { id, kind, state, notify, params, operator_name } = job
  const counts = { ...none, ...job.counts }
  const rests = state === 'done' || state === 'stopped'
  return {
    ...{ id, kind, state, notify, counts, operator_name, list: kindOf(kind).list, text: kindOf(kind).text(params) },
    created_at: job.created_at.toISOString(),
    can: {
      run: (state === 'checked' || state === 'stopped') && counts.possible > 0,
      stop: state === 'checking' || state === 'checked' || state === 'running' || state === 'taking_back',
      retry: rests && counts.failed + counts.impossible > 0,
      take_back: rests && canTakeBack(kind) && counts.done > 0,
    },
  }
}

/** Jobs of subscriptions are not there for whoever may not see subscriptions. */
const shownTo = ({ shop_id, operator }: Pick<OperatorContext, 'shop_id' | 'operator'>) => {
  const all = Object.keys(BULK_KIND_NAME) as BulkKind[]
  const isShown = (kind: BulkKind) =>
    kindOf(kind).list === 'orders' || operator.permissions.includes('subscription.read')
  return and(eq(bulk_job.shop_id, shop_id), inArray(bulk_job.kind, all.filter(isShown)))
}

export const listJobs: AdminVerb<'GET /admin/v1/bulk-jobs'> = async (ctx) => {
  const jobs = await ctx.db.select().from(bulk_job).where(shownTo(ctx)).orderBy(desc(bulk_job.id)).limit(100)
  return { items: jobs.map(jobView) }
}

export const showJob: AdminVerb<'GET /admin/v1/bulk-jobs/{id}'> = async (ctx, { id }) => jobView(await ownJob(ctx, id))

/** @throws ShopError 404 */
async function ownJob(ctx: OperatorContext, id: number): Promise<Job> {
  const [job] = await ctx.db
    .select()
    .from(bulk_job)
    .where(and(shownTo(ctx), eq(bulk_job.id, id)))
  if (!job) throw notFound()
  return job
}

const AT_ONCE = 100

/** 1件ごとの結果, in the order of their numbers. */
export const listJobRows: AdminVerb<'GET /admin/v1/bulk-jobs/{id}/rows'> = async (ctx, { id, state, after }) => {
  await ownJob(ctx, id)
  const rows = await ctx.db
    .select()
    .from(bulk_job_row)
    .where(
      and(
        ...[eq(bulk_job_row.shop_id, ctx.shop_id), eq(bulk_job_row.job_id, id)],
        state ? eq(bulk_job_row.state, state) : undefined,
        after === undefined ? undefined : gt(bulk_job_row.subject_id, after),
      ),
    )
    .orderBy(asc(bulk_job_row.subject_id))
    .limit(AT_ONCE + 1)
  const items = rows.slice(0, AT_ONCE)
  return { items, next: rows.length > AT_ONCE ? items.at(-1)!.subject_id : null }
}

/** Choices of its form. */
export const showJobChoices: AdminVerb<'GET /admin/v1/bulk-choices'> = async (ctx) => ({
  ...(await changeOptions(ctx, 0, 'subscription')),
  cancel_reasons: await cancelReasons(ctx),
})
