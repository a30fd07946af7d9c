import type { Tx } from '@kushi/db/connect'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { outbox } from '@kushi/db/schema/system'
import type { BulkRowState, BulkState } from '@kushi/values/bulk-job'
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { operatorActor } from '../actor.ts'
import { type Context, within } from '../context.ts'
import { deliverOutbox } from '../outbox/index.ts'
import { ShopError } from '../shop-error.ts'
import type { RowContext } from './internal/kinds/kind.ts'
import { kindOf } from './internal/kinds.ts'
import { nextRows } from './internal/next-rows.ts'
import { rowReason } from './internal/row-reason.ts'

type Job = typeof bulk_job.$inferSelect
type Row = typeof bulk_job_row.$inferSelect
type Working = Extract<BulkState, 'checking' | 'running' | 'taking_back'>

/** What is worked on in which state of a job, what it becomes, and where the job goes when nothing is left. */
const phases: Record<Working, { from: BulkRowState; well: BulkRowState; badly: BulkRowState; next: BulkState }> = {
  checking: { from: 'waiting', well: 'possible', badly: 'impossible', next: 'checked' },
  running: { from: 'possible', well: 'done', badly: 'failed', next: 'done' },
  taking_back: { from: 'done', well: 'taken_back', badly: 'kept', next: 'taken_back' },
}

interface WorkOptions {
  /** Rows that are worked on at the same moment. */
  workers?: number
  /** When it stops, done or not; the next run goes on. */
  budgetMs?: number
}

/** Rows of one job before the next one has its turn, and before they are counted. */
const BLOCK = 200

/**
 * Works on every open job of a shop, block by block in turn. What the verb does to a row and what became of the row stand in one
 * transaction, so that a crash leaves each done once or not begun. Safe on any number of processes.
 */
export async function workJobs(ctx: Context, { workers = 4, budgetMs = 540_000 }: WorkOptions = {}): Promise<number> {
  const end = performance.now() + budgetMs
  let worked = 0
  for (;;) {
    const jobs = await ctx.db
      .select()
      .from(bulk_job)
      .where(and(eq(bulk_job.shop_id, ctx.shop_id), inArray(bulk_job.state, Object.keys(phases) as Working[])))
      .orderBy(asc(bulk_job.updated_at))
      .limit(20)
    if (jobs.length === 0 || performance.now() >= end) break
    const before = worked
    for (const job of jobs) worked += await workBlock(ctx, job, workers, () => performance.now() < end)
    // What is left is in other hands.
    if (worked === before) break
  }
  if (worked > 0)
    ctx.afterwards(async () => {
      await deliverOutbox(ctx)
      // A 一斉送信 is done when its mails have left.
      await workJobs(ctx, { workers, budgetMs: 1_000 })
    })
  return worked
}

async function workBlock(ctx: Context, job: Job, workers: number, inTime: () => boolean): Promise<number> {
  let worked = 0
  const worker = async () => {
    while (worked < BLOCK && inTime()) {
      const some = await workRows(ctx, job)
      if (some === 0) return
      worked += some
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  await settle(ctx, job)
  return worked
}

const ofJob = ({ shop_id, id }: Pick<Job, 'shop_id' | 'id'>) =>
  and(eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, id))
const isJob = ({ shop_id, id }: Pick<Job, 'shop_id' | 'id'>) => and(eq(bulk_job.shop_id, shop_id), eq(bulk_job.id, id))

/** Rows of one transaction: few, since a member whose subscription is among them waits for all. */
const TOGETHER = 5

/** Thrown to leave rows as they were. */
class Stopped extends Error {}

/** Some rows of it, unless it was stopped or nothing is left; says how many. */
async function workRows(ctx: Context, job: Job): Promise<number> {
  const phase = phases[job.state as Working]
  try {
    return await ctx.db.transaction(async (tx) => {
      const [before] = await tx.select({ state: bulk_job.state }).from(bulk_job).where(isJob(job))
      if (before?.state !== job.state) return 0
      const rows = await nextRows(tx, job, phase.from, TOGETHER)
      for (const row of rows) {
        const became = await attempt(ctx, tx, job, row)
        await tx
          .update(bulk_job_row)
          .set({ done_at: ctx.clock.now(), ...became, state: became.isWell ? phase.well : phase.badly })
          .where(and(ofJob(job), eq(bulk_job_row.subject_id, row.subject_id)))
      }
      // Whoever stops it meanwhile can't see, and so can't take back, the mails written here; whoever stops it later waits for this.
      const [now] = await tx.select({ state: bulk_job.state }).from(bulk_job).where(isJob(job)).for('key share')
      if (now?.state !== job.state) throw new Stopped()
      return rows.length
    })
  } catch (error) {
    if (error instanceof Stopped) return 0
    throw error
  }
}

interface Became {
  isWell: boolean
  detail: string
  undo?: Record<string, unknown> | null
}

/** Thrown to undo what was only tried. */
class Tried extends Error {}

/** Does it in a savepoint of its own, so that what is refused leaves nothing but its reason. */
async function attempt(ctx: Context, tx: Tx, job: Job, row: Row): Promise<Became> {
  const kind = kindOf(job.kind)
  let became: Became = { isWell: true, detail: row.detail }
  try {
    await tx.transaction(async (inner) => {
      const inside = rowContext(ctx, inner, job)
      if (job.state === 'taking_back') await kind.takeBack!(inside, row.subject_id, row.undo!)
      else became = { isWell: true, ...(await kind.run(inside, row.subject_id, job.params)) }
      if (job.state === 'checking') throw new Tried()
    })
    return became
  } catch (error) {
    if (error instanceof Tried) return { isWell: true, detail: became.detail }
    if (error instanceof ShopError) return { isWell: false, detail: rowReason(error) }
    ctx.log.error({ err: error, bulk_job: job.id, subject: row.subject_id }, 'row of a bulk job failed')
    return {
      isWell: false,
      detail: 'システムの都合でできませんでした。やり直しても変わらないときは、開発者にお知らせください。',
    }
  }
}

/** In the name of the operator who asked for it. What is only tried writes no mail. */
const rowContext = (ctx: Context, tx: Tx, job: Job): RowContext => ({
  ...within(ctx, tx),
  tx,
  shop_id: job.shop_id,
  job_id: job.id,
  actor: operatorActor({ id: job.operator_id, name: job.operator_name }),
  is_quiet: !job.notify || job.state === 'checking',
})

/** Counts the rows, and lets the job go on where none is left to work on; one that is in other hands is still to be done. */
async function settle(ctx: Context, job: Job): Promise<void> {
  const phase = phases[job.state as Working]
  const counts = sql`coalesce((select json_object_agg(state, n) from (
    select state, count(*)::int as n from ${bulk_job_row} where ${ofJob(job)} group by state) c), '{}')`
  const updated_at = ctx.clock.now()
  await ctx.db.update(bulk_job).set({ counts, updated_at }).where(isJob(job))
  const left = ctx.db
    .select({ one: sql`1` })
    .from(bulk_job_row)
    .where(and(ofJob(job), eq(bulk_job_row.state, phase.from)))
  // What can still be taken back before it leaves is not done.
  const untried = ctx.db
    .select({ one: sql`1` })
    .from(outbox)
    .where(
      and(
        ...[eq(outbox.shop_id, job.shop_id), eq(outbox.bulk_job_id, job.id)],
        ...[eq(outbox.state, 'waiting'), eq(outbox.attempts, 0)],
      ),
    )
  await ctx.db
    .update(bulk_job)
    .set({ state: phase.next })
    .where(and(isJob(job), eq(bulk_job.state, job.state), notExists(left), notExists(untried)))
}
