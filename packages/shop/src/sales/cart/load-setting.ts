import type { Queryable } from '@kushi/db/connect'
import { cart_abandonment_setting } from '@kushi/db/schema/abandonment'
import { eq } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import type { ReminderPlanSetting } from './rules/reminder-plan.ts'

/** The setting of a shop without a row: no reminders. */
const off: ReminderPlanSetting = {
  cart_abandoned_flag: false,
  lp_flag: false,
  customer_target_flag: false,
  guest_target_flag: false,
  individual_setting_flag: false,
  step_hours: [],
  customer_step_hours: null,
  guest_step_hours: null,
}

export async function loadAbandonmentSetting(db: Queryable, shop_id: number): Promise<ReminderPlanSetting> {
  const [row] = await db.select().from(cart_abandonment_setting).where(eq(cart_abandonment_setting.shop_id, shop_id))
  return row ?? off
}

/** カゴ落ち設定 for the browser. */
export const getAbandonmentSetting: Handler<'GET /v1/cart-abandonments/get_abandonment_users_setting'> = (ctx) =>
  loadAbandonmentSetting(ctx.db, ctx.shop_id)
