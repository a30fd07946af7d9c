import type { Input, MemberQueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { type CancelSubscriptionInput, cancellationDetail } from './cancel-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { SubscriptionChangeRequest } from './internal/plan-change.ts'
import type { EventDetail } from './internal/record-event.ts'
import { endsAfterArrangedDelivery } from './rules/ending.ts'

/**
 * このお届けを最後に解約する: while a delivery is arranged, the contract ends with its receipt, or when it can't be made. The
 * delivery itself stays as it is.
 */
export async function cancelAfterDelivery(ctx: MemberQueryContext, input: CancelSubscriptionInput) {
  const { id, version, reason, detail, offered } = input
  return changeSubscription(ctx, {
    id,
    version,
    ...endAfterDeliveryChange(await cancellationDetail(ctx, { reason, detail, offered })),
  })
}

export const endAfterDeliveryChange = (why: EventDetail): SubscriptionChangeRequest => ({
  event: 'ending_asked',
  detail: why,
  isWhileArranged: true,
  apply(_, { row, prepaid_until }) {
    if (endsAfterArrangedDelivery(row)) throw alreadyEnding()
    // Prepaid deliveries still come, so there is nothing to wait for.
    if (prepaid_until !== null && prepaid_until > row.cycle && row.lump_sum_rule === 'delivered')
      return { set: { final_cycle: prepaid_until, skipped_dates: [] }, action: 'cancel', event: 'cancelled' }
    return { set: { final_cycle: row.cycle, skipped_dates: [] } }
  },
})

/** Takes it back, until the receipt. */
export const continueAfterDelivery = (
  ctx: MemberQueryContext,
  { id, version }: Input<'PATCH /v1/order/subscription/{id}/cancel-after/undo'>,
) => changeSubscription(ctx, { id, version, ...continueAfterDeliveryChange })

export const continueAfterDeliveryChange: SubscriptionChangeRequest = {
  event: 'ending_undone',
  isWhileArranged: true,
  apply(_, { row }) {
    if (!endsAfterArrangedDelivery(row))
      throw new ShopError(409, 'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE', 'この定期便は、続くことになっています。')
    return { set: { final_cycle: null } }
  },
}

const alreadyEnding = () =>
  new ShopError(409, 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL', 'この定期便は、すでに解約のお手続きが済んでいます。')
