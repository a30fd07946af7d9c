import type { Queryable } from '@kushi/db/connect'
import { cart_abandonment_setting, cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { and, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { loadAbandonmentSetting } from '../../../sales/cart/index.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'

const load = async (db: Queryable, shop_id: number) => {
  const row = await loadAbandonmentSetting(db, shop_id)
  const { cart_abandoned_flag, lp_flag, customer_target_flag, guest_target_flag, individual_setting_flag } = row
  return {
    cart_abandoned_flag,
    lp_flag,
    customer_target_flag,
    guest_target_flag,
    individual_setting_flag,
    step_hours: [...row.step_hours],
    customer_step_hours: [...(row.customer_step_hours ?? [])],
    guest_step_hours: [...(row.guest_step_hours ?? [])],
  }
}

export const getCartReminderSetting: AdminHandler<'GET /admin/v1/setting/reminder'> = async ({ db, shop_id }) =>
  withSettingVersion(await load(db, shop_id))

const DAYS = 30

/** Counts the carts that were reminded within 30 days, by their outcome. */
export const countCartReminderResults: AdminHandler<'GET /admin/v1/setting/reminder/results'> = async ({
  db,
  shop_id,
  clock,
}) => {
  const since = new Date(clock.now().getTime() - DAYS * 86_400_000)
  const carts = db
    .selectDistinct({ tracking_id: cart_reminder.tracking_id })
    .from(cart_reminder)
    .where(and(eq(cart_reminder.shop_id, shop_id), gte(cart_reminder.created_at, since)))
  const [found] = await db
    .select({
      reminded: count(),
      opened: sql<number>`count(*) filter (where ${cart_tracking.url_clicked})::int`,
      ordered: sql<number>`count(*) filter (where ${cart_tracking.url_clicked} and ${cart_tracking.end_reason} = 'ordered')::int`,
    })
    .from(cart_tracking)
    .where(and(eq(cart_tracking.shop_id, shop_id), inArray(cart_tracking.id, carts)))
  return found!
}

export const changeCartReminderSetting: AdminHandler<'PUT /admin/v1/setting/reminder'> = (ctx, { version, ...given }) =>
  changeSetting(ctx, {
    subject: 'cart_abandonment_setting',
    subject_id: ctx.shop_id,
    subject_name: 'カゴ落ちのお知らせ',
    version,
    load: (db) => load(db, ctx.shop_id),
    write: async (tx) => {
      const orNull = (hours: number[]) => (hours.length > 0 ? hours : null)
      const values = {
        ...given,
        customer_step_hours: orNull(given.customer_step_hours),
        guest_step_hours: orNull(given.guest_step_hours),
      }
      await tx
        .insert(cart_abandonment_setting)
        .values({ ...values, shop_id: ctx.shop_id })
        .onConflictDoUpdate({ target: cart_abandonment_setting.shop_id, set: values })
    },
  })
