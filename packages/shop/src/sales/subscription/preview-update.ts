import { wrapInQuoteMarks } from '@kushi/values/price'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { loadShopFacts, runningContractTermRows } from '../../catalogue/promise/index.ts'
import type { Handler, MemberContext } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { selectableDeliveryDays } from './delivery-dates.ts'
import { applySubscriptionUpdate } from './internal/apply-update.ts'
import { subscriptionChangesOf } from './internal/changes-of.ts'
import { checkSubscriptionPayment } from './internal/check-payment-of.ts'
import { keptAndLostTermTexts } from './internal/kept-and-lost-terms.ts'
import { type LoadedSubscription, loadOwnSubscription } from './internal/load-subscription.ts'
import { methodChangeConsentText } from './internal/method-change-consent.ts'
import { loadDeliveryOffers } from './internal/offer-deliveries.ts'
import { refuseLockedSubscription, subscriptionAfterChange } from './internal/plan-change.ts'
import { priceLaterDelivery } from './internal/price-delivery.ts'
import { refuseTotalOutOfLimits } from './internal/refuse-total.ts'
import { buildSubscriptionView, type SubscriptionView } from './internal/show-subscription.ts'
import { reopenedSubscription } from './reopen-subscription.ts'
import { lastCycleWhenUnused } from './rules/benefit.ts'
import { isRegularDelivery } from './rules/left-out.ts'

/**
 * 変更の確認: before and after, with the new totals and dates; a paused subscription as it would be reopened. Saves nothing.
 */
export const previewUpdate: Handler<'POST /v1/order/subscription/{id}/preview'> = async (ctx, { id, ...update }) => {
  const loaded = await loadOwnSubscription(ctx, id)
  refuseLockedSubscription(loaded, ctx)
  const isPaused = loaded.row.summary_status === SUBSCRIPTION_STATUS.pause
  const changed = await (isPaused ? reopenedSubscription : applySubscriptionUpdate)(ctx, loaded, update)
  const draft = subscriptionAfterChange(loaded, changed)
  const { phone_display } = await loadShop(ctx)
  const [before, after, following, days, deliveries, consent_text] = await Promise.all([
    buildSubscriptionView(ctx, loaded),
    buildSubscriptionView(ctx, draft),
    priceFollowing(ctx, draft),
    selectableDeliveryDays(ctx, draft),
    loadDeliveryOffers(ctx, draft),
    methodChangeConsentText(ctx, loaded.row, changed.set),
  ])
  refuseTotalOutOfLimits(after.quoted)
  const was = { row: loaded.row, view: before.view }
  const changes = await subscriptionChangesOf(ctx, was, { row: draft.row, view: after.view }, phone_display)
  await checkSubscriptionPayment(
    ctx,
    draft,
    after,
    changes.map(({ name }) => name),
  )
  return {
    before: before.view,
    after: after.view,
    changes,
    warnings: [...after.quoted.problems.map((problem) => problem.message), ...lostPromotions(draft, before, after)],
    stays: keptAndLostTermTexts(draft, before.view, after.view),
    following_payment_total: following ?? after.view.payment_total,
    days,
    deliveries,
    consent_text,
    terms: runningContractTermRows({
      facts: await loadShopFacts(ctx),
      items: after.view.subscription_order_item,
      next_delivery_date: after.view.next_delivery_date,
      change_deadline: after.view.change_deadline,
      remaining: after.view.prepaid?.remaining ?? null,
      rule: draft.row,
    }),
  }
}

/** A change of goods that loses a promotion says so before it is confirmed. */
function lostPromotions(
  { row, benefits }: LoadedSubscription,
  before: SubscriptionView,
  after: SubscriptionView,
): string[] {
  const had = before.view.promotions.filter(({ is_applied }) => is_applied)
  return had.flatMap(({ promotion_id, promotion_name, discount_amount }) => {
    const now = after.view.promotions.find((one) => one.promotion_id === promotion_id)
    if (now?.is_applied) return []
    const last = lastCycleWhenUnused(benefits, promotion_id, after.view.subscription_order_item, row.cycle)
    if (last) return [`${wrapInQuoteMarks(promotion_name)}は今回の分を使わず、${last}回目のお届けまで続きます。`]
    const lost = discount_amount > 0 ? `の割引(次回のお届けで${formatYen(discount_amount)})` : ''
    return [`この変更で、${wrapInQuoteMarks(promotion_name)}${lost}がなくなります。${now?.message ?? ''}`]
  })
}

/** null: the price after the next delivery is the same. */
async function priceFollowing(ctx: MemberContext, draft: LoadedSubscription): Promise<number | null> {
  const { row, items, benefits } = draft
  return isRegularDelivery(items, row) && benefits.length === 0 ? null : priceLaterDelivery(ctx, draft, row.cycle + 1)
}
