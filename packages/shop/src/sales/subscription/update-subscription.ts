import { isDeepStrictEqual } from 'node:util'
import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Input, MemberQueryContext } from '../../context.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import { applySubscriptionUpdate } from './internal/apply-update.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { requireDeviceForAddress } from './internal/device-for-address.ts'
import type { LoadedSubscription, SubscriptionRow } from './internal/load-subscription.ts'
import type { SubscriptionChangeOutcome, SubscriptionChangeRequest } from './internal/plan-change.ts'
import { insteadOfCancelDetail } from './internal/reasons.ts'
import { refuseTotalOutOfLimits, requireShownTotal } from './internal/refuse-total.ts'
import { differOnlyInLeftOut, isLeftOut } from './rules/left-out.ts'

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
    const outcome = await applySubscriptionUpdate(ctx, loaded, changed)
    requireShownTotalWithoutLeftOutItems(loaded, outcome, total)
    return { ...outcome, ...leftOutChangeEvent(loaded, outcome) }
  },
  check({ view, quoted }) {
    refuseTotalOutOfLimits(quoted)
    requireShownTotal(view.payment_total, total)
  },
})

/**
 * 今回だけ除く: the remaining items may cost more each, without 送料無料 or a promotion. So the member must have seen the new
 * total.
 * @throws ShopError 422
 */
export function requireShownTotalWithoutLeftOutItems(
  { row, items }: LoadedSubscription,
  { items: after = [] }: SubscriptionChangeOutcome,
  shown: number | undefined,
): void {
  const wasIn = (id: number) => items.some((one) => one.id === id && !isLeftOut(one, row))
  if (shown === undefined && after.some((one) => isLeftOut(one, row) && wasIn(one.id)))
    throw refusedField('shown_payment_total', '次回のお支払い金額を確認してから、もう一度お手続きください。')
}

/** The event of a change that only leaves something out of the next delivery, or puts it back. */
export function leftOutChangeEvent(
  { row, items }: LoadedSubscription,
  { set, items: after }: SubscriptionChangeOutcome,
): Pick<SubscriptionChangeOutcome, 'event'> {
  // The agreed terms follow from the other columns.
  const { agreed_terms: _, ...elsewhere } = set
  const isElsewhere = Object.entries(elsewhere).some(
    ([name, value]) => !isDeepStrictEqual(value, row[name as keyof typeof row]),
  )
  if (!after || isElsewhere || !differOnlyInLeftOut(items, after)) return {}
  const leftOut = (all: typeof items) => all.filter((one) => isLeftOut(one, row)).map(({ id }) => id)
  const [was, is] = [leftOut(items), leftOut(after)]
  if (is.some((id) => !was.includes(id))) return { event: 'item_left_out' }
  return was.length > is.length ? { event: 'item_put_back' } : {}
}

/**
 * A paused subscription is changed when it is reopened (`is_update_subscription`).
 * @throws ShopError 409
 */
export function refusePausedSubscription({ summary_status }: Pick<SubscriptionRow, 'summary_status'>): void {
  if (summary_status === SUBSCRIPTION_STATUS.pause)
    throw new ShopError(409, 'ERROR_SUBSCRIPTION_PAUSED', '休止中の定期便は、再開するときに内容を変更いただけます。')
}
