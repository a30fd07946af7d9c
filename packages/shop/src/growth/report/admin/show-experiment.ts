import { isDeepStrictEqual } from 'node:util'
import type { Experiment } from '@kushi/contract/admin/experiment'
import { japanDay } from '@kushi/db/japan-day'
import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { promotion } from '@kushi/db/schema/promotion'
import { order_fact } from '@kushi/db/schema/report'
import { subscription } from '@kushi/db/schema/subscription'
import { isRow } from '@kushi/db/shop-scope'
import { BEFORE_DAYS, HOLDOUT_PERCENTS } from '@kushi/values/experiment'
import { and, desc, eq, sql } from 'drizzle-orm'
import { promotionTermsOf } from '../../../catalogue/promotion/index.ts'
import type { AdminVerb, OperatorContext } from '../../../foundation/admin/index.ts'
import {
  comparedDifference,
  comparedSoon,
  isLopsided,
  smallestDifference,
  type UnitOutcome,
} from '../../../sales/experiment/index.ts'
import { notFound } from '../../../shop-error.ts'

/** The share of contracts that an offer keeps, as far as nothing is known of this shop. */
const USUAL_SHARE = 0.3

/** 比較: who was shown the offer and who was not, and what came of both. */
export const showExperiment: AdminVerb<'GET /admin/v1/promotions/{id}/experiment'> = async (ctx, { id }) => {
  const { db, shop_id } = ctx
  const [row] = await db.select().from(promotion).where(isRow(promotion, { shop_id, id }))
  if (!row) throw notFound()
  const [last] = await db
    .select()
    .from(experiment)
    .where(and(eq(experiment.shop_id, shop_id), eq(experiment.promotion_id, id)))
    .orderBy(desc(experiment.id))
    .limit(1)
  const contracts = await comparedSoon(ctx, id)
  return {
    latest: last ? await compared(ctx, last, !isDeepStrictEqual(last.terms, promotionTermsOf(row))) : null,
    outlook: {
      contracts,
      smallest: HOLDOUT_PERCENTS.map((holdout_percent) => ({
        holdout_percent,
        difference: smallestDifference(contracts, holdout_percent, USUAL_SHARE),
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
  const is_lopsided = isLopsided(offered.length, held_out.length, row.holdout_percent)
  const measured = (of: (unit: Unit) => UnitOutcome) =>
    is_lopsided || is_changed
      ? null
      : comparedDifference(judged(offered).map(of), judged(held_out).map(of), row.expected)
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
  after: Sums
  before: Sums
}

/** Each contract with what left within its days, and as long before its exposure as is evened out. */
async function unitsOf(
  { db, shop_id, clock }: OperatorContext,
  { id, window_days }: typeof experiment.$inferSelect,
): Promise<Unit[]> {
  const day = japanDay(sql`u.exposed_at`)
  const sums = (isIn: ReturnType<typeof sql>) => sql`(select json_build_object('deliveries', count(*),
      'yen', coalesce(sum(f.payment_total - f.credited_amount), 0))
    from ${order_fact} f where f.shop_id = u.shop_id and f.subscription_id = u.subscription_id and f.shipped_on ${isIn})`
  const { rows } = await db.execute(sql`
    select u.is_held_out, ${day} + ${window_days}::int < ${clock.today()}::date as is_over,
      coalesce(s.ended_on, 'infinity') > ${day} + ${window_days}::int as is_kept,
      ${sums(sql`between ${day} and ${day} + ${window_days}::int`)} as after,
      ${sums(sql`between ${day} - ${BEFORE_DAYS}::int and ${day} - 1`)} as before
    from ${experiment_unit} u join ${subscription} s on s.shop_id = u.shop_id and s.id = u.subscription_id
    where u.shop_id = ${shop_id} and u.experiment_id = ${id}`)
  return rows as unknown as Unit[]
}
