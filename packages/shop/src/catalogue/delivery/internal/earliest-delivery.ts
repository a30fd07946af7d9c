import type { Queryable } from '@kushi/db/connect'
import { isAmong } from '@kushi/db/in-sets'
import { delivery_lead } from '@kushi/db/schema/delivery'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isRemoteIsland } from '../rules/remote-island.ts'
import { earliestDelivery } from '../rules/selectable-dates.ts'
import { loadClosings } from './load-delivery.ts'

interface To {
  delivery_id: number
  pref_id: number
  postal_code01: string
  postal_code02: string
}

type From = Pick<Context, 'shop_id' | 'clock' | 'kept'> & { db: Queryable }

/** The earliest day on which a parcel ordered today arrives at this address. */
export const earliestDeliveryTo = async (ctx: From, to: To): Promise<CalendarDate> => {
  const { kept, shop_id } = ctx
  const query = () => loadLeads(ctx, [to])
  const leads = await (kept ? kept.get(`lead of ${shop_id} ${to.delivery_id} ${to.pref_id}`, query) : query())
  return (await earliestWith(ctx, leads))(to)
}

/** The same for several addresses, in two queries. */
export const earliestDeliveries = async (ctx: From, all: readonly To[]): Promise<(to: To) => CalendarDate> =>
  earliestWith(ctx, await loadLeads(ctx, all))

function loadLeads({ db, shop_id }: From, all: readonly To[]) {
  const { delivery_id, pref_id } = delivery_lead
  const ids = all.map((to) => to.delivery_id)
  const prefs = all.map((to) => to.pref_id)
  return db
    .select()
    .from(delivery_lead)
    .where(and(eq(delivery_lead.shop_id, shop_id), isAmong(delivery_id, ids), isAmong(pref_id, prefs)))
}

async function earliestWith(ctx: From, leads: Awaited<ReturnType<typeof loadLeads>>) {
  const today = ctx.clock.today()
  const { kept, shop_id } = ctx
  const query = () => loadClosings(ctx.db, shop_id, today)
  const closings = await (kept ? kept.get(`closings of ${shop_id} on ${today}`, query) : query())
  return (to: To): CalendarDate => {
    const lead = leads.find((one) => one.delivery_id === to.delivery_id && one.pref_id === to.pref_id)
    const is_remote_island = isRemoteIsland(to.postal_code01 + to.postal_code02)
    return earliestDelivery(today, { extra_days: lead?.extra_days ?? 0, is_remote_island, closings })
  }
}
