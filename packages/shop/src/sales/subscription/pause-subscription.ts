import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Verb } from '../../context.ts'
import { detailOf } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { ChangeRequest } from './internal/plan-change.ts'
import { haltDetail } from './internal/reasons.ts'
import { paused } from './update-subscription.ts'

/** 休止: no delivery and no charge until the member reopens it. */
export const pauseSubscription: Verb<'PATCH /v1/order/subscription/update/{id}/pause'> = async (
  ctx,
  { id, version, reason, instead_of },
) => {
  const detail = await haltDetail(ctx, 'pause_reason', { reason, instead_of })
  await changeSubscription(ctx, { id, version, ...pausing, detail })
  return detailOf(ctx, id)
}

export const pausing: ChangeRequest = {
  event: 'paused',
  apply(_, { row }) {
    if (row.summary_status === SUBSCRIPTION_STATUS.pause) throw paused()
    return { set: { skipped_dates: [] }, action: 'pause' }
  },
}
