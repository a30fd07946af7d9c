import type { Queryable } from '@kushi/db/connect'
import { delivery_lead } from '@kushi/db/schema/delivery'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../context.ts'
import { isRemoteIsland } from '../rules/remote-island.ts'
import { earliestDelivery } from '../rules/selectable-dates.ts'
import { loadClosings } from './load-closings.ts'

interface To {
  delivery_id: number
  pref_id: number
  postal_code01: string
  postal_code02: string
}

/** The earliest day on which a parcel that leaves for this address today arrives. */
export async function earliestDeliveryTo(
  ctx: { db: Queryable; shop_id: number; clock: Clock },
  { delivery_id, pref_id, postal_code01, postal_code02 }: To,
): Promise<CalendarDate> {
  const [lead] = await ctx.db
    .select({ extra_days: delivery_lead.extra_days })
    .from(delivery_lead)
    .where(
      and(
        eq(delivery_lead.shop_id, ctx.shop_id),
        eq(delivery_lead.delivery_id, delivery_id),
        eq(delivery_lead.pref_id, pref_id),
      ),
    )
  const is_remote_island = isRemoteIsland(postal_code01 + postal_code02)
  const today = ctx.clock.today()
  const closings = await loadClosings(ctx.db, ctx.shop_id, today)
  return earliestDelivery(today, { extra_days: lead?.extra_days ?? 0, is_remote_island, closings })
}
