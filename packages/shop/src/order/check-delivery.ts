import type { OrderDraft } from '@kushi/contract/order'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { listDeliveryDates } from '../delivery/list-delivery-dates.ts'
import { ShopError } from '../shop-error.ts'
import { patternProblem } from '../subscription/rules/pattern.ts'

const refuse = (path: string, message: string) =>
  new ShopError(422, 'ERROR_VALIDATION', message, { fields: [{ path, message_id: 'cmn-err-002', message }] })

/**
 * The delivery of a draft: a visible method, a date and a time that it offers to that address, a pattern that holds.
 * @throws ShopError 422 with the field.
 */
export async function checkDelivery(ctx: Context, draft: OrderDraft, postalCode: string) {
  const [method] = await ctx.db
    .select()
    .from(delivery)
    .where(and(eq(delivery.id, draft.delivery_id), eq(delivery.shop_id, ctx.shop_id), eq(delivery.visible, true)))
  if (!method) throw refuse('delivery_id', '配送方法を選択してください。')
  if (method.mail_delivery_flag && (draft.delivery_date !== null || draft.delivery_time_id !== null))
    throw refuse('delivery_date', 'メール便では、お届け日時を指定できません。')
  const dates = await listDeliveryDates(ctx, {
    id: method.id,
    postal_code: postalCode,
    pref_id: draft.shipping_address.pref_id,
  })
  if (draft.delivery_date !== null && !dates.items.includes(draft.delivery_date))
    throw refuse('delivery_date', 'お届け希望日を選び直してください。')
  if (draft.delivery_time_id !== null) {
    const mine = and(eq(delivery_time.id, draft.delivery_time_id), eq(delivery_time.delivery_id, method.id))
    const [time] = await ctx.db.select({ id: delivery_time.id }).from(delivery_time).where(mine)
    if (!time) throw refuse('delivery_time_id', 'お届け時間帯を選び直してください。')
  }
  if (draft.is_subscription && !draft.delivery_pattern)
    throw refuse('delivery_pattern', 'お届け周期を選択してください。')
  const problem = draft.delivery_pattern && patternProblem(draft.delivery_pattern)
  if (problem) throw refuse('delivery_pattern', problem)
  return { ...method, earliest: dates.earliest }
}
