import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { MemberContext, Verb } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { applyUpdate } from './apply-update.ts'
import { type Changed, changeSubscription, refuseLocked } from './change-subscription.ts'
import { agreedToMove, consentToMove } from './consent-to-move.ts'
import { earliestDeliveryTo } from './earliest-delivery.ts'
import { detailOf } from './get-subscription.ts'
import { type Loaded, loadOwn } from './load-subscription.ts'
import { paymentAfterReopening } from './payment-after-reopening.ts'
import { refuseTotal } from './refuse-total.ts'
import { changesBetween } from './rules/changes-between.ts'
import { cleared } from './rules/cleared.ts'
import { draftOf } from './rules/draft.ts'
import { earliestChangeable, repairDates } from './rules/repair-dates.ts'
import { showSubscription } from './show-subscription.ts'

/** 再開, as it stands or with changes in the same step. What time has overtaken is put right. */
export const reopenSubscription: Verb<'PATCH /v1/order/subscription/update/{id}/reopen-scheduled'> = async (
  ctx,
  { id, version, is_update_subscription, update, third_party_consent },
) => {
  await changeSubscription(ctx, {
    id,
    version,
    event: 'reopened',
    async apply(inside, loaded) {
      const changed = await reopened(inside, loaded, is_update_subscription ? update : undefined)
      return { ...changed, detail: await agreedToMove(inside, loaded.row, changed.set, third_party_consent) }
    },
    check: ({ quoted }) => refuseTotal(quoted),
  })
  return detailOf(ctx, id)
}

/** 再開の確認: what would be put right. */
export const previewReopening: Verb<'GET /v1/order/subscription/{id}/reopen'> = async (ctx, { id }) => {
  const loaded = await loadOwn(ctx, id)
  refuseLocked(loaded, ctx)
  const { set } = await reopened(ctx, loaded, undefined)
  const [before, after, consent_text] = await Promise.all([
    showSubscription(ctx, loaded),
    showSubscription(ctx, draftOf(loaded, { set })),
    consentToMove(ctx, loaded.row, set),
  ])
  return { after: after.view, changes: changesBetween(before.view, after.view), consent_text }
}

/** What reopening makes of a subscription, with what the member changes in the same step. @throws ShopError 409, 422 */
export async function reopened(
  ctx: MemberContext,
  loaded: Loaded,
  update: SubscriptionUpdate | undefined,
): Promise<Changed> {
  const { row } = loaded
  if (row.summary_status !== SUBSCRIPTION_STATUS.pause)
    throw new ShopError(409, 'ERROR_SUBSCRIPTION_NOT_PAUSED', 'この定期便は休止していません。')
  const earliest = earliestChangeable(ctx.clock.today(), await earliestDeliveryTo(ctx, row))
  const repaired = { ...cleared, ...repairDates(row, row, earliest), summary_status: SUBSCRIPTION_STATUS.normal }
  const base = { ...loaded, row: { ...row, ...repaired } }
  const changed: Changed = update ? await applyUpdate(ctx, base, update) : { set: {} }
  const after = { ...base, row: { ...base.row, ...changed.set }, items: changed.items ?? loaded.items }
  return { ...changed, set: { ...repaired, ...changed.set, ...(await paymentAfterReopening(ctx, after)) } }
}
