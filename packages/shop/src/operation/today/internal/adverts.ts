import type { Today } from '@kushi/contract/admin/today'
import { landing_page } from '@kushi/db/schema/landing-page'
import { landing_day } from '@kushi/db/schema/report'
import { addDays } from '@kushi/values/calendar-date'
import { and, asc, eq, gte, lte, not, or, sql, sum } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'

const DAYS = 7
const SHOWN = 5

/** Returns 申し込みページ that take no orders now although they had visits in the last seven days, the most visited first. */
export async function loadClosedPagesWithAdVisits({
  db,
  shop_id,
  clock,
}: OperatorContext): Promise<NonNullable<Today['adverts']>> {
  const now = clock.now()
  const isClosed = lte(landing_page.closes_at, now)
  return db
    .select({
      id: landing_page.id,
      title: landing_page.title,
      is_closed: sql<boolean>`coalesce(${isClosed}, false)`,
      visits: sum(landing_day.visits).mapWith(Number),
    })
    .from(landing_page)
    .innerJoin(
      landing_day,
      and(
        eq(landing_day.shop_id, landing_page.shop_id),
        sql`${landing_day.landing_path} = '/lp/' || ${landing_page.slug}`,
        gte(landing_day.day, addDays(clock.today(), -DAYS)),
      ),
    )
    .where(
      and(
        eq(landing_page.shop_id, shop_id),
        or(not(landing_page.visible), sql`${landing_page.opens_at} > ${now}`, isClosed),
      ),
    )
    .groupBy(landing_page.shop_id, landing_page.id)
    .orderBy(sql`sum(${landing_day.visits}) desc`, asc(landing_page.id))
    .limit(SHOWN)
}
