import { updateRows } from '@kushi/db/bulk-rows'
import { bulk_job, bulk_job_row } from '@kushi/db/schema/bulk'
import { outbox } from '@kushi/db/schema/system'
import { BULK_JOB_MAX_DELAY_MS, type BulkRowState, type BulkState } from '@kushi/values/bulk-job'
import { and, asc, eq, gt, inArray, lte, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { deliverOutbox } from '../../messaging/message/index.ts'
import { applyBulkJobToRows, type BulkJobRow } from './internal/apply-to-rows.ts'
import { lockNextBulkRows } from './internal/next-rows.ts'

type Working = Extract<BulkState, 'checking' | 'running' | 'taking_back'>

/**
 * For each state of a job: the rows that it processes, their states on success and failure, and the job's next state.
 */
const phases: Record<Working, { from: BulkRowState; well: BulkRowState; badly: BulkRowState; next: BulkState }> = {
  checking: { from: 'waiting', well: 'possible', badly: 'impossible', next: 'checked' },
  running: { from: 'possible', well: 'done', badly: 'failed', next: 'done' },
  taking_back: { from: 'done', well: 'taken_back', badly: 'kept', next: 'taken_back' },
}

interface WorkOptions {
  /** Number of concurrent workers. */
  workers?: number
  /** Milliseconds after which it stops; the next run continues. */
  budgetMs?: number
}

/** Rows of one job before the next job has its turn and the counts are updated. */
const BLOCK = 200

/**
 * Processes every open job of a shop, block by block in turn. The change of a row and its recorded result are in one
 * transaction, so after a crash each row is either done once or not begun. Safe on any number of processes.
 */
export async function processBulkJobs(
  ctx: Context,
  { workers = 4, budgetMs = 540_000 }: WorkOptions = {},
): Promise<number> {
  const end = performance.now() + budgetMs
  let worked = 0
  await beginPlanned(ctx)
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
    // The remaining rows are locked by other workers.
    if (worked === before) break
  }
  if (worked > 0)
    ctx.afterwards(async () => {
      await deliverOutbox(ctx)
      // A 一斉送信 is done when its messages have left the outbox.
      await processBulkJobs(ctx, { workers, budgetMs: 1_000 })
    })
  return worked
}

/** 一斉送信 whose time has come, unless it is long over. Of several processes one begins it. */
async function beginPlanned({ db, shop_id, clock }: Context): Promise<void> {
  const now = clock.now()
  const late = new Date(now.getTime() - BULK_JOB_MAX_DELAY_MS)
  const isInTime = and(lte(bulk_job.run_at, now), gt(bulk_job.run_at, late))
  const isDue = and(eq(bulk_job.shop_id, shop_id), eq(bulk_job.state, 'checked'), isInTime)
  await db.update(bulk_job).set({ state: 'running', updated_at: now }).where(isDue)
}

/** Each worker takes rows from the table until none is left, so there is no list to share as `inParallel` does. */
async function workBlock(ctx: Context, job: BulkJobRow, workers: number, inTime: () => boolean): Promise<number> {
  let worked = 0
  const worker = async () => {
    while (worked < BLOCK && inTime()) {
      const some = await workSome(ctx, job)
      if (some === 0) return
      worked += some
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  await settle(ctx, job)
  return worked
}

const ofJob = ({ shop_id, id }: Pick<BulkJobRow, 'shop_id' | 'id'>) =>
  and(eq(bulk_job_row.shop_id, shop_id), eq(bulk_job_row.job_id, id))
const isJob = ({ shop_id, id }: Pick<BulkJobRow, 'shop_id' | 'id'>) =>
  and(eq(bulk_job.shop_id, shop_id), eq(bulk_job.id, id))

/** Rows per transaction. A member whose subscription is among them waits until all are done. */
const TOGETHER = 40

/**
 * Processes some rows, unless the job was stopped or none is left. Returns their number. When a block fails, each of
 * its rows is tried alone.
 */
async function workSome(ctx: Context, job: BulkJobRow): Promise<number> {
  const taken: number[] = []
  const left = await workRows(ctx, job, { taken }).catch((error: unknown) => {
    if (taken.length < 2) throw error
    ctx.log.warn({ err: error, bulk_job: job.id }, 'rows of a bulk job could not be done together')
    return [...taken]
  })
  for (const id of left) await workRows(ctx, job, { only: id })
  return taken.length
}

/** Thrown to roll back the rows of a stopped job. */
class Stopped extends Error {}

/**
 * Returns the ids of rows that another transaction has locked. `taken` collects the ids of the rows that it begins
 * with.
 */
async function workRows(ctx: Context, job: BulkJobRow, { only, taken = [] }: { only?: number; taken?: number[] }) {
  const phase = phases[job.state as Working]
  try {
    return await ctx.db.transaction(async (tx) => {
      const [before] = await tx.select({ state: bulk_job.state }).from(bulk_job).where(isJob(job))
      if (before?.state !== job.state) return []
      const rows = await lockNextBulkRows(tx, job, phase.from, { most: TOGETHER, only })
      taken.push(...rows.map((row) => row.subject_id))
      const became = await applyBulkJobToRows(ctx, tx, job, rows)
      const done_at = ctx.clock.now()
      const done = rows.flatMap((row) => {
        const one = became.get(row.subject_id)
        return one ? [{ ...row, done_at, ...one, state: one.isWell ? phase.well : phase.badly }] : []
      })
      const set = ['state', 'detail', 'undo', 'done_at'] as const
      await updateRows(tx, bulk_job_row, job.shop_id, done, { key: ['subject_id', 'job_id'], set })
      // The key share lock orders this against a stop: a stop that was committed before is seen here, and the rows roll
      // back, because it could not withdraw the messages written here; a later stop waits for this transaction.
      const [now] = await tx.select({ state: bulk_job.state }).from(bulk_job).where(isJob(job)).for('key share')
      if (now?.state !== job.state) throw new Stopped()
      return rows.map((row) => row.subject_id).filter((id) => !became.has(id))
    })
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    taken.length = 0
    return []
  }
}

/**
 * Updates the counts and moves the job to its next state when no row is left; locked rows count as left. The counts of
 * the end are those of the statement that sees it: rows of another process may have come in between.
 */
async function settle(ctx: Context, job: BulkJobRow): Promise<void> {
  const phase = phases[job.state as Working]
  const counts = sql`coalesce((select json_object_agg(state, n) from (
    select state, count(*)::int as n from ${bulk_job_row} where ${ofJob(job)} group by state) c), '{}')`
  const updated_at = ctx.clock.now()
  await ctx.db.update(bulk_job).set({ counts, updated_at }).where(isJob(job))
  const left = ctx.db
    .select({ one: sql`1` })
    .from(bulk_job_row)
    .where(and(ofJob(job), eq(bulk_job_row.state, phase.from)))
  // A message that has no attempt yet can still be withdrawn, so the job is not done.
  const untried = ctx.db
    .select({ one: sql`1` })
    .from(outbox)
    .where(
      and(
        eq(outbox.shop_id, job.shop_id),
        eq(outbox.bulk_job_id, job.id),
        eq(outbox.state, 'waiting'),
        eq(outbox.attempts, 0),
      ),
    )
  await ctx.db
    .update(bulk_job)
    .set({ state: phase.next, counts })
    .where(and(isJob(job), eq(bulk_job.state, job.state), notExists(left), notExists(untried)))
}
