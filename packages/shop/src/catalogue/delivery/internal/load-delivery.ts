import type { Queryable } from '@kushi/db/connect'
import { delivery } from '@kushi/db/schema/delivery'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { fromTimestamp } from '@kushi/values/timestamp'
import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../shop-error.ts'
import { type Closing, weeklyClosings } from '../rules/selectable-dates.ts'

/** 配送方法 of the shop in their order, as the contract's `Delivery`; fee in yen, tax included. */
export function selectDeliveries(ctx: Pick<Context, 'db' | 'shop_id'>, condition?: SQL) {
  const { id, delivery_name, flat_rate_delivery_fee, visible, mail_delivery_flag } = delivery
  return ctx.db
    .select({ id, delivery_name, flat_rate_delivery_fee, visible, mail_delivery_flag })
    .from(delivery)
    .where(and(eq(delivery.shop_id, ctx.shop_id), condition))
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
}

/**
 * One method, including hidden ones: an order or a subscription may still use it.
 * @throws ShopError 404 for an id that the shop does not have
 */
export async function loadDelivery(ctx: Pick<Context, 'db' | 'shop_id'>, id: number) {
  const [row] = await selectDeliveries(ctx, eq(delivery.id, id))
  if (!row) throw notFound()
  return row
}

/** 休業日 of the shop from this day on: days on which no parcel leaves, both ends inclusive. */
export async function loadClosings(db: Queryable, shop_id: number, today: CalendarDate): Promise<Closing[]> {
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
  const day = (at: Date) => fromTimestamp(at.getTime())
  const planned = rows.map((row) => ({ from: day(row.starts_at), to: addDays(day(row.ends_at!), -1) }))
  const [own] = await db.select({ weekly_closed_days: shop.weekly_closed_days }).from(shop).where(eq(shop.id, shop_id))
  return [...planned, ...weeklyClosings(own?.weekly_closed_days ?? [], today)]
}
