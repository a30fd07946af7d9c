import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Input, MemberQueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { applySubscriptionUpdate } from './internal/apply-update.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { requireDeviceForAddress } from './internal/device-for-address.ts'
import type { SubscriptionRow } from './internal/load-subscription.ts'
import type { SubscriptionChangeRequest } from './internal/plan-change.ts'
import { insteadOfCancelDetail } from './internal/reasons.ts'
import { refuseUnorderableTotal, requireShownTotal } from './internal/refuse-total.ts'

type Asked = Input<'PUT /v1/order/subscription/update/{id}'>
type Update = SubscriptionUpdate & Pick<Asked, 'id' | 'version' | 'instead_of' | 'shown_payment_total'>

/** 定期便の変更: items, address, dates and pattern, all or nothing. */
export async function updateSubscription(ctx: MemberQueryContext, { id, version, instead_of, ...update }: Update) {
  const detail = await insteadOfCancelDetail(ctx, instead_of)
  return changeSubscription(ctx, { id, version, ...subscriptionUpdateChange(update), detail })
}

/** The change that updates items, address, dates or pattern of a subscription. */
export const subscriptionUpdateChange = ({
  shown_payment_total: total,
  ...changed
}: Omit<Update, 'id' | 'version' | 'instead_of'>): SubscriptionChangeRequest => ({
  event: 'updated',
  async apply(ctx, loaded) {
    refusePausedSubscription(loaded.row)
    await requireDeviceForAddress(ctx, loaded.row, changed)
    return applySubscriptionUpdate(ctx, loaded, changed)
  },
  check({ view, quoted }) {
    refuseUnorderableTotal(quoted)
    requireShownTotal(view.payment_total, total)
  },
})

/**
 * A paused subscription is changed when it is reopened (`is_update_subscription`).
 * @throws ShopError 409
 */
export function refusePausedSubscription({ summary_status }: Pick<SubscriptionRow, 'summary_status'>): void {
  if (summary_status === SUBSCRIPTION_STATUS.pause)
    throw new ShopError(409, 'ERROR_SUBSCRIPTION_PAUSED', '休止中の定期便は、再開するときに内容を変更いただけます。')
}
