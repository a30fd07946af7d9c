import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { subscription, subscription_event, subscription_reason } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SubscriptionEventName } from '../rules/event-text.ts'

/** Whether the event changes the columns about end, pause and skip of a subscription. */
export const isEndPauseOrSkipEvent = (event: SubscriptionEventName): boolean =>
  (
    ['cancelled', 'ended', 'finished', 'paused', 'reopened', 'skipped', 'skip_undone'] as SubscriptionEventName[]
  ).includes(event)

const day = sql`(x.created_at at time zone 'Asia/Tokyo')::date`
const reason = sql`(x.detail ->> 'reason')::int`
const eventsOf = sql`${subscription_event} x where x.shop_id = ${subscription.shop_id} and x.subscription_id = ${subscription.id}`

/** The columns in which a subscription repeats its last events, so that lists find it. */
const STANDING = [
  'ended_on',
  'end_event',
  'end_reason_id',
  'paused_on',
  'pause_reason_id',
  'skipped_on',
  'skip_reason_id',
]
/** The SQL list of the end, pause and skip columns, with a table alias. */
export const endPauseSkipColumnsSql = (table: 's' | 'd') => sql.raw(STANDING.map((one) => `${table}.${one}`).join(', '))

/**
 * SQL that reads from the events of each subscription when and why it ended, since when it is paused, and its last お休み
 * that was not undone. The first end counts: a cancelled 年払い is 解約 on that day, although its deliveries still come.
 */
export const endPauseSkipSql = (where: SQL | undefined) => sql`
  select ${subscription.shop_id} as shop_id, ${subscription.id} as id, e.ended_on, e.end_event, e.end_reason_id, p.paused_on,
    p.pause_reason_id, case when k.event = 'skipped' then k.skipped_on end as skipped_on,
    case when k.event = 'skipped' then k.skip_reason_id end as skip_reason_id
  from ${subscription}
  left join lateral (
    select ${day} as ended_on, x.event as end_event, ${reason} as end_reason_id
    from ${eventsOf} and x.event in ('cancelled', 'ended', 'finished') order by x.id limit 1) e on true
  left join lateral (
    select ${day} as paused_on, ${reason} as pause_reason_id
    from ${eventsOf} and x.event = 'paused' and ${subscription.summary_status} = ${SUBSCRIPTION_STATUS.pause}
    order by x.id desc limit 1) p on true
  left join lateral (
    select x.event, ${day} as skipped_on, ${reason} as skip_reason_id
    from ${eventsOf} and x.event in ('skipped', 'skip_undone') order by x.id desc limit 1) k on true
  where ${where}`

/** The SQL query of 理由の記録: the reasons in the subscription events (`x`) that `where` selects. */
export const subscriptionReasonsSql = (where: SQL) => sql`
  select x.shop_id, x.id as event_id, x.subscription_id, x.event, ${day} as day,
    case when x.event in ('paused', 'skipped') then ${reason} end as reason_id,
    case when x.event = 'cancelled' then ${reason} else (x.detail #>> '{instead_of,reason}')::int end as cancel_reason_id,
    array(select jsonb_array_elements_text(coalesce(x.detail -> 'offered', x.detail #> '{instead_of,offered}', '[]'))) as offered,
    x.detail #>> '{instead_of,taken}' as taken
  from ${subscription_event} x
  where (x.event in ('cancelled', 'paused', 'skipped') or x.detail ? 'instead_of') and ${where}`

/**
 * Updates the end, pause and skip columns of these subscriptions, and adds their 理由の記録, from their events. Call it in
 * the transaction of the event. Returns the number of changed subscriptions.
 */
export async function updateEndPauseSkipColumns(
  tx: Queryable,
  shop_id: number,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  await tx.execute(sql`
    insert into ${subscription_reason} (shop_id, event_id, subscription_id, event, day, reason_id, cancel_reason_id, offered, taken)
    ${subscriptionReasonsSql(sql`x.shop_id = ${shop_id} and x.subscription_id = any(${sql.param([...ids])}::bigint[])`)}
    on conflict do nothing`)
  const { rowCount } = await tx.execute(sql`
    update ${subscription} s set ${sql.raw(STANDING.map((one) => `${one} = d.${one}`).join(', '))}
    from (${endPauseSkipSql(and(eq(subscription.shop_id, shop_id), isAnyOfCondition(subscription.id, ids)))}) d
    where s.shop_id = ${shop_id} and s.shop_id = d.shop_id and s.id = d.id
      and (${endPauseSkipColumnsSql('s')}) is distinct from (${endPauseSkipColumnsSql('d')})`)
  return rowCount ?? 0
}
