import type { Input, MemberQueryContext } from '../../context.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { SubscriptionChangeRequest } from './internal/plan-change.ts'
import { pauseOrSkipDetail } from './internal/reasons.ts'
import { restoreLeftOutItems } from './rules/left-out.ts'
import { refusePausedSubscription } from './update-subscription.ts'

/** 休止: no delivery and no charge until the member reopens it. */
export async function pauseSubscription(
  ctx: MemberQueryContext,
  { id, version, ...why }: Omit<Input<'PATCH /v1/order/subscription/update/{id}/pause'>, 'customer_flag'>,
) {
  const detail = await pauseOrSkipDetail(ctx, 'pause_reason', why)
  return changeSubscription(ctx, { id, version, ...pauseChange, detail })
}

/**
 * The change that pauses a subscription. It discards skipped dates, and puts back items that were left out of the next
 * delivery.
 */
export const pauseChange: SubscriptionChangeRequest = {
  event: 'paused',
  apply(_, { row, items }) {
    refusePausedSubscription(row)
    return { set: { skipped_dates: [] }, action: 'pause', ...restoreLeftOutItems(items, row) }
  },
}
