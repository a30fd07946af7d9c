import type { Queryable, Tx } from '@kushi/db/connect'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { and, eq, lte, or, sql } from 'drizzle-orm'
import { systemActor } from '../../actor.ts'
import { recordPrices } from '../../catalogue/price-history/index.ts'
import type { Context } from '../../context.ts'
import { recordAuditBySystem } from '../../foundation/audit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { type ScheduleTarget, subjectRowId } from './internal/kinds/kind.ts'
import { scheduleTarget } from './internal/schedule-targets.ts'

type DueContext = Pick<Context, 'db' | 'clock' | 'log'>
type ApplyContext = Pick<DueContext, 'clock' | 'log'>
type Row = typeof scheduled_change.$inferSelect

const { state, starts_at, ends_at } = scheduled_change
/** When a row is due next: at its start if planned, at its end if running. */
const moment = sql<Date>`case ${state} when 'planned' then ${starts_at} else ${ends_at} end`.mapWith(starts_at)
/** SQL condition: planned changes that begin, and running ones that end, by this time. */
export const dueScheduledChangeCondition = (now: Date) =>
  or(and(eq(state, 'planned'), lte(starts_at, now)), and(eq(state, 'running'), lte(ends_at, now)))

/** Returns the next moment at which a change of any shop begins or ends; null: none is planned. */
export async function nextScheduledMoment(db: Queryable): Promise<Date | null> {
  const [row] = await db
    .select({
      at: sql<Date | null>`least(
        (select min(${starts_at}) from ${scheduled_change} where ${state} = 'planned'),
        (select min(${ends_at}) from ${scheduled_change} where ${state} = 'running')
      )`.mapWith(starts_at),
    })
    .from(sql`(select 1) one`)
  return row?.at ?? null
}

/**
 * Applies every due change of all shops, shop by shop, each shop in its own transaction. Returns the number of
 * changes.
 */
export async function applyDueChangesOfAllShops(ctx: DueContext): Promise<number> {
  const now = ctx.clock.now()
  const shops = await ctx.db
    .selectDistinct({ shop_id: scheduled_change.shop_id })
    .from(scheduled_change)
    .where(dueScheduledChangeCondition(now))
  let made = 0
  for (const { shop_id } of shops) made += await ctx.db.transaction((tx) => applyDueOf(tx, ctx, shop_id))
  return made
}

async function applyDueOf(tx: Tx, ctx: ApplyContext, shop_id: number): Promise<number> {
  // Serialises changes to one shop's settings. Orders, which reference the shop, are not blocked.
  await tx.select({ id: shop.id }).from(shop).where(eq(shop.id, shop_id)).for('no key update')
  return applyDueChangesOfShop(tx, ctx, shop_id, {
    async begin(inner, kind, row) {
      await kind.lock(inner, shop_id, row.subject_id)
      await recheckScheduledChange(inner, ctx, kind, row)
    },
    note: (inner, row, before, after) => noted(inner, ctx, row, before, after),
  })
}

/**
 * Checks whether a planned change is still allowed at its moment.
 * @throws ShopError if it is not
 */
export async function recheckScheduledChange(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  kind: ScheduleTarget<object, object>,
  { shop_id, state: now, subject_id, after }: Row,
): Promise<void> {
  if (now === 'planned') await kind.recheck?.({ db: tx, shop_id, clock }, subject_id, after)
}

/** The work before and after each change. A preview does something else than the job. */
export interface ScheduledChangeHooks {
  begin(tx: Tx, kind: ScheduleTarget<object, object>, row: Row): Promise<unknown>
  note(tx: Tx, row: Row, before: Row['before'], after: Row['after']): Promise<unknown>
}

/** Applies every due change of one shop, in the order of their moments; returns how many. */
export async function applyDueChangesOfShop(
  tx: Tx,
  ctx: ApplyContext,
  shop_id: number,
  around: ScheduledChangeHooks,
): Promise<number> {
  for (let made = 0; ; made++) {
    const [row] = await tx
      .select()
      .from(scheduled_change)
      .where(and(eq(scheduled_change.shop_id, shop_id), dueScheduledChangeCondition(ctx.clock.now())))
      // A change that ends when the next begins is reverted first.
      .orderBy(moment, sql`${state} = 'planned'`, scheduled_change.id)
      .limit(1)
    if (!row) return made
    const after = await make(tx, ctx, row, around)
    await tx
      .update(scheduled_change)
      .set({ ...after, updated_at: ctx.clock.now() })
      .where(and(eq(scheduled_change.shop_id, shop_id), eq(scheduled_change.id, row.id)))
  }
}

/**
 * The result of beginning or ending a change. A change that fails does not block the others; its row stores the
 * problem.
 */
type ChangeResult = Pick<Row, 'state'> & Partial<Pick<Row, 'before' | 'problem'>>

async function make(tx: Tx, ctx: ApplyContext, row: Row, around: ScheduledChangeHooks): Promise<ChangeResult> {
  try {
    return await tx.transaction(async (inner) => {
      await around.begin(inner, scheduleTarget(row.kind), row)
      return (row.state === 'planned' ? begin : endScheduledChange)(inner, row, around)
    })
  } catch (error) {
    ctx.log.error({ err: error, scheduled_change_id: row.id }, 'a planned change could not be made')
    const why = error instanceof ShopError ? error.message : '設定を確かめて、予定を入れ直してください。'
    return { state: 'failed', problem: `変更できない内容でした。${why}` }
  }
}

async function begin(tx: Tx, row: Row, { note }: ScheduledChangeHooks): Promise<ChangeResult> {
  const kind = scheduleTarget(row.kind)
  const found = await kind.read(tx, row.shop_id, row.subject_id)
  if (!found) return { state: 'failed', problem: '対象が見つかりませんでした。' }
  await kind.write(tx, row.shop_id, row.subject_id, row.after)
  const before = found.now as Row['before']
  await note(tx, row, before, row.after)
  return { state: row.ends_at === null ? 'done' : 'running', before }
}

/** Restores the values that a running change replaced, at its end or when it is cancelled. */
export async function endScheduledChange(
  tx: Tx,
  row: Row,
  { note }: Pick<ScheduledChangeHooks, 'note'>,
): Promise<ChangeResult> {
  await scheduleTarget(row.kind).restore(tx, row.shop_id, row.subject_id, row.before, row.after)
  await note(tx, row, row.after, row.before)
  return { state: 'done' }
}

/** Records the new prices of a changed product in its price history. Does nothing for other kinds of change. */
export async function recordScheduledPrices(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { kind, shop_id, subject_id }: Row,
): Promise<void> {
  if (scheduleTarget(kind).writes.includes('product'))
    await recordPrices(tx, { shop_id, clock }, [subjectRowId(subject_id)])
}

async function noted(
  tx: Tx,
  { clock }: Pick<DueContext, 'clock'>,
  row: Row,
  before: Row['before'],
  after: Row['after'],
): Promise<void> {
  await recordScheduledPrices(tx, { clock }, row)
  await recordAuditBySystem(
    tx,
    { shop_id: row.shop_id, clock, actor: systemActor(`予定(${row.operator_name})`), action: 'scheduled-change' },
    { subject: 'scheduled_change', subject_id: row.id, subject_name: row.subject_name, before, after },
  )
}
