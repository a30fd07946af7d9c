import type { Queryable } from '@kushi/db/connect'
import { point_account } from '@kushi/db/schema/point'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { Clock } from '../../context.ts'
import { accountOf } from './internal/write-entry.ts'

/** What a member can use today, and until when; no day where there is nothing. */
export async function pointBalance({
  db,
  shop_id,
  customer_id,
  clock,
}: {
  db: Queryable
  shop_id: number
  customer_id: number
  clock: Clock
}): Promise<{ balance: number; points_until: CalendarDate | null }> {
  const [row] = await db.select().from(point_account).where(accountOf(shop_id, customer_id))
  if (!row || row.balance === 0 || row.points_until < clock.today()) return { balance: 0, points_until: null }
  return { balance: row.balance, points_until: row.points_until }
}
