import { japanDaySql } from '@kushi/db/japan-day'
import { type experiment, experiment_order, experiment_visitor } from '@kushi/db/schema/experiment'
import { orders } from '@kushi/db/schema/order'
import { order_fact } from '@kushi/db/schema/report'
import { sql } from 'drizzle-orm'
import { orderProfitsSql } from '../../../accounting/ledger/index.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import type { ArmOutcomes } from '../../../sales/experiment/index.ts'
import { isKeptDeliverySql } from './derive-facts.ts'

type Row = Pick<typeof experiment.$inferSelect, 'id' | 'window_days'>

/** One group of a comparison: its visitors, the number of them whose days are over, and the buyers among these. */
export interface VisitorArm {
  visitors: number
  judged: number
  buyers: VisitorBuyer[]
}

/** The first `count` arms, by their numbers. */
export async function loadVisitorArms(ctx: OperatorContext, row: Row, count: number): Promise<VisitorArm[]> {
  const [counts, buyers] = await Promise.all([countVisitors(ctx, row), loadBuyers(ctx, row)])
  return Array.from({ length: count }, (_, arm) => {
    const { visitors = 0, judged = 0 } = counts.get(arm) ?? {}
    return { visitors, judged, buyers: buyers.filter((one) => one.arm === arm) }
  })
}

/** Returns the outcomes of one group. Visitors who order nothing count too. */
export const armOutcomesOf = ({ judged, buyers }: VisitorArm, of: (one: VisitorBuyer) => number): ArmOutcomes => ({
  visitors: judged,
  outcomes: buyers.map(of).filter((one) => one !== 0),
})

/** Counts the visitors of each arm, and those whose days are over. */
async function countVisitors({ db, shop_id, clock }: OperatorContext, { id, window_days }: Row) {
  const { rows } = await db.execute<{ arm: number; visitors: number; judged: number }>(sql`
    select arm, count(*)::int as visitors,
      (count(*) filter (where ${japanDaySql(sql`seen_at`)} + ${window_days}::int < ${clock.today()}::date))::int as judged
    from ${experiment_visitor} where shop_id = ${shop_id} and experiment_id = ${id} group by arm`)
  return new Map(rows.map((row) => [row.arm, row]))
}

/** The outcome of a visitor who bought within the days. */
export interface VisitorBuyer {
  arm: number
  /** Some of the shipped goods did not come back. */
  is_kept: boolean
  /** Some goods of a first order did not come back: a new customer. */
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
async function loadBuyers({ db, shop_id, clock }: OperatorContext, { id, window_days }: Row): Promise<VisitorBuyer[]> {
  const { rows } = await db.execute(sql`
    with seen as (
      select x.arm, x.order_id, r.customer_id, r.subscription_id, ${japanDaySql(sql`x.seen_at`)} as day
      from ${experiment_order} x join ${orders} r on r.shop_id = x.shop_id and r.id = x.order_id
      where x.shop_id = ${shop_id} and x.experiment_id = ${id}
        and ${japanDaySql(sql`x.seen_at`)} + ${window_days}::int < ${clock.today()}::date),
    f as materialized (
      select d.arm, d.customer_id as buyer_id, f.order_id, ${isKeptDeliverySql} as is_kept, f.is_first and ${isKeptDeliverySql} as is_confirmed,
        coalesce(f.cycle = 2 and ${isKeptDeliverySql}, false) as is_second,
        f.payment_total - f.credited_amount as yen, coalesce(f.sold_on, f.ordered_on) as cost_day
      from (
        select arm, customer_id, day, order_id from seen
        union select s.arm, s.customer_id, s.day, l.order_id
        from seen s join ${order_fact} l on l.shop_id = ${shop_id} and l.subscription_id = s.subscription_id) d
      join ${order_fact} f on f.shop_id = ${shop_id} and f.order_id = d.order_id
      where f.shipped_on between d.day and d.day + ${window_days}::int),
    p as (
      select order_id, arm, sum(profit)::float8 as profit, bool_or(not is_gift) as is_costed
      from (${orderProfitsSql(shop_id, sql`f`)}) x group by 1, 2)
    select f.arm, bool_or(f.is_kept) as is_kept, bool_or(f.is_confirmed) as is_confirmed, bool_or(f.is_second) as has_second,
      sum(f.yen)::float8 as yen, coalesce(sum(p.profit), 0) as profit, (count(*) filter (where p.is_costed is not true))::int as uncosted
    from f left join p on p.order_id = f.order_id and p.arm = f.arm
    group by f.arm, f.buyer_id`)
  return rows as unknown as VisitorBuyer[]
}
