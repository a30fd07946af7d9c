import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Input, MemberContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { applyUpdate } from './internal/apply-update.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import type { SubscriptionRow } from './internal/load-subscription.ts'
import type { ChangeRequest } from './internal/plan-change.ts'
import { insteadDetail } from './internal/reasons.ts'
import { refuseTotal, requireShownTotal } from './internal/refuse-total.ts'

type Asked = Input<'PUT /v1/order/subscription/update/{id}'>
type Update = SubscriptionUpdate & Pick<Asked, 'id' | 'version' | 'instead_of' | 'shown_payment_total'>

/** 定期便の変更: items, address, dates and pattern, all or nothing. */
export async function updateSubscription(ctx: MemberContext, { id, version, instead_of, ...update }: Update) {
  const detail = await insteadDetail(ctx, instead_of)
  return changeSubscription(ctx, { id, version, ...updateChange(update), detail })
}

export const updateChange = ({
  shown_payment_total: total,
  ...changed
}: Omit<Update, 'id' | 'version' | 'instead_of'>): ChangeRequest => ({
  event: 'updated',
  apply(ctx, loaded) {
    refusePaused(loaded.row)
    return applyUpdate(ctx, loaded, changed)
  },
  check({ view, quoted }) {
    refuseTotal(quoted)
    requireShownTotal(view.payment_total, total)
  },
})

/**
 * A paused subscription is changed when it is reopened (`is_update_subscription`).
 * @throws ShopError 409
 */
export function refusePaused({ summary_status }: Pick<SubscriptionRow, 'summary_status'>): void {
  if (summary_status === SUBSCRIPTION_STATUS.pause)
    throw new ShopError(409, 'ERROR_SUBSCRIPTION_PAUSED', '休止中の定期便は、再開するときに内容を変更いただけます。')
}
