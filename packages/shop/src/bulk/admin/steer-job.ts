import type { Permission } from '@kushi/contract/admin/permission'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import type { BulkState } from '@kushi/values/bulk-job'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OperatorContext } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { kindOf } from '../internal/kinds.ts'
import { workJobs } from '../work-jobs.ts'
import { jobView } from './show-jobs.ts'
import { jobSubject } from './start-job.ts'

type Job = typeof bulk_job.$inferSelect
type View = ReturnType<typeof jobView>

/** Changes the state of a job; from then on the rows that are at work finish, and no others begin. */
async function steer(
  ctx: OperatorContext,
  id: number,
  name: keyof View['can'],
  next: (job: Job) => BulkState,
  failedAgain = false,
): Promise<View> {
  const { shop_id } = ctx
  const mine = and(eq(bulk_job.shop_id, shop_id), eq(bulk_job.id, id))
  const after = await ctx.db.transaction(async (tx) => {
    const [job] = await tx.select().from(bulk_job).where(mine).for('update')
    if (!job) throw notFound()
    mayDo(ctx, job)
    if (!jobView(job).can[name])
      throw new ShopError(409, 'ERROR_JOB_STATE', 'いまはできません。画面を読み込み直して、状態をご確認ください。')
    if (failedAgain)
      await tx
        .update(bulk_job_row)
        .set({ state: 'possible' })
        .where(
          and(
            ...[eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, id)],
            inArray(bulk_job_row.state, ['failed', 'impossible']),
          ),
        )
    const counts = sql`(select json_object_agg(state, n) from (select state, count(*)::int as n from ${bulk_job_row}
      where ${bulk_job_row.shop_id} = ${shop_id} and ${bulk_job_row.job_id} = ${id} group by state) c)`
    const state = next(job)
    const [saved] = await tx
      .update(bulk_job)
      .set({ state, counts, updated_at: ctx.clock.now() })
      .where(mine)
      .returning()
    await record(tx, ctx, { ...jobSubject(job), before: { state: job.state }, after: { state, counts: saved!.counts } })
    return saved!
  })
  ctx.afterwards(async () => void (await workJobs(ctx, { workers: 2, budgetMs: 5_000 })))
  return jobView(after)
}

function mayDo({ operator }: OperatorContext, { kind }: Job): void {
  const needed: Permission = kindOf(kind).list === 'orders' ? 'order.write' : 'subscription.write'
  if (!operator.permissions.includes(needed))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この操作をする権限がありません。店長にご相談ください。')
}

interface Asked {
  id: number
}

export const runJob = (ctx: OperatorContext, { id }: Asked) => steer(ctx, id, 'run', () => 'running')

/** What was done stays done. */
export const stopJob = (ctx: OperatorContext, { id }: Asked) => steer(ctx, id, 'stop', ({ state }) => stopped(state))

const stopped = (state: BulkState): BulkState =>
  state === 'running' ? 'stopped' : state === 'taking_back' ? 'done' : 'discarded'

/** What failed, and what could not be changed when it was tried, once more. */
export const retryJob = (ctx: OperatorContext, { id }: Asked) => steer(ctx, id, 'retry', () => 'running', true)

export const takeJobBack = (ctx: OperatorContext, { id }: Asked) => steer(ctx, id, 'take_back', () => 'taking_back')
