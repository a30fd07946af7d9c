import { isAmong } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SubscriptionEventName } from '../rules/event-text.ts'

/** Events that end, pause or reopen a subscription. */
export const changesStanding = (event: SubscriptionEventName): boolean =>
  (['cancelled', 'ended', 'finished', 'paused', 'reopened'] as SubscriptionEventName[]).includes(event)

/**
 * いつ、なぜ終わったか: when and how each of these subscriptions ended, and since when it is paused, as their events say. The first end
 * counts: a cancelled 年払い is 解約 on that day, although its deliveries still come.
 */
export const standingOf = (where: SQL | undefined) => sql`
  select ${subscription.shop_id} as shop_id, ${subscription.id} as id, e.ended_on, e.end_event, e.end_reason_id, p.paused_on
  from ${subscription}
  left join lateral (
    select (x.created_at at time zone 'Asia/Tokyo')::date as ended_on, x.event as end_event,
      (x.detail ->> 'reason')::int as end_reason_id
    from ${subscription_event} x where x.shop_id = ${subscription.shop_id} and x.subscription_id = ${subscription.id}
      and x.event in ('cancelled', 'ended', 'finished')
    order by x.id limit 1) e on true
  left join lateral (
    select (x.created_at at time zone 'Asia/Tokyo')::date as paused_on
    from ${subscription_event} x where x.shop_id = ${subscription.shop_id} and x.subscription_id = ${subscription.id}
      and x.event = 'paused' and ${subscription.summary_status} = ${SUBSCRIPTION_STATUS.pause}
    order by x.id desc limit 1) p on true
  where ${where}`

/** Writes that into the subscriptions, in the transaction of the event. */
export async function noteStanding(tx: Queryable, shop_id: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rowCount } = await tx.execute(sql`
    update ${subscription} s set ended_on = d.ended_on, end_event = d.end_event, end_reason_id = d.end_reason_id,
      paused_on = d.paused_on
    from (${standingOf(and(eq(subscription.shop_id, shop_id), isAmong(subscription.id, ids)))}) d
    where s.shop_id = ${shop_id} and s.shop_id = d.shop_id and s.id = d.id
      and (s.ended_on, s.end_event, s.end_reason_id, s.paused_on)
        is distinct from (d.ended_on, d.end_event, d.end_reason_id, d.paused_on)`)
  return rowCount ?? 0
}
