import type { Queryable } from '@kushi/db/connect'
import { delivery } from '@kushi/db/schema/delivery'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { notFound } from '../../../shop-error.ts'
import { type ClosedPeriod, weeklyClosings } from '../rules/selectable-dates.ts'

/** 配送方法 of the shop in their order, as the contract's `Delivery`; fee in yen, tax included. */
export function selectDeliveryMethods(ctx: Pick<QueryContext, 'db' | 'shop_id'>, condition?: SQL) {
  const { id, delivery_name, flat_rate_delivery_fee, cool_fee, visible, mail_delivery_flag } = delivery
  return ctx.db
    .select({ id, delivery_name, flat_rate_delivery_fee, cool_fee, visible, mail_delivery_flag })
    .from(delivery)
    .where(and(eq(delivery.shop_id, ctx.shop_id), condition))
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
}

/**
 * Loads one delivery method, also a hidden one: an order or a subscription may still use it.
 * @throws ShopError 404 for an id that the shop does not have
 */
export async function loadDeliveryMethod(ctx: Pick<Context, 'db' | 'shop_id'>, id: number) {
  const [row] = await selectDeliveryMethods(ctx, eq(delivery.id, id))
  if (!row) throw notFound()
  return row
}

/** Loads 休業日 of the shop from today on. No parcel leaves on these days. Both ends of a closing are inclusive. */
export async function loadShopClosings(db: Queryable, shop_id: number, today: CalendarDate): Promise<ClosedPeriod[]> {
  const rows = await db
    .select({ starts_at: scheduled_change.starts_at, ends_at: scheduled_change.ends_at })
    .from(scheduled_change)
    .where(
      and(
        eq(scheduled_change.shop_id, shop_id),
        eq(scheduled_change.kind, 'closing'),
        inArray(scheduled_change.state, ['planned', 'running']),
        gt(scheduled_change.ends_at, new Date(`${today}T00:00:00+09:00`)),
      ),
    )
    .orderBy(asc(scheduled_change.starts_at))
    .limit(100)
  const day = (at: Date) => timestampToJapanDate(at.getTime())
  const planned = rows.map((row) => ({ from: day(row.starts_at), to: addDays(day(row.ends_at!), -1) }))
  const [own] = await db.select({ weekly_closed_days: shop.weekly_closed_days }).from(shop).where(eq(shop.id, shop_id))
  return [...planned, ...weeklyClosings(own?.weekly_closed_days ?? [], today)]
}
