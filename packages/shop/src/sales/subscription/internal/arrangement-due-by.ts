import { delivery_lead } from '@kushi/db/schema/delivery'
import { subscription } from '@kushi/db/schema/subscription'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { CHANGE_DEADLINE_DAYS_RANGE } from '@kushi/values/limits'
import { and, lte, or, type SQL, sql } from 'drizzle-orm'
import { earliestDeliveryDay, type ShopLeadTimes } from '../../../catalogue/delivery/index.ts'

/**
 * The condition for subscriptions whose next delivery is arranged on `day` or before, wherever they go. It only narrows
 * the rows for an index (every address counts as an island): the rule of `delivery/rules/arrangement.ts` decides.
 */
export function arrangementDueCondition({ leads, closings }: ShopLeadTimes, day: CalendarDate): SQL {
  const unreachable = (extra_days: number) =>
    addDays(earliestDeliveryDay(addDays(day, 1), { extra_days, is_remote_island: true, closings }), -1)
  const { next_delivery_date: date, arranged_before_days } = subscription
  const ordinary = unreachable(0)
  const longer = [...new Set(leads.map(({ extra_days }) => extra_days))].filter((extra) => extra > 0)
  const bounds = [ordinary, addDays(day, CHANGE_DEADLINE_DAYS_RANGE.to - 1), ...longer.map(unreachable)]
  const needsMore = (extra_days: number) =>
    and(
      lte(date, unreachable(extra_days)),
      sql`exists (select from ${delivery_lead} l where l.shop_id = ${subscription.shop_id}
        and l.delivery_id = ${subscription.delivery_id} and l.pref_id = ${subscription.pref_id}
        and l.extra_days = ${extra_days})`,
    )
  return and(
    lte(
      date,
      bounds.reduce((most, bound) => (bound > most ? bound : most)),
    ),
    or(lte(date, ordinary), sql`${date} < ${day}::date + ${arranged_before_days}`, ...longer.map(needsMore)),
  )!
}
