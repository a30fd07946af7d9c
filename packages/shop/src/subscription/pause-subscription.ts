import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { MemberContext, Verb } from '../context.ts'
import { detailOf } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { paused } from './update-subscription.ts'

/** 休止: no delivery and no charge until the member reopens it. */
export const pauseSubscription: Verb<'PATCH /v1/order/subscription/update/{id}/pause'> = async (ctx, input) => {
  await pause(ctx, input)
  return detailOf(ctx, input.id)
}

/** The same for whoever wants no page of it in return. */
export const pause = (ctx: MemberContext, { id, version }: { id: number; version?: number | undefined }) =>
  changeSubscription(ctx, {
    id,
    version,
    event: 'paused',
    apply(_, { row }) {
      if (row.summary_status === SUBSCRIPTION_STATUS.pause) throw paused()
      return { set: {}, action: 'pause', skipped: null }
    },
  })
