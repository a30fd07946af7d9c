import { master_data, shop } from '@kushi/db/schema/shop'
import { message } from '@kushi/values/message'
import { CANCEL_DETAIL_LABEL } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import type { Context, Input, Verb } from '../../context.ts'
import { invalidFields } from '../../shop-error.ts'
import { detailOf } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { ChangeRequest } from './internal/plan-change.ts'
import type { EventDetail } from './internal/record-event.ts'
import { restRefundOf } from './internal/yearly.ts'

/** 解約. Prepaid deliveries (年払い) still come, or are refunded, by the rule of the contract; nothing else is delivered or charged. */
export const cancelSubscription: Verb<'PATCH /v1/order/subscription/update/{id}/cancel'> = async (ctx, input) => {
  const { id, version, reason, detail } = input
  await changeSubscription(ctx, { id, version, ...(await cancelling(ctx, { reason, detail })) })
  return detailOf(ctx, id)
}

export type Why = Pick<Input<'PATCH /v1/order/subscription/update/{id}/cancel'>, 'reason' | 'detail'>

/** @throws ShopError 422 for a reason that is not in the shop's list */
export async function cancelling(ctx: Pick<Context, 'db' | 'shop_id'>, why: Why): Promise<ChangeRequest> {
  return cancellation({ ...why, reason_label: await checkReason(ctx, why) })
}

export const cancellation = (detail: EventDetail): ChangeRequest => ({
  event: 'cancelled',
  detail,
  async apply({ clock, db }, loaded) {
    const { row, prepaid_until: until, dunning } = loaded
    const isPaid = until !== null && until >= row.cycle
    const final_cycle = isPaid && row.lump_sum_rule === 'delivered' ? until : null
    const refund = isPaid ? await restRefundOf(db, loaded) : null
    // A prepaid delivery that failed because of stock is tried again.
    const again = dunning && final_cycle !== null ? { retry_on: clock.today() } : {}
    const detail = refund ? { refund } : {}
    return { set: { final_cycle, skipped_dates: [] }, action: 'cancel', detail, ...again }
  },
})

/**
 * Returns the words of a reason.
 * @throws ShopError 422 for one that the shop does not offer, or without the detail that a shop asks for
 */
export async function checkReason(ctx: Pick<Context, 'db' | 'shop_id'>, { reason, detail }: Why): Promise<string> {
  const asked = and(
    eq(master_data.shop_id, ctx.shop_id),
    eq(master_data.name, 'cancel_reason'),
    eq(master_data.id, reason),
    eq(master_data.is_ended, false),
  )
  const [found] = await ctx.db
    .select({ label: master_data.label, needs_detail: shop.cancel_detail_flag })
    .from(master_data)
    .innerJoin(shop, eq(shop.id, master_data.shop_id))
    .where(asked)
  if (!found)
    throw invalidFields([{ path: 'reason', message_id: 'cmn-err-002', message: '解約理由を選択してください。' }])
  if (found.needs_detail && detail === '')
    throw invalidFields([
      { path: 'detail', message_id: 'cmn-err-001', message: message('cmn-err-001', CANCEL_DETAIL_LABEL) },
    ])
  return found.label
}
