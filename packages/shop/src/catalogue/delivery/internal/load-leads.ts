import type { Queryable } from '@kushi/db/connect'
import { delivery_lead } from '@kushi/db/schema/delivery'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type LeadDestination, type Leads, leadTo } from '../rules/lead.ts'
import { earliestDelivery } from '../rules/selectable-dates.ts'
import { loadClosings } from './load-delivery.ts'

export type LeadContext = Pick<Context, 'shop_id' | 'clock' | 'cache'> & { db: Queryable }

/** The leads of the shop, and the closings that are not over. */
export function loadLeads(ctx: LeadContext): Promise<Leads> {
  const { db, shop_id, cache } = ctx
  const today = ctx.clock.today()
  const query = async () => ({
    leads: await db.select().from(delivery_lead).where(eq(delivery_lead.shop_id, shop_id)),
    closings: await loadClosings(db, shop_id, today),
  })
  return cache ? cache.get(`leads of ${shop_id} on ${today}`, query) : query()
}

/** The earliest day on which a parcel ordered today arrives at this address. */
export const earliestDeliveryTo = async (ctx: LeadContext, to: LeadDestination): Promise<CalendarDate> =>
  earliestDelivery(ctx.clock.today(), leadTo(await loadLeads(ctx), to))
