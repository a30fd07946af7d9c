import { isDeepStrictEqual } from 'node:util'
import type { Experiment } from '@kushi/contract/admin/experiment'
import { japanDaySql } from '@kushi/db/japan-day'
import { experiment, experiment_order, experiment_unit } from '@kushi/db/schema/experiment'
import { order_offer } from '@kushi/db/schema/order-offer'
import { promotion } from '@kushi/db/schema/promotion'
import { order_fact } from '@kushi/db/schema/report'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { EXPERIMENT_BASELINE_DAYS, experimentSubjectOfOffer, HOLDOUT_PERCENTS } from '@kushi/values/experiment'
import type { PromotionTerms } from '@kushi/values/promotion'
import { sum } from '@kushi/values/sum'
import { desc, sql } from 'drizzle-orm'
import { orderProfitsSql } from '../../../accounting/ledger/index.ts'
import { canSeeCosts } from '../../../catalogue/product/index.ts'
import { promotionTermsOf } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import {
  type ContractOutcome,
  countRecentlyComparable,
  type ExperimentSubject,
  estimateDifference,
  estimateVisitorDifference,
  experimentsCondition,
  hasSampleRatioMismatch,
  loadRecentlyOfferedOrders,
  minDetectableDifference,
  minDetectableYenDifference,
  USUAL_ORDERING_SHARE,
} from '../../../sales/experiment/index.ts'
import { loadLeftoverReasonIds } from '../../../sales/subscription/index.ts'
import { notFound } from '../../../shop-error.ts'
import { isKeptDeliverySql } from '../internal/derive-facts.ts'
import { armOutcomesOf, loadVisitorArms, type VisitorArm, type VisitorBuyer } from '../internal/visitor-outcomes.ts'

/** The share of contracts that go on, as far as nothing is known of this shop: of those at 解約, and of those that run. */
const USUAL_SHARE = { cancel_offer: 0.3, pace: 0.8 }

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

/** 比較 of 注文のときのご案内: compares the outcomes of visitors or orders that were shown the offer with those that were not. */
export const showOrderOfferExperiment: AdminHandler<'GET /admin/v1/order-offers/{id}/experiment'> = async (
  ctx,
  { id },
) => {
  const { db, shop_id } = ctx
  const [row] = await db
    .select({ offer_place: order_offer.offer_place })
    .from(order_offer)
    .where(sameRowCondition(order_offer, { shop_id, id }))
  if (!row) throw notFound()
  return experimentOf(ctx, { subject: experimentSubjectOfOffer(row.offer_place), order_offer_id: id }, null)
}

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
  const { contracts, smallest } = await outlookOf(ctx, what)
  return {
    latest: last ? await compared(ctx, last, !isDeepStrictEqual(last.terms, terms)) : null,
    outlook: {
      contracts,
      smallest: HOLDOUT_PERCENTS.map((holdout_percent) => ({
        holdout_percent,
        difference: smallest(holdout_percent),
      })),
    },
  }
}

async function outlookOf(ctx: OperatorContext, what: ExperimentSubject) {
  if ('order_offer_id' in what) {
    const { orders: contracts, mean, deviation } = await loadRecentlyOfferedOrders(ctx, what.order_offer_id)
    // A visitor who sees the offer in a form and orders nothing counts with 0 yen.
    const share = what.subject === 'form_offer' ? USUAL_ORDERING_SHARE : 1
    const spread = Math.sqrt(share * (deviation ** 2 + mean ** 2) - (share * mean) ** 2)
    return { contracts, smallest: (percent: number) => minDetectableYenDifference(contracts / share, percent, spread) }
  }
  const contracts = await countRecentlyComparable(ctx, what)
  const share = USUAL_SHARE[what.subject]
  return { contracts, smallest: (percent: number) => minDetectableDifference(contracts, percent, share) }
}

type Row = typeof experiment.$inferSelect
type Latest = NonNullable<Experiment['latest']>

async function compared(ctx: OperatorContext, row: Row, is_changed: boolean): Promise<Latest> {
  if (row.subject === 'form_offer') return visitorsCompared(ctx, row)
  const isOfOrders = row.subject === 'order_offer'
  const seesCosts = canSeeCosts(ctx)
  const units = await (isOfOrders ? ordersOf(ctx, row) : unitsOf(ctx, row))
  const side = (is_held_out: boolean) => units.filter((unit) => unit.is_held_out === is_held_out)
  const [offered, held_out] = [side(false), side(true)]
  const judged = (all: readonly Unit[]) => all.filter(({ is_over }) => is_over)
  const is_lopsided = hasSampleRatioMismatch(offered.length, held_out.length, row.holdout_percent)
  const measured = (of: (unit: Unit) => ContractOutcome) =>
    is_lopsided || is_changed
      ? null
      : estimateDifference(judged(offered).map(of), judged(held_out).map(of), row.expected)
  return {
    ...termsOf(row),
    ...{ is_lopsided, is_changed },
    sides: {
      offered: { exposed: offered.length, judged: judged(offered).length },
      held_out: { exposed: held_out.length, judged: judged(held_out).length },
    },
    kept: measured(({ is_kept, before }) => ({ after: is_kept ? 1 : 0, before: before.yen })),
    left_over:
      row.subject === 'pace'
        ? measured(({ is_left_over, before }) => ({ after: is_left_over ? 1 : 0, before: before.yen }))
        : null,
    deliveries: isOfOrders
      ? null
      : measured(({ after, before }) => ({ after: after.deliveries, before: before.deliveries })),
    yen: measured(({ after, before }) => ({ after: after.yen, before: before.yen })),
    profit: seesCosts ? measured(({ profit, before }) => ({ after: profit, before: before.yen })) : null,
    uncosted: seesCosts ? sum(judged(units).map(({ uncosted }) => uncosted)) : 0,
  }
}

const termsOf = ({ id, holdout_percent, window_days, expected, started_at, ended_at }: Row) => ({
  ...{ id, holdout_percent, window_days, expected },
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

/** Compares visitors. Those who order nothing count too, because an offer may also keep somebody from ordering. */
async function visitorsCompared(ctx: OperatorContext, row: Row): Promise<Latest> {
  const [offered, held_out] = (await loadVisitorArms(ctx, row, 2)) as [VisitorArm, VisitorArm]
  const seesCosts = canSeeCosts(ctx)
  const is_lopsided = hasSampleRatioMismatch(offered.visitors, held_out.visitors, row.holdout_percent)
  const is_forgotten = offered.visitors + held_out.visitors < row.visitors
  const measured = (of: (one: VisitorBuyer) => number): Latest['yen'] => {
    if (is_lopsided || is_forgotten) return null
    const { expected } = row
    const found = estimateVisitorDifference(armOutcomesOf(held_out, of), armOutcomesOf(offered, of), {
      expected,
      comparisons: 1,
    })
    if (!found) return null
    const { mean, base, ...difference } = found
    return { offered: mean, held_out: base, ...difference }
  }
  const countOf = ({ visitors, judged }: VisitorArm) => ({ exposed: visitors, judged })
  return {
    ...termsOf(row),
    ...{ is_lopsided, is_changed: false, left_over: null, deliveries: null },
    sides: { offered: countOf(offered), held_out: countOf(held_out) },
    kept: measured(({ is_kept }) => Number(is_kept)),
    yen: measured(({ yen }) => yen),
    profit: seesCosts ? measured(({ profit }) => profit) : null,
    uncosted: seesCosts ? sum([offered, held_out].flatMap(({ buyers }) => buyers.map(({ uncosted }) => uncosted))) : 0,
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
  /** 粗利 of what left within the days, and how many of these deliveries have none. */
  profit: number
  uncosted: number
}

/** 粗利 of each order of the relation `f`, and whether any of its goods has a 原価. */
const profitByOrderSql = (shop_id: number) =>
  sql`select order_id, sum(profit)::float8 as profit, bool_or(not is_gift) as is_costed
    from (${orderProfitsSql(shop_id, sql`f`)}) x group by 1`

/** Each contract with what left within its days, and as long before its exposure as is evened out. */
async function unitsOf(ctx: OperatorContext, { id, window_days }: Row): Promise<Unit[]> {
  const { db, shop_id, clock } = ctx
  const leftOver = await loadLeftoverReasonIds(ctx)
  const { rows } = await db.execute(sql`
    with u as materialized (
      select x.subscription_id, x.is_held_out, ${japanDaySql(sql`x.exposed_at`)} as day
      from ${experiment_unit} x where x.shop_id = ${shop_id} and x.experiment_id = ${id}),
    b as (
      select u.subscription_id, count(*)::int as deliveries, sum(f.payment_total - f.credited_amount)::float8 as yen
      from u join ${order_fact} f on f.shop_id = ${shop_id} and f.subscription_id = u.subscription_id
      where f.shipped_on between u.day - ${EXPERIMENT_BASELINE_DAYS}::int and u.day - 1
      group by 1),
    f as materialized (
      select u.subscription_id, f.order_id, f.payment_total - f.credited_amount as yen,
        coalesce(f.sold_on, f.ordered_on) as cost_day
      from u join ${order_fact} f on f.shop_id = ${shop_id} and f.subscription_id = u.subscription_id
      where f.shipped_on between u.day and u.day + ${window_days}::int),
    p as (${profitByOrderSql(shop_id)}),
    a as (
      select f.subscription_id, count(*)::int as deliveries, sum(f.yen)::float8 as yen,
        coalesce(sum(p.profit), 0) as profit, (count(*) filter (where p.is_costed is not true))::int as uncosted
      from f left join p on p.order_id = f.order_id group by 1)
    select u.is_held_out, u.day + ${window_days}::int < ${clock.today()}::date as is_over,
      coalesce(s.ended_on, 'infinity') > u.day + ${window_days}::int as is_kept,
      coalesce(s.end_event = 'cancelled' and s.ended_on <= u.day + ${window_days}::int
        and s.end_reason_id = any(${sql.param(leftOver)}::int[]), false) as is_left_over,
      json_build_object('deliveries', coalesce(a.deliveries, 0), 'yen', coalesce(a.yen, 0)) as after,
      json_build_object('deliveries', coalesce(b.deliveries, 0), 'yen', coalesce(b.yen, 0)) as before,
      coalesce(a.profit, 0) as profit, coalesce(a.uncosted, 0) as uncosted
    from u join ${subscription} s on s.shop_id = ${shop_id} and s.id = u.subscription_id
    left join a on a.subscription_id = u.subscription_id left join b on b.subscription_id = u.subscription_id`)
  return rows as unknown as Unit[]
}

/**
 * Loads each order with its shipped amount within its days. Differences that existed before the offer are evened out.
 */
async function ordersOf(ctx: OperatorContext, { id, window_days }: Row): Promise<Unit[]> {
  const { db, shop_id, clock } = ctx
  const { rows } = await db.execute(sql`
    with u as materialized (
      select x.order_id, x.arm, x.before_yen, ${japanDaySql(sql`x.seen_at`)} as day
      from ${experiment_order} x where x.shop_id = ${shop_id} and x.experiment_id = ${id}),
    f as materialized (
      select f.order_id, ${isKeptDeliverySql} as is_kept, f.payment_total - f.credited_amount as yen,
        coalesce(f.sold_on, f.ordered_on) as cost_day
      from u join ${order_fact} f on f.shop_id = ${shop_id} and f.order_id = u.order_id
      where f.shipped_on between u.day and u.day + ${window_days}::int),
    p as (${profitByOrderSql(shop_id)})
    select u.arm = 1 as is_held_out, u.day + ${window_days}::int < ${clock.today()}::date as is_over,
      coalesce(f.is_kept, false) as is_kept, false as is_left_over,
      json_build_object('deliveries', 0, 'yen', coalesce(f.yen, 0)) as after,
      json_build_object('deliveries', 0, 'yen', u.before_yen) as before,
      coalesce(p.profit, 0) as profit, (f.order_id is not null and p.is_costed is not true)::int as uncosted
    from u left join f on f.order_id = u.order_id left join p on p.order_id = u.order_id`)
  return rows as unknown as Unit[]
}
