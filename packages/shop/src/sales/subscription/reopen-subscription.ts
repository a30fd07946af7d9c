import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { isCashOnDelivery, PAYMENT_METHOD_IDS, paymentMethod } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { earliestChangeableDelivery } from '../../catalogue/delivery/index.ts'
import type { Handler, Input, MemberQueryContext } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { applySubscriptionUpdate } from './internal/apply-update.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { subscriptionChangesOf } from './internal/changes-of.ts'
import { paymentChoiceFailures } from './internal/check-payment-of.ts'
import { requireDeviceForAddress } from './internal/device-for-address.ts'
import { type LoadedSubscription, loadOwnSubscription, type SubscriptionRow } from './internal/load-subscription.ts'
import { methodChangeConsentText, requireMethodChangeConsent } from './internal/method-change-consent.ts'
import {
  refuseLockedSubscription,
  type SubscriptionChangeOutcome,
  type SubscriptionChangeRequest,
  subscriptionAfterChange,
} from './internal/plan-change.ts'
import { priceDelivery } from './internal/price-delivery.ts'
import { refuseTotalOutOfLimits, requireShownTotal } from './internal/refuse-total.ts'
import { buildSubscriptionView } from './internal/show-subscription.ts'
import { moveDatesToEarliest } from './rules/delivery-dates.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'
import { requireShownTotalWithoutLeftOutItems } from './update-subscription.ts'

/** 再開, unchanged or with changes in the same step. Corrects dates that have passed. */
export function reopenSubscription(
  ctx: MemberQueryContext,
  { id, version, is_update_subscription, update, third_party_consent, shown_payment_total }: Reopening,
) {
  const wanted = is_update_subscription ? update : undefined
  return changeSubscription(ctx, { id, version, ...reopenChange(wanted, third_party_consent, shown_payment_total) })
}

type Reopening = Omit<Input<'PATCH /v1/order/subscription/update/{id}/reopen-scheduled'>, 'customer_flag'>

/** The change that reopens a paused subscription, with the member's other changes in the same step. */
export const reopenChange = (
  update: SubscriptionUpdate | undefined,
  third_party_consent: boolean,
  shown_payment_total?: number,
): SubscriptionChangeRequest => ({
  event: 'reopened',
  async apply(ctx, loaded) {
    await requireDeviceForAddress(ctx, loaded.row, update)
    const changed = await reopenedSubscription(ctx, loaded, update)
    requireShownTotalWithoutLeftOutItems(loaded, changed, shown_payment_total)
    return { ...changed, detail: await requireMethodChangeConsent(ctx, loaded.row, changed.set, third_party_consent) }
  },
  check({ view, quoted }) {
    refuseTotalOutOfLimits(quoted)
    requireShownTotal(view.payment_total, shown_payment_total)
  },
})

/** 再開の確認: what would be corrected. */
export const previewReopening: Handler<'GET /v1/order/subscription/{id}/reopen'> = async (ctx, { id }) => {
  const loaded = await loadOwnSubscription(ctx, id)
  refuseLockedSubscription(loaded, ctx)
  const changed = await reopenedSubscription(ctx, loaded, undefined)
  const draft = subscriptionAfterChange(loaded, changed)
  const [before, after, consent_text] = await Promise.all([
    buildSubscriptionView(ctx, loaded),
    buildSubscriptionView(ctx, draft),
    methodChangeConsentText(ctx, loaded.row, changed.set),
  ])
  const { payment_total } = after.view
  const was = { row: loaded.row, view: before.view }
  const { phone_display } = await loadShop(ctx)
  const failures = await paymentChoiceFailures(ctx, draft, after.quoted)
  return {
    after: after.view,
    changes: await subscriptionChangesOf(ctx, was, { row: draft.row, view: after.view }, phone_display),
    consent_text,
    payment_problem: payment_total > 0 ? (failures[0]?.message ?? null) : null,
  }
}

/**
 * Returns a subscription as reopening and the member's changes in the same step would leave it. @throws ShopError 409,
 * 422
 */
export async function reopenedSubscription(
  ctx: MemberQueryContext,
  loaded: LoadedSubscription,
  update: SubscriptionUpdate | undefined,
): Promise<SubscriptionChangeOutcome> {
  const { row } = loaded
  if (row.summary_status !== SUBSCRIPTION_STATUS.pause)
    throw new ShopError(409, 'ERROR_SUBSCRIPTION_NOT_PAUSED', 'この定期便は休止していません。')
  const terms = arrangementTermsOfSubscription(loaded)
  const repaired = moveDatesToEarliest(row, row, earliestChangeableDelivery(ctx.clock.today(), terms), terms)
  const base = { ...loaded, row: { ...row, ...repaired, summary_status: SUBSCRIPTION_STATUS.normal } }
  const changed: SubscriptionChangeOutcome = update ? await applySubscriptionUpdate(ctx, base, update) : { set: {} }
  const after = { ...base, row: { ...base.row, ...changed.set }, items: changed.items ?? loaded.items }
  return {
    ...changed,
    action: 'reopen',
    set: { skipped_dates: [], ...repaired, ...changed.set, ...(await paymentAfterReopening(ctx, after)) },
  }
}

/** If 代金引換 is no longer available, changes to its successor (NP後払い) if the shop offers that; other methods stay. */
async function paymentAfterReopening(
  ctx: MemberQueryContext,
  loaded: LoadedSubscription,
): Promise<Partial<SubscriptionRow>> {
  const { row } = loaded
  if (!isCashOnDelivery(row.payment_method_id)) return {}
  const quoted = await priceDelivery(ctx, loaded)
  const isPossible = async (method: Pick<SubscriptionRow, 'payment_method_id'>) =>
    (await paymentChoiceFailures(ctx, { ...loaded, row: { ...row, ...method } }, quoted)).length === 0
  if (await isPossible(row)) return {}
  for (const payment_method_id of PAYMENT_METHOD_IDS)
    if (paymentMethod(payment_method_id).follows_cash && (await isPossible({ payment_method_id })))
      return { payment_method_id }
  return {}
}
