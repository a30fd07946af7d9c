import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Verb } from '../../context.ts'
import { detailOf } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { ChangeRequest } from './internal/plan-change.ts'
import { paused } from './update-subscription.ts'

/** 休止: no delivery and no charge until the member reopens it. */
export const pauseSubscription: Verb<'PATCH /v1/order/subscription/update/{id}/pause'> = async (
  ctx,
  { id, version },
) => {
  await changeSubscription(ctx, { id, version, ...pausing })
  return detailOf(ctx, id)
}

export const pausing: ChangeRequest = {
  event: 'paused',
  apply(_, { row }) {
    if (row.summary_status === SUBSCRIPTION_STATUS.pause) throw paused()
    return { set: { skipped_dates: [] }, action: 'pause' }
  },
}
