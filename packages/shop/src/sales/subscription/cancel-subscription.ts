import { shop } from '@kushi/db/schema/shop'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { fieldRuleMessage } from '@kushi/values/message'
import { CANCEL_DETAIL_LABEL } from '@kushi/values/subscription-status'
import { eq } from 'drizzle-orm'
import type { Input, MemberQueryContext, QueryContext } from '../../context.ts'
import { invalidFields } from '../../shop-error.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { SubscriptionChangeRequest } from './internal/plan-change.ts'
import { requireReasonLabel } from './internal/reasons.ts'
import type { EventDetail } from './internal/record-event.ts'
import { yearlyRefund } from './internal/yearly.ts'

/** 解約. Prepaid deliveries (年払い) still come, or are refunded, by the rule of the contract; nothing else is delivered or charged. */
export async function cancelSubscription(ctx: MemberQueryContext, input: CancelSubscriptionInput) {
  const { id, version, reason, detail, offered } = input
  return changeSubscription(ctx, { id, version, ...(await cancellationChange(ctx, { reason, detail, offered })) })
}

export type CancelSubscriptionInput = Omit<Input<'PATCH /v1/order/subscription/update/{id}/cancel'>, 'customer_flag'>

export type CancelReason = Pick<CancelSubscriptionInput, 'reason' | 'detail'> & {
  offered?: CancelOffer[] | undefined
}

/** @throws ShopError 422 for a reason that is not in the shop's list */
export async function cancellationChange(
  ctx: Pick<QueryContext, 'db' | 'shop_id'>,
  why: CancelReason,
): Promise<SubscriptionChangeRequest> {
  return cancellationChangeFrom(await cancellationDetail(ctx, why))
}

/** Builds the event detail of a cancellation. @throws ShopError 422 for a reason that is not in the shop's list */
export async function cancellationDetail(
  ctx: Pick<QueryContext, 'db' | 'shop_id'>,
  { offered = [], ...why }: CancelReason,
): Promise<EventDetail> {
  return { ...why, reason_label: await checkReason(ctx, why), ...(offered.length > 0 && { offered }) }
}

export const cancellationChangeFrom = (detail: EventDetail): SubscriptionChangeRequest => ({
  event: 'cancelled',
  detail,
  apply({ clock }, loaded) {
    const { row, prepaid_until: until, dunning } = loaded
    const isPaid = until !== null && until >= row.cycle
    const final_cycle = isPaid && row.lump_sum_rule === 'delivered' ? until : null
    // A prepaid delivery that failed because of stock is tried again.
    const again = dunning && final_cycle !== null ? { retry_on: clock.today() } : {}
    return { set: { final_cycle, skipped_dates: [] }, action: 'cancel', yearly: yearlyRefund(loaded), ...again }
  },
})

/**
 * Returns the words of a reason.
 * @throws ShopError 422 for one that the shop does not offer, or without the detail that a shop asks for
 */
async function checkReason(
  ctx: Pick<QueryContext, 'db' | 'shop_id'>,
  { reason, detail }: CancelReason,
): Promise<string> {
  const label = await requireReasonLabel(ctx, 'cancel_reason', reason)
  if (detail !== '') return label
  const [asked] = await ctx.db.select({ flag: shop.cancel_detail_flag }).from(shop).where(eq(shop.id, ctx.shop_id))
  if (asked!.flag)
    throw invalidFields([
      { path: 'detail', message_id: 'cmn-err-001', message: fieldRuleMessage('cmn-err-001', CANCEL_DETAIL_LABEL) },
    ])
  return label
}
