import { japanDaySql } from '@kushi/db/japan-day'
import { order_fact, subscription_fact } from '@kushi/db/schema/report'
import { subscription } from '@kushi/db/schema/subscription'
import { DELIVERY_PATTERN } from '@kushi/values/delivery-pattern'
import { CONTRACT_SWITCH_DAYS, CYCLE_BANDS, DELIVERY_GRACE_DAYS, TENURE_BANDS } from '@kushi/values/report'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { type SQL, sql } from 'drizzle-orm'
import { adGroupSql, inAdGroupCondition } from '../../../people/line/index.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

/** SQL of the key of the band in which a number lies. */
export const bandSql = (of: SQL, bands: readonly { key: string; to: number }[]): SQL =>
  sql`case ${sql.join(
    bands.map(({ key, to }) => sql`when ${of} <= ${sql.raw(String(to))} then ${sql.raw(`'${key}'`)}`),
    sql` `,
  )} end`

/**
 * SQL of the row key in a report on contracts, from `k` (their facts) and `s`: a text, or the first day of a period.
 */
export function contractGroupSql({ by }: ResolvedReportQuery, day = sql`k.first_kept_on`): SQL {
  if (by === 'product') return sql`k.first_product_id::text`
  if (by === 'method') return sql`coalesce(k.payment_method_id, 0)::text`
  if (by === 'channel') return sql`coalesce(s.adcd, '')`
  if (by === 'ad_group') return adGroupSql(sql`s.shop_id`, sql`s.adcd`)
  if (by === 'promotion') return sql`coalesce(k.promotion_id, 0)::text`
  if (by === 'reason') return sql`coalesce(s.end_reason_id, 0)::text`
  if (by === 'last_cycle') return bandSql(sql`k.last_kept_cycle`, CYCLE_BANDS)
  if (by === 'tenure') return bandSql(sql`(ending.ended_on - k.first_kept_on)`, TENURE_BANDS)
  return sql`date_trunc(${sql.raw(`'${by}'`)}, ${day}::timestamp)::date`
}

/**
 * SQL condition with the filters of the question: contracts that began, because a delivery was kept. It does not matter
 * when they were cancelled.
 */
export function beganContractsCondition(
  shop_id: number,
  { product_id, payment_method_id, adcd, ad_group }: ResolvedReportQuery,
): SQL {
  const all = [
    sql`k.shop_id = ${shop_id}`,
    product_id !== undefined && sql`k.first_product_id = ${Number(product_id)}`,
    payment_method_id !== undefined && sql`coalesce(k.payment_method_id, 0) = ${Number(payment_method_id)}`,
    adcd !== undefined && sql`coalesce(s.adcd, '') = ${adcd}`,
    ad_group !== undefined && inAdGroupCondition(shop_id, sql`s.adcd`, ad_group),
  ].filter((one) => one !== false)
  return sql.join(all, sql` and `)
}

/**
 * SQL join of contracts that began: `k` (their facts), `s`, and the day of their `ending`. A contract that was
 * cancelled before its first parcel left ends when it begins.
 */
export const contractFactsJoinSql = sql`${subscription_fact} k join ${subscription} s on s.shop_id = k.shop_id and s.id = k.subscription_id
  cross join lateral (select case when s.ended_on is not null then greatest(s.ended_on, k.first_kept_on) end as ended_on) ending`

/**
 * 乗換: its member ended another begun contract shortly before or after this one was ordered. Few members have two contracts, so these are
 * found first, and only of them it is asked whether the other one began.
 */
const switched = (shop_id: number) => sql`
  select distinct p.id from (
    select x.id, b.id as ended_id from ${subscription} b join ${subscription} x on x.shop_id = b.shop_id and x.customer_id = b.customer_id
    where b.shop_id = ${shop_id} and b.ended_on is not null and b.id <> x.id and b.created_at < x.created_at
      and b.ended_on between ${japanDaySql(sql`x.created_at`)} - ${sql.raw(String(CONTRACT_SWITCH_DAYS))} and ${japanDaySql(sql`x.created_at`)} + 7
    offset 0) p
  where exists (select from ${subscription_fact} bk where bk.shop_id = ${shop_id} and bk.subscription_id = p.ended_id)`

/** Days between two deliveries, by お届け周期. */
const interval = sql.raw(
  `(case when s.subscription_division_id = ${DELIVERY_PATTERN.day_interval} then s.param1 else s.param1 * 30.4375::float8 end)`,
)

/** The cut-off: a delivery meant for a day before it should have left by now. */
const cutOff = ({ today }: ResolvedReportQuery) => sql`(${today}::date - ${sql.raw(String(DELIVERY_GRACE_DAYS))})`

/**
 * SQL of the contracts in the cohorts of a question, one row each. `g`: its row in the report. `last`: the last
 * delivery that was kept. `judged`: the last one up to it whose outcome is known by now. `more`: how many later deliveries
 * should have left by now, and did not. It is 0 for a paused contract, and for one that ended with its last prepaid
 * delivery.
 */
export const cohortContractsSql = (shop_id: number, asked: ResolvedReportQuery): SQL => sql`
  ${asked.switched === 'with' ? sql`` : sql`with switched as materialized (${switched(shop_id)})`}
  select k.subscription_id, ${contractGroupSql(asked)} as g, k.first_kept_on, k.last_kept_cycle as last,
    case when k.last_due_on <= ${cutOff(asked)} then k.last_kept_cycle else coalesce((
      select max(f.cycle) from ${order_fact} f where f.shop_id = k.shop_id and f.subscription_id = k.subscription_id
        and f.cycle <= k.last_kept_cycle and f.due_on <= ${cutOff(asked)}), 0) end as judged,
    case when s.summary_status = ${SUBSCRIPTION_STATUS.pause} or s.end_event = 'finished' then 0
      else greatest(0, floor((${cutOff(asked)} - (s.next_delivery_date - floor(${interval} * (s.cycle - k.last_kept_cycle - 1) + 0.5)::int))
        / ${interval})::int + 1) end as more
  from ${contractFactsJoinSql}
  where ${beganContractsCondition(shop_id, asked)} and k.first_kept_cycle = 1 and k.first_kept_on between ${asked.from}::date and ${asked.to}::date
    ${asked.switched === 'with' ? sql`` : sql`and ${asked.switched === 'only' ? sql`` : sql`not`} exists (select from switched w where w.id = k.subscription_id)`}`
