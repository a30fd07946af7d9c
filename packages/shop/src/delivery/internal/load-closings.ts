import type { Queryable } from '@kushi/db/connect'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { fromTimestamp } from '@kushi/values/timestamp'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Closing } from '../rules/selectable-dates.ts'

/** 休業日 of the shop from this day on: days on which no parcel leaves, both ends inclusive. */
export async function loadClosings(db: Queryable, shop_id: number, today: CalendarDate): Promise<Closing[]> {
  const rows = await db
    .select({ starts_at: scheduled_change.starts_at, ends_at: scheduled_change.ends_at })
    .from(scheduled_change)
    .where(
      and(
        ...[eq(scheduled_change.shop_id, shop_id), eq(scheduled_change.kind, 'closing')],
        ...[inArray(scheduled_change.state, ['planned', 'running'])],
        gt(scheduled_change.ends_at, new Date(`${today}T00:00:00+09:00`)),
      ),
    )
    .orderBy(asc(scheduled_change.starts_at))
    .limit(100)
  const day = (at: Date) => fromTimestamp(at.getTime())
  return rows.map((row) => ({ from: day(row.starts_at), to: addDays(day(row.ends_at!), -1) }))
}
