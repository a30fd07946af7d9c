import type { Queryable } from '@kushi/db/connect'
import { isAmong } from '@kushi/db/in-sets'
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

interface From {
  db: Queryable
  shop_id: number
  clock: Clock
}

/** The earliest day on which a parcel that leaves for this address today arrives. */
export const earliestDeliveryTo = async (ctx: From, to: To): Promise<CalendarDate> =>
  (await earliestDeliveries(ctx, [to]))(to)

/** The same for each of these addresses, in two queries. */
export async function earliestDeliveries(ctx: From, all: readonly To[]): Promise<(to: To) => CalendarDate> {
  const { shop_id, delivery_id, pref_id } = delivery_lead
  const leads = await ctx.db
    .select()
    .from(delivery_lead)
    .where(
      and(
        eq(shop_id, ctx.shop_id),
        isAmong(
          delivery_id,
          all.map((to) => to.delivery_id),
        ),
        isAmong(
          pref_id,
          all.map((to) => to.pref_id),
        ),
      ),
    )
  const today = ctx.clock.today()
  const closings = await loadClosings(ctx.db, ctx.shop_id, today)
  return (to) => {
    const lead = leads.find((one) => one.delivery_id === to.delivery_id && one.pref_id === to.pref_id)
    const is_remote_island = isRemoteIsland(to.postal_code01 + to.postal_code02)
    return earliestDelivery(today, { extra_days: lead?.extra_days ?? 0, is_remote_island, closings })
  }
}
