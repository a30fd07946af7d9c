import type { OrderDraft } from '@kushi/contract/order'
import { delivery, delivery_lead, delivery_time } from '@kushi/db/schema/delivery'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isRemoteIsland } from '../delivery/rules/remote-island.ts'
import { earliestDelivery, selectableDates } from '../delivery/rules/selectable-dates.ts'
import { invalidFields } from '../shop-error.ts'
import { patternProblem } from '../subscription/rules/pattern.ts'

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'cmn-err-002', message }])

/**
 * The delivery of a draft: a visible method, a date and a time that it offers to that address, a pattern that holds.
 * @throws ShopError 422 with the field.
 */
export async function checkDelivery(ctx: Context, draft: OrderDraft, postalCode: string) {
  const method = await loadMethod(ctx, draft)
  if (!method) throw refuse('delivery_id', '配送方法を選択してください。')
  if (method.mail_delivery_flag && (draft.delivery_date !== null || draft.delivery_time_id !== null))
    throw refuse('delivery_date', 'メール便では、お届け日時を指定できません。')
  const lead = { extra_days: method.extra_days, is_remote_island: isRemoteIsland(postalCode) }
  const earliest = earliestDelivery(ctx.clock.today(), lead)
  if (draft.delivery_date !== null && !selectableDates(earliest).includes(draft.delivery_date))
    throw refuse('delivery_date', 'お届け希望日を選び直してください。')
  if (draft.delivery_time_id !== null && method.time_id === null)
    throw refuse('delivery_time_id', 'お届け時間帯を選び直してください。')
  if (draft.is_subscription && !draft.delivery_pattern)
    throw refuse('delivery_pattern', 'お届け周期を選択してください。')
  const problem = draft.is_subscription && draft.delivery_pattern && patternProblem(draft.delivery_pattern)
  if (problem) throw refuse('delivery_pattern', problem)
  return { mail_delivery_flag: method.mail_delivery_flag, earliest }
}

/** The method with what the draft asks of it: how much longer to that prefecture, and the time zone if it has it. */
async function loadMethod(ctx: Context, draft: OrderDraft) {
  const lead = and(
    eq(delivery_lead.delivery_id, delivery.id),
    eq(delivery_lead.pref_id, draft.shipping_address.pref_id),
  )
  const time = and(eq(delivery_time.delivery_id, delivery.id), eq(delivery_time.id, draft.delivery_time_id ?? 0))
  const [row] = await ctx.db
    .select({
      mail_delivery_flag: delivery.mail_delivery_flag,
      extra_days: sql<number>`coalesce(${delivery_lead.extra_days}, 0)`,
      time_id: delivery_time.id,
    })
    .from(delivery)
    .leftJoin(delivery_lead, lead)
    .leftJoin(delivery_time, time)
    .where(and(eq(delivery.id, draft.delivery_id), eq(delivery.shop_id, ctx.shop_id), eq(delivery.visible, true)))
  return row
}
