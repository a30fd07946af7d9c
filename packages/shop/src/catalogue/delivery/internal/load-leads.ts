import { delivery_lead } from '@kushi/db/schema/delivery'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { eq } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { type LeadDestination, leadTimeTo, type ShopLeadTimes } from '../rules/lead.ts'
import { earliestDeliveryDay } from '../rules/selectable-dates.ts'
import { loadShopClosings } from './load-delivery.ts'

/** The part of the context that loading lead times needs. */
export type LeadTimeContext = Pick<QueryContext, 'db' | 'shop_id' | 'clock' | 'cache'>

/** Loads the lead times of the shop, and its closings that are not over. */
export function loadLeadTimes(ctx: LeadTimeContext): Promise<ShopLeadTimes> {
  const { db, shop_id, cache } = ctx
  const today = ctx.clock.today()
  const query = async () => ({
    leads: await db.select().from(delivery_lead).where(eq(delivery_lead.shop_id, shop_id)),
    closings: await loadShopClosings(db, shop_id, today),
  })
  return cache ? cache.get(`leads of ${shop_id} on ${today}`, query) : query()
}

/** The earliest day on which a parcel ordered today arrives at this address. */
export const earliestDeliveryDayTo = async (ctx: LeadTimeContext, to: LeadDestination): Promise<CalendarDate> =>
  earliestDeliveryDay(ctx.clock.today(), leadTimeTo(await loadLeadTimes(ctx), to))
