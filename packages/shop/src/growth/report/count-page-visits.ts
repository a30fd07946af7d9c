import { japanDayStartSql } from '@kushi/db/japan-day'
import { orders } from '@kushi/db/schema/order'
import { form_part_day, landing_day } from '@kushi/db/schema/report'
import { addDays } from '@kushi/values/calendar-date'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { and, eq, gte, inArray, sum } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'

/** The number of past days from which the next weeks are estimated. */
const SEEN_DAYS = 56

/**
 * Counts visits of a 申し込みページ and orders on it in the last eight weeks. Visits are those from adverts or those in which the
 * form was there, whichever are more: nobody counts all.
 */
export async function countRecentPageVisits(
  { db, shop_id, clock }: Pick<QueryContext, 'db' | 'shop_id' | 'clock'>,
  slug: string,
): Promise<{ visitors: number; orders: number }> {
  const since = addDays(clock.today(), -SEEN_DAYS)
  const [adverts] = await db
    .select({ visits: sum(landing_day.visits).mapWith(Number) })
    .from(landing_day)
    .where(
      and(eq(landing_day.shop_id, shop_id), gte(landing_day.day, since), eq(landing_day.landing_path, `/lp/${slug}`)),
    )
  const [forms] = await db
    .select({ visits: sum(form_part_day.reached).mapWith(Number) })
    .from(form_part_day)
    .where(
      and(
        eq(form_part_day.shop_id, shop_id),
        eq(form_part_day.landing_slug, slug),
        eq(form_part_day.form_part, ''),
        gte(form_part_day.day, since),
      ),
    )
  const placed = and(
    eq(orders.shop_id, shop_id),
    eq(orders.landing_slug, slug),
    gte(orders.created_at, japanDayStartSql(since)),
    inArray(orders.status, COUNTED_ORDER_STATUSES),
  )
  return { visitors: Math.max(adverts?.visits ?? 0, forms?.visits ?? 0), orders: await db.$count(orders, placed) }
}
