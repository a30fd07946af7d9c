import type { PageExperiment } from '@kushi/contract/admin/landing-variant'
import { japanDaySql } from '@kushi/db/japan-day'
import { experiment, experiment_order, experiment_visitor } from '@kushi/db/schema/experiment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { order_fact } from '@kushi/db/schema/report'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sum } from '@kushi/values/sum'
import { desc, sql } from 'drizzle-orm'
import { orderProfitsSql } from '../../../accounting/ledger/index.ts'
import { canSeeCosts } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import {
  type ArmOutcomes,
  areSharesMissed,
  estimateVisitorDifference,
  minDetectableVisitorDifference,
  pageExperimentsCondition,
} from '../../../sales/experiment/index.ts'
import { notFound } from '../../../shop-error.ts'
import { countRecentPageVisits } from '../count-page-visits.ts'
import { isKeptDelivery } from '../internal/derive-facts.ts'

/** The share of visitors that orders, as far as nothing is known of this page. */
const USUAL_SHARE = 0.02
/** Visits from which on the page's own share is taken. */
const ENOUGH_VISITS = 200

/** 申し込みページのパターンの比較: what came of the visitors of each, beside the page itself. @throws ShopError 404 */
export const showPageExperiment: AdminHandler<'GET /admin/v1/landing-pages/{id}/experiment'> = async (ctx, { id }) => {
  const { db, shop_id } = ctx
  const [page] = await db
    .select({ title: landing_page.title, slug: landing_page.slug })
    .from(landing_page)
    .where(sameRowCondition(landing_page, { shop_id, id }))
  if (!page) throw notFound()
  const [last] = await db
    .select()
    .from(experiment)
    .where(pageExperimentsCondition(shop_id, id))
    .orderBy(desc(experiment.id))
    .limit(1)
  const { visitors, orders: placed } = await countRecentPageVisits(ctx, page.slug)
  const share = visitors < ENOUGH_VISITS ? USUAL_SHARE : Math.min(0.5, placed / visitors)
  return {
    title: page.title,
    latest: last ? await compared(ctx, last) : null,
    outlook: {
      ...{ visitors, orders: placed },
      smallest: [2, 3].map((arms) => ({ arms, difference: minDetectableVisitorDifference(visitors, arms, share) })),
    },
  }
}

type Row = typeof experiment.$inferSelect
type Latest = NonNullable<PageExperiment['latest']>

async function compared(ctx: OperatorContext, row: Row): Promise<Latest> {
  const arms = row.arms!
  const counts = await visitorsOf(ctx, row)
  const buyers = await buyersOf(ctx, row)
  const shown = arms.map((arm, n) => ({
    ...arm,
    ...{ visitors: counts.get(n)?.visitors ?? 0, judged: counts.get(n)?.judged ?? 0 },
    buyers: buyers.filter((one) => one.arm === n),
  }))
  const is_lopsided = areSharesMissed(
    shown.map(({ visitors: count, visitor_percent: percent }) => ({ count, percent })),
  )
  const is_forgotten = sum(shown.map(({ visitors }) => visitors)) < row.visitors
  const base = shown[0]!
  const differs = (arm: (typeof shown)[number], of: (one: Buyer) => number) => {
    if (is_lopsided || is_forgotten) return null
    const outcomesOf = ({ judged, buyers }: typeof arm): ArmOutcomes => ({
      visitors: judged,
      outcomes: buyers.map(of).filter((one) => one !== 0),
    })
    const expected = Math.max(100, (row.expected * (base.visitor_percent + arm.visitor_percent)) / 100)
    return estimateVisitorDifference(outcomesOf(base), outcomesOf(arm), { expected, comparisons: arms.length - 1 })
  }
  return {
    ...{ id: row.id, window_days: row.window_days, expected: row.expected, is_lopsided, is_forgotten },
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    uncosted: canSeeCosts(ctx) ? sum(buyers.map(({ uncosted }) => uncosted)) : 0,
    arms: shown.map((arm, n) => ({
      ...arm,
      confirmed: arm.buyers.filter((one) => one.is_confirmed).length,
      second: arm.buyers.filter((one) => one.has_second).length,
      compared:
        n === 0
          ? null
          : {
              confirmed: differs(arm, ({ is_confirmed }) => Number(is_confirmed)),
              second: differs(arm, ({ has_second }) => Number(has_second)),
              yen: differs(arm, ({ yen }) => yen),
              profit: canSeeCosts(ctx) ? differs(arm, ({ profit }) => profit) : null,
            },
    })),
  }
}

async function visitorsOf({ db, shop_id, clock }: OperatorContext, { id, window_days }: Row) {
  const { rows } = await db.execute<{ arm: number; visitors: number; judged: number }>(sql`
    select arm, count(*)::int as visitors,
      (count(*) filter (where ${japanDaySql(sql`seen_at`)} + ${window_days}::int < ${clock.today()}::date))::int as judged
    from ${experiment_visitor} where shop_id = ${shop_id} and experiment_id = ${id} group by arm`)
  return new Map(rows.map((row) => [row.arm, row]))
}

interface Buyer {
  arm: number
  is_confirmed: boolean
  has_second: boolean
  yen: number
  profit: number
  uncosted: number
}

/**
 * Each buyer among the visitors whose days are over, with what left within the days: the order itself, and the deliveries
 * of the 定期便 that it began.
 */
async function buyersOf({ db, shop_id, clock }: OperatorContext, { id, window_days }: Row): Promise<Buyer[]> {
  const { rows } = await db.execute(sql`
    with seen as (
      select x.arm, x.order_id, r.customer_id, r.subscription_id, ${japanDaySql(sql`x.seen_at`)} as day
      from ${experiment_order} x join ${orders} r on r.shop_id = x.shop_id and r.id = x.order_id
      where x.shop_id = ${shop_id} and x.experiment_id = ${id}
        and ${japanDaySql(sql`x.seen_at`)} + ${window_days}::int < ${clock.today()}::date),
    f as materialized (
      select d.arm, d.customer_id as buyer_id, f.order_id, f.is_first and ${isKeptDelivery} as is_confirmed,
        coalesce(f.cycle = 2 and ${isKeptDelivery}, false) as is_second,
        f.payment_total - f.credited_amount as yen, coalesce(f.sold_on, f.ordered_on) as cost_day
      from (
        select arm, customer_id, day, order_id from seen
        union select s.arm, s.customer_id, s.day, l.order_id
        from seen s join ${order_fact} l on l.shop_id = ${shop_id} and l.subscription_id = s.subscription_id) d
      join ${order_fact} f on f.shop_id = ${shop_id} and f.order_id = d.order_id
      where f.shipped_on between d.day and d.day + ${window_days}::int),
    p as (select order_id, arm, sum(profit)::float8 as profit from (${orderProfitsSql(shop_id, sql`f`)}) x group by 1, 2)
    select f.arm, bool_or(f.is_confirmed) as is_confirmed, bool_or(f.is_second) as has_second, sum(f.yen)::float8 as yen,
      coalesce(sum(p.profit), 0) as profit, (count(*) filter (where p.order_id is null))::int as uncosted
    from f left join p on p.order_id = f.order_id and p.arm = f.arm
    group by f.arm, f.buyer_id`)
  return rows as unknown as Buyer[]
}
