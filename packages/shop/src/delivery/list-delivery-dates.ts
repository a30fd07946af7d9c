import { delivery_lead } from '@kushi/db/schema/delivery'
import { and, eq } from 'drizzle-orm'
import type { Context, Verb } from '../context.ts'
import { loadClosings } from './internal/load-closings.ts'
import { loadDelivery } from './internal/load-delivery.ts'
import { isRemoteIsland } from './rules/remote-island.ts'
import { earliestDelivery, selectableDates } from './rules/selectable-dates.ts'

/**
 * お届け日 to choose from, days in Japan. メール便 has no days to choose, only the earliest. The prefecture is not verified, as
 * it is part of the address that the customer confirms.
 * @throws ShopError 404 for a method that the shop does not have
 */
export const listDeliveryDates: Verb<'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}'> = async (
  ctx,
  { id, postal_code, pref_id },
) => {
  const { mail_delivery_flag } = await loadDelivery(ctx, id)
  const is_remote_island = isRemoteIsland(postal_code)
  const extra_days = await extraDays(ctx, id, pref_id)
  const today = ctx.clock.today()
  const closings = await loadClosings(ctx.db, ctx.shop_id, today)
  const earliest = earliestDelivery(today, { extra_days, is_remote_island, closings })
  return { items: mail_delivery_flag ? [] : selectableDates(earliest), earliest, is_remote_island }
}

async function extraDays(ctx: Context, deliveryId: number, prefId: number): Promise<number> {
  const [row] = await ctx.db
    .select({ extra_days: delivery_lead.extra_days })
    .from(delivery_lead)
    .where(
      and(
        eq(delivery_lead.shop_id, ctx.shop_id),
        eq(delivery_lead.delivery_id, deliveryId),
        eq(delivery_lead.pref_id, prefId),
      ),
    )
  return row?.extra_days ?? 0
}
