import { contractPromotionEndedError, promotionOfferEndedText } from '../../catalogue/promotion/index.ts'
import type { Handler, Input, MemberContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { decideContractHoldout } from '../experiment/index.ts'
import { loadOfferedPromotion, requireEffectivePromotion } from './internal/benefit.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { type LoadedSubscription, loadOwnSubscription } from './internal/load-subscription.ts'
import { refuseLockedSubscription, subscriptionAfterChange } from './internal/plan-change.ts'
import { insteadOfCancelDetail } from './internal/reasons.ts'
import { buildSubscriptionView } from './internal/show-subscription.ts'
import { refusePausedSubscription } from './update-subscription.ts'

/**
 * Returns the promotion that the shop offers for a 解約の理由, with its effect. null: the shop offers none, or this contract
 * can't have it. Saves nothing.
 */
export const showCancelOffer: Handler<'GET /v1/order/subscription/{id}/cancel-offer'> = async (ctx, { id, reason }) => {
  const loaded = await loadOwnSubscription(ctx, id)
  try {
    return { promotion: await wouldTake(ctx, loaded, reason) }
  } catch (error) {
    if (error instanceof ShopError) return { promotion: null }
    throw error
  }
}

async function wouldTake(ctx: MemberContext, loaded: LoadedSubscription, reason: number) {
  const { id } = loaded.row
  refuseLockedSubscription(loaded, ctx)
  refusePausedSubscription(loaded.row)
  const benefit = await loadOfferedPromotion(ctx, loaded, reason)
  if (benefit === null) return null
  const draft = subscriptionAfterChange(loaded, { set: {}, benefit })
  const before = await buildSubscriptionView(ctx, loaded)
  const after = await buildSubscriptionView(ctx, draft)
  const { text } = await requireEffectivePromotion(ctx, benefit, draft, before, after)
  const { promotion_id, promotion_name } = benefit.terms
  // Asked last: a contract is compared only where it would be shown the offer.
  if (await decideContractHoldout(ctx, { subject: 'cancel_offer', promotion_id }, { subscription_id: id })) return null
  return { promotion_id, promotion_name, text }
}

const changedOffer = () =>
  new ShopError(409, 'ERROR_AMOUNT_CHANGED', '特典の内容が変わりました。新しい内容をご確認ください。')

/**
 * 解約のかわりに特典を付ける: adds the offered promotion to the contract, from the next delivery on. All conditions are checked
 * again while the contract is locked. The promotion is taken only as it was shown.
 */
export async function acceptPromotion(ctx: MemberContext, input: Input<'PATCH /v1/order/subscription/{id}/promotion'>) {
  const { id, version, promotion_id, shown_text, instead_of } = input
  const detail = await insteadOfCancelDetail(ctx, instead_of)
  return changeSubscription(ctx, {
    id,
    version,
    event: 'promotion_taken',
    detail,
    async apply(inside, loaded) {
      refusePausedSubscription(loaded.row)
      const benefit = await loadOfferedPromotion(inside, loaded, instead_of.reason)
      if (benefit?.terms.promotion_id !== promotion_id) throw contractPromotionEndedError(promotionOfferEndedText)
      const what = { subject: 'cancel_offer', promotion_id } as const
      if (await decideContractHoldout(inside, what, { subscription_id: id }))
        throw contractPromotionEndedError(promotionOfferEndedText)
      return { set: {}, benefit }
    },
    check(_, changes) {
      if (changes.find(({ name }) => name === 'promotions')?.after !== shown_text) throw changedOffer()
    },
  })
}
