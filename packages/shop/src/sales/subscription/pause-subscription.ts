import type { Input, MemberContext } from '../../context.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { ChangeRequest } from './internal/plan-change.ts'
import { haltDetail } from './internal/reasons.ts'
import { refusePaused } from './update-subscription.ts'

/** 休止: no delivery and no charge until the member reopens it. */
export async function pauseSubscription(
  ctx: MemberContext,
  { id, version, ...why }: Omit<Input<'PATCH /v1/order/subscription/update/{id}/pause'>, 'customer_flag'>,
) {
  const detail = await haltDetail(ctx, 'pause_reason', why)
  return changeSubscription(ctx, { id, version, ...pauseChange, detail })
}

export const pauseChange: ChangeRequest = {
  event: 'paused',
  apply(_, { row }) {
    refusePaused(row)
    return { set: { skipped_dates: [] }, action: 'pause' }
  },
}
