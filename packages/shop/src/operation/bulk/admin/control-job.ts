import type { Permission } from '@kushi/contract/admin/permission'
import type { Tx } from '@kushi/db/connect'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { outbox } from '@kushi/db/schema/system'
import type { BulkState } from '@kushi/values/bulk-job'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import { bulkOperation } from '../internal/bulk-operations.ts'
import type { BulkOperation } from '../internal/kinds/kind.ts'
import { bulkMailDedupeKeySql } from '../internal/mail-key.ts'
import { processBulkJobs } from '../process-bulk-jobs.ts'
import { bulkJobView } from './show-jobs.ts'
import { bulkJobAuditSubject } from './start-job.ts'

const rowsOf = ({ shop_id, id }: Pick<Job, 'shop_id' | 'id'>) =>
  and(eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, id))

type Job = typeof bulk_job.$inferSelect
type View = ReturnType<typeof bulkJobView>

/** Changes the state of a job. From then on no further rows of the old state begin, and those in progress roll back. */
async function steer(
  ctx: OperatorContext,
  id: number,
  name: keyof View['can'],
  next: (job: Job) => BulkState,
  {
    prepare,
    run_at = null,
  }: {
    prepare?(tx: Tx, job: Job): Promise<void>
    /** The planned start. */
    run_at?: Date | null
  } = {},
): Promise<View> {
  const { shop_id } = ctx
  const mine = and(eq(bulk_job.shop_id, shop_id), eq(bulk_job.id, id))
  const after = await ctx.db.transaction(async (tx) => {
    const [job] = await tx.select().from(bulk_job).where(mine).for('update')
    if (!job) throw notFound()
    mayDo(ctx, job)
    if (!bulkJobView(job, ctx.clock.now()).can[name])
      throw new ShopError(409, 'ERROR_JOB_STATE', 'いまはできません。画面を読み込み直して、状態をご確認ください。')
    await prepare?.(tx, job)
    const counts = sql`(select json_object_agg(state, n) from (select state, count(*)::int as n from ${bulk_job_row}
      where ${bulk_job_row.shop_id} = ${shop_id} and ${bulk_job_row.job_id} = ${id} group by state) c)`
    const state = next(job)
    const [saved] = await tx
      .update(bulk_job)
      .set({ state, run_at, counts, updated_at: ctx.clock.now() })
      .where(mine)
      .returning()
    await recordAudit(tx, ctx, {
      ...bulkJobAuditSubject(job),
      before: { state: job.state, run_at: job.run_at },
      after: { state, run_at, counts: saved!.counts },
    })
    return saved!
  })
  ctx.afterwards(async () => void (await processBulkJobs(ctx, { workers: 2, budgetMs: 5_000 })))
  return bulkJobView(after, ctx.clock.now())
}

const needed: Record<BulkOperation['list'], Permission> = {
  orders: 'order.write',
  subscriptions: 'subscription.write',
  customers: 'message.write',
}

function mayDo({ operator }: OperatorQueryContext, { kind }: Job): void {
  if (!operator.permissions.includes(needed[bulkOperation(kind).list]))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この操作をする権限がありません。店長にご相談ください。')
}

interface JobKey {
  id: number
}

export const runBulkJob = (ctx: OperatorContext, { id }: JobKey) => steer(ctx, id, 'run', () => 'running')

const DAY = 86_400_000
/** The most days until a planned start: the result of the check would be too old later. */
const MAX_DAYS = 90

/**
 * Sets the time at which a 一斉送信 is sent, or (null) takes it back. Its recipients are those that were checked; consent
 * and addresses are checked again when it is sent.
 * @throws ShopError 422 for a time that has passed or is too far
 */
export async function scheduleBulkMessageJob(
  ctx: OperatorContext,
  { id, at }: JobKey & { at: string | null },
): Promise<View> {
  const run_at = at === null ? null : new Date(at)
  const now = ctx.clock.now().getTime()
  if (run_at && !(run_at.getTime() > now && run_at.getTime() <= now + MAX_DAYS * DAY))
    throw invalidFields([
      { path: 'at', message_id: 'cmn-err-008', message: `これから${MAX_DAYS}日先までの日時を選択してください。` },
    ])
  return steer(ctx, id, 'plan', ({ state }) => state, { run_at })
}

/** Stops the job. Rows that are done stay done; mails that have not left are withdrawn. */
export const stopBulkJob = (ctx: OperatorContext, { id }: JobKey) =>
  steer(ctx, id, 'stop', ({ state }) => stopped(state), { prepare: takeMailsBack })

async function takeMailsBack(tx: Tx, { shop_id, id }: Job): Promise<void> {
  const waiting = and(eq(outbox.shop_id, shop_id), eq(outbox.bulk_job_id, id), eq(outbox.state, 'waiting'))
  const key = { dedupe_key: outbox.dedupe_key }
  const untried = tx.$with('untried').as(
    tx
      .delete(outbox)
      .where(and(waiting, eq(outbox.attempts, 0)))
      .returning(key),
  )
  // One with an earlier attempt may be on its way right now, so it is only stopped: a later run resumes it, unless it has
  // left by then.
  const tried = tx.$with('tried').as(
    tx
      .update(outbox)
      .set({ stopped_at: sql`now()` })
      .where(and(waiting, gt(outbox.attempts, 0)))
      .returning(key),
  )
  const both = sql`(select regexp_replace(dedupe_key, '^line:', '')
    from (select dedupe_key from ${untried} union all select dedupe_key from ${tried}) taken)`
  await tx
    .with(untried, tried)
    .update(bulk_job_row)
    .set({ state: 'possible', done_at: null })
    .where(and(rowsOf({ shop_id, id }), inArray(bulkMailDedupeKeySql, both)))
}

const stopped = (state: BulkState): BulkState =>
  state === 'running' ? 'stopped' : state === 'taking_back' ? 'done' : 'discarded'

/** Tries again the rows that failed, and those that the dry run found impossible. */
export const retryBulkJob = (ctx: OperatorContext, { id }: JobKey) =>
  steer(ctx, id, 'retry', () => 'running', {
    async prepare(tx, job) {
      const failed = and(rowsOf(job), inArray(bulk_job_row.state, ['failed', 'impossible']))
      await tx.update(bulk_job_row).set({ state: 'possible' }).where(failed)
    },
  })

export const revertBulkJob = (ctx: OperatorContext, { id }: JobKey) => steer(ctx, id, 'take_back', () => 'taking_back')
