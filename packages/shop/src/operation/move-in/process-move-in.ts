import type { Tx } from '@kushi/db/connect'
import { move_in, move_in_file } from '@kushi/db/schema/move-in'
import { type MoveInRevertReport, RUNNING_MOVE_IN_STATES } from '@kushi/values/move-in'
import { JOB_CLAIM_MS } from '@kushi/values/work-claim'
import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { operatorActor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { ShopError } from '../../shop-error.ts'
import { type MoveInReport, rehearseMoveIn, runMoveIn } from './move-in.ts'
import {
  addRemovedCounts,
  NOTHING_REMOVED,
  type RemovedCounts,
  rehearseMoveInRevert,
  revertMoveIn,
} from './revert-move-in.ts'

type Row = typeof move_in.$inferSelect

/** The interval of progress reports. */
const REPORT_EVERY_MS = 1_000
const WHOLE_ROUND_MS = 60_000

/** The time of this round is over; the next one continues. */
class OutOfTime extends Error {}

/** Does the rehearsal or import that an operator started. If it is killed, the next round continues. */
export async function processMoveIn(ctx: Context, { budgetMs = 300_000 } = {}): Promise<void> {
  const row = await claim(ctx)
  if (!row) return
  const isMine = eq(move_in.shop_id, ctx.shop_id)
  const settle = (more: Partial<Row>) =>
    ctx.db
      .update(move_in)
      .set({ claimed_until: null, progress: null, updated_at: ctx.clock.now(), ...more })
      .where(isMine)
  try {
    const end = performance.now() + budgetMs
    if (row.state === 'checking_back' || row.state === 'taking_back') {
      const take_back = await workBackwards(ctx, row, end)
      return void (await settle({ state: row.state === 'taking_back' ? 'taken_back' : 'checked_back', take_back }))
    }
    const report = await work(ctx, row, end)
    await settle({ state: row.state === 'running' ? 'done' : 'checked', report: { ...report } })
    // The files are no longer needed, and personal data must not remain in them.
    if (row.state === 'running') {
      await ctx.db.delete(move_in_file).where(eq(move_in_file.shop_id, ctx.shop_id))
      await settle({ sealed_magic: null })
    }
  } catch (error) {
    if (error instanceof OutOfTime) {
      // A rehearsal begins anew in each round: one that takes longer than a whole round would never end.
      const isRehearsal = row.state === 'checking' || row.state === 'checking_back'
      const isTooLong = isRehearsal && budgetMs >= WHOLE_ROUND_MS
      const text =
        row.state === 'checking'
          ? 'ファイルが大きく、予行が終わりませんでした。分けて置くか、コマンドで移行してください。'
          : '会員が多く、予行が終わりませんでした。コマンドで取り消してください。'
      return void (await settle(isTooLong ? { state: 'failed', error: text } : {}))
    }
    if (!(error instanceof ShopError)) ctx.log.error({ err: error }, 'moving in failed')
    const fields = error instanceof ShopError ? (error.fields ?? []).map(({ message }) => message) : []
    const text =
      error instanceof ShopError
        ? [...fields, error.message][0]!
        : 'システムの都合で止まりました。もう一度始めると、続きから進みます。'
    await settle({ state: 'failed', error: text })
  }
}

async function claim(ctx: Context): Promise<Row | undefined> {
  const now = ctx.clock.now()
  const [row] = await ctx.db
    .update(move_in)
    .set({ claimed_until: new Date(now.getTime() + JOB_CLAIM_MS) })
    .where(
      and(
        eq(move_in.shop_id, ctx.shop_id),
        inArray(move_in.state, [...RUNNING_MOVE_IN_STATES]),
        or(isNull(move_in.claimed_until), lt(move_in.claimed_until, now)),
      ),
    )
    .returning()
  return row
}

async function work(ctx: Context, row: Row, end: number): Promise<MoveInReport> {
  const { shop_id } = ctx
  const names = await ctx.db
    .select({ name: move_in_file.name })
    .from(move_in_file)
    .where(eq(move_in_file.shop_id, shop_id))
    .orderBy(asc(move_in_file.name))
  // Reads one file at a time, because all together would not fit into memory.
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const [file] = await ctx.db
      .select({ content: move_in_file.content })
      .from(move_in_file)
      .where(and(eq(move_in_file.shop_id, shop_id), eq(move_in_file.name, name)))
    yield new Uint8Array(file!.content)
  }
  const sorted = names.sort((a, b) => order.compare(a.name, b.name))
  const move = {
    files: sorted.map(({ name }) => ({ name, open: () => read(name) })),
    former_system: row.former_system,
    with_guests: row.with_guests,
    with_departed: row.with_departed,
    magic: row.sealed_magic === null ? null : ctx.secrets.open(row.sealed_magic),
    progress: reporting(ctx, end),
  }
  const inside = inNameOf(ctx, row)
  return row.state === 'running' ? runMoveIn(inside, { ...move, refused: row.refused }) : rehearseMoveIn(inside, move)
}

const order = new Intl.Collator('en', { numeric: true })

/** 移行の取り消し or its rehearsal. What each round removed is added up in the row, by the transactions that removed it. */
async function workBackwards(ctx: Context, row: Row, end: number): Promise<MoveInRevertReport> {
  const begun = row.take_back!
  const { former_system } = begun
  const report = reporting(ctx, end)
  const progress = (done: number, of: number) => report(former_system, done, of)
  const inside = inNameOf(ctx, row, 'POST /admin/v1/move-in/back/run')
  if (row.state === 'checking_back') return rehearseMoveInRevert(inside, { former_system, progress })
  let total: RemovedCounts = { ...NOTHING_REMOVED, ...begun }
  const removed = (tx: Tx, counts: RemovedCounts) => {
    total = addRemovedCounts(total, counts)
    const take_back = { ...begun, ...total }
    return tx.update(move_in).set({ take_back }).where(eq(move_in.shop_id, ctx.shop_id))
  }
  const { stay_count, staying } = await revertMoveIn(inside, { former_system, progress, removed })
  return { ...begun, ...total, stay_count, staying }
}

/** Reports the progress and renews the claim. */
function reporting(ctx: Context, end: number) {
  let reportedAt = 0
  return (file: string, done: number, of: number): void => {
    if (performance.now() > end) throw new OutOfTime()
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    const claimed_until = new Date(ctx.clock.now().getTime() + JOB_CLAIM_MS)
    void ctx.db
      .update(move_in)
      .set({ progress: { file, done, of }, claimed_until })
      .where(and(eq(move_in.shop_id, ctx.shop_id), inArray(move_in.state, [...RUNNING_MOVE_IN_STATES])))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'progress of moving in was not saved'))
  }
}

/** The audit log names the operator who started it. */
const inNameOf = (
  ctx: Context,
  { operator_id, operator_name }: Row,
  action = 'POST /admin/v1/move-in/run',
): AdminContext => ({
  ...ctx,
  actor: operatorActor({ id: operator_id, name: operator_name }),
  operator: null,
  action,
  trail: { entries: 0 },
  setSession: () => undefined,
  is_demo: false,
})
