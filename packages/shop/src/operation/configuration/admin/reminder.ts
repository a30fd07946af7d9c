import type { Queryable } from '@kushi/db/connect'
import { cart_abandonment_setting } from '@kushi/db/schema/abandonment'
import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { loadSetting } from '../../../sales/cart/index.ts'
import { changeSetting, versioned } from '../internal/change-setting.ts'

const load = async (db: Queryable, shop_id: number) => {
  const row = await loadSetting(db, shop_id)
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

export const getReminderSetting: AdminVerb<'GET /admin/v1/setting/reminder'> = async ({ db, shop_id }) =>
  versioned(await load(db, shop_id))

export const changeReminderSetting: AdminVerb<'PUT /admin/v1/setting/reminder'> = (ctx, { version, ...given }) =>
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
