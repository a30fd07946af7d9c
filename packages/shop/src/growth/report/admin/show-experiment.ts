import { isDeepStrictEqual } from 'node:util'
import type { Experiment } from '@kushi/contract/admin/experiment'
import { japanDaySql } from '@kushi/db/japan-day'
import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { promotion } from '@kushi/db/schema/promotion'
import { order_fact } from '@kushi/db/schema/report'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { EXPERIMENT_BASELINE_DAYS, HOLDOUT_PERCENTS } from '@kushi/values/experiment'
import type { PromotionTerms } from '@kushi/values/promotion'
import { desc, sql } from 'drizzle-orm'
import { promotionTermsOf } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import {
  type ContractOutcome,
  countRecentlyComparable,
  type ExperimentSubject,
  estimateDifference,
  experimentsCondition,
  hasSampleRatioMismatch,
  minDetectableDifference,
} from '../../../sales/experiment/index.ts'
import { loadLeftoverReasonIds } from '../../../sales/subscription/index.ts'
import { notFound } from '../../../shop-error.ts'

/** The share of contracts that go on, as far as nothing is known of this shop: of those at 解約, and of those that run. */
const USUAL_SHARE: Record<ExperimentSubject['subject'], number> = { cancel_offer: 0.3, pace: 0.8 }

/** 比較: shows the results of contracts that were shown the offer beside those that were not. */
export const showExperiment: AdminHandler<'GET /admin/v1/promotions/{id}/experiment'> = async (ctx, { id }) => {
  const [row] = await ctx.db
    .select()
    .from(promotion)
    .where(sameRowCondition(promotion, { shop_id: ctx.shop_id, id }))
  if (!row) throw notFound()
  return experimentOf(ctx, { subject: 'cancel_offer', promotion_id: id }, promotionTermsOf(row))
}

/** 比較 of ペースのご提案: shows the results of contracts that were shown a proposal beside those that were not. */
export const showPaceExperiment: AdminHandler<'GET /admin/v1/pace/experiment'> = (ctx) =>
  experimentOf(ctx, { subject: 'pace' }, null)

async function experimentOf(
  ctx: OperatorContext,
  what: ExperimentSubject,
  terms: PromotionTerms | null,
): Promise<Experiment> {
  const [last] = await ctx.db
    .select()
    .from(experiment)
    .where(experimentsCondition(ctx.shop_id, what))
    .orderBy(desc(experiment.id))
    .limit(1)
  const contracts = await countRecentlyComparable(ctx, what)
  return {
    latest: last ? await compared(ctx, last, !isDeepStrictEqual(last.terms, terms)) : null,
    outlook: {
      contracts,
      smallest: HOLDOUT_PERCENTS.map((holdout_percent) => ({
        holdout_percent,
        difference: minDetectableDifference(contracts, holdout_percent, USUAL_SHARE[what.subject]),
      })),
    },
  }
}

async function compared(
  ctx: OperatorContext,
  row: typeof experiment.$inferSelect,
  is_changed: boolean,
): Promise<NonNullable<Experiment['latest']>> {
  const units = await unitsOf(ctx, row)
  const side = (is_held_out: boolean) => units.filter((unit) => unit.is_held_out === is_held_out)
  const [offered, held_out] = [side(false), side(true)]
  const judged = (all: readonly Unit[]) => all.filter(({ is_over }) => is_over)
  const is_lopsided = hasSampleRatioMismatch(offered.length, held_out.length, row.holdout_percent)
  const measured = (of: (unit: Unit) => ContractOutcome) =>
    is_lopsided || is_changed
      ? null
      : estimateDifference(judged(offered).map(of), judged(held_out).map(of), row.expected)
  const { id, holdout_percent, window_days, expected } = row
  return {
    ...{ id, holdout_percent, window_days, expected, is_lopsided, is_changed },
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    sides: {
      offered: { exposed: offered.length, judged: judged(offered).length },
      held_out: { exposed: held_out.length, judged: judged(held_out).length },
    },
    kept: measured(({ is_kept, before }) => ({ after: is_kept ? 1 : 0, before: before.yen })),
    left_over:
      row.subject === 'pace'
        ? measured(({ is_left_over, before }) => ({ after: is_left_over ? 1 : 0, before: before.yen }))
        : null,
    deliveries: measured(({ after, before }) => ({ after: after.deliveries, before: before.deliveries })),
    yen: measured(({ after, before }) => ({ after: after.yen, before: before.yen })),
  }
}

interface Sums {
  deliveries: number
  yen: number
}
interface Unit {
  is_held_out: boolean
  /** Its days are over. */
  is_over: boolean
  is_kept: boolean
  /** Cancelled within the days because something was left. */
  is_left_over: boolean
  after: Sums
  before: Sums
}

/** Each contract with what left within its days, and as long before its exposure as is evened out. */
async function unitsOf(ctx: OperatorContext, { id, window_days }: typeof experiment.$inferSelect): Promise<Unit[]> {
  const { db, shop_id, clock } = ctx
  const leftOver = await loadLeftoverReasonIds(ctx)
  const day = japanDaySql(sql`u.exposed_at`)
  const sums = (isIn: ReturnType<typeof sql>) => sql`(select json_build_object('deliveries', count(*),
      'yen', coalesce(sum(f.payment_total - f.credited_amount), 0))
    from ${order_fact} f where f.shop_id = u.shop_id and f.subscription_id = u.subscription_id and f.shipped_on ${isIn})`
  const { rows } = await db.execute(sql`
    select u.is_held_out, ${day} + ${window_days}::int < ${clock.today()}::date as is_over,
      coalesce(s.ended_on, 'infinity') > ${day} + ${window_days}::int as is_kept,
      coalesce(s.end_event = 'cancelled' and s.ended_on <= ${day} + ${window_days}::int
        and s.end_reason_id = any(${sql.param(leftOver)}::int[]), false) as is_left_over,
      ${sums(sql`between ${day} and ${day} + ${window_days}::int`)} as after,
      ${sums(sql`between ${day} - ${EXPERIMENT_BASELINE_DAYS}::int and ${day} - 1`)} as before
    from ${experiment_unit} u join ${subscription} s on s.shop_id = u.shop_id and s.id = u.subscription_id
    where u.shop_id = ${shop_id} and u.experiment_id = ${id}`)
  return rows as unknown as Unit[]
}
