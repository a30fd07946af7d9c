import type { Db } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

/** Finds counters that differ from the sums of their rows, in words; none in a consistent shop. */
export async function findCounterDifferences(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ drift: string }>(sql`
    select format('promotion %s: %s uses, %s yen; rows: %s, %s', p.id, p.used, p.spent_yen, u.uses, u.yen) as drift
    from promotion p cross join lateral (
      select count(*)::int as uses, coalesce(sum(x.yen), 0)::int as yen from promotion_use x
      where x.shop_id = p.shop_id and x.promotion_id = p.id and x.is_counted and x.released_at is null) u
    where (p.max_uses is not null or p.budget_yen is not null) and (p.used, p.spent_yen) <> (u.uses, u.yen)
    union all
    select format('code %s: %s uses; rows: %s', c.code, c.used, u.uses)
    from promotion_code c cross join lateral (
      select count(*)::int as uses from promotion_use x
      where x.shop_id = c.shop_id and x.promotion_code_id = c.id and x.is_counted and x.released_at is null) u
    where c.max_uses is not null and c.used <> u.uses
    union all
    select format('points of %s: %s; rows: %s', a.customer_id, a.balance, e.points)
    from point_account a cross join lateral (
      select coalesce(sum(x.points), 0)::int as points from point_entry x
      where x.shop_id = a.shop_id and x.customer_id = a.customer_id) e
    where a.balance <> e.points
    union all
    select format('返金 by hand of payment %s: %s; rows: %s', p.id, p.repaid_amount, r.amount)
    from payment p cross join lateral (
      select coalesce(sum(x.amount), 0)::int as amount from payment_refund x
      where x.shop_id = p.shop_id and x.payment_id = p.id and x.way = 'hand') r
    where p.repaid_amount <> r.amount
    union all
    select format('入金 of payment %s: %s, %s; rows: %s, %s', p.id, p.settled_amount, p.settled_refund, l.settles, l.settles_refund)
    from payment p cross join lateral (
      select coalesce(sum(x.settles), 0)::int as settles, coalesce(sum(x.settles_refund), 0)::int as settles_refund
      from settlement_line x where x.shop_id = p.shop_id and x.payment_id = p.id) l
    where (p.settled_amount, p.settled_refund) <> (l.settles, l.settles_refund)`)
  return rows.map(({ drift }) => drift)
}
