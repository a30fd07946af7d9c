import { cardExpiryState } from '@kushi/values/card'
import { type AdminHandler, canSeePersonalData } from '../../../foundation/admin/index.ts'
import { loadOrderChangeOptions } from '../../order/index.ts'
import { loadOwnCards, requireConsent } from '../../payment/index.ts'
import { listSelectableSubscriptionDates } from '../delivery-dates.ts'
import { memberContextFor } from '../internal/member-context-for.ts'
import { loadReasonChoices } from '../internal/reasons.ts'
import { findShopSubscription, runOnBehalf } from '../internal/run-on-behalf.ts'
import { previewUpdate } from '../preview-update.ts'
import { reopenSubscription } from '../reopen-subscription.ts'
import { withoutPersonalValues } from '../rules/changes-between.ts'

/** Returns the options for a change of this subscription. */
export const showSubscriptionOptions: AdminHandler<'GET /admin/v1/subscriptions/{id}/change'> = async (ctx, { id }) => {
  const row = await findShopSubscription(ctx, id)
  const { items: days } = await listSelectableSubscriptionDates(memberContextFor(ctx, row, false), { id })
  return {
    ...(await loadOrderChangeOptions(ctx, 'subscription', row)),
    days,
    ...(await loadReasonChoices(ctx)),
  }
}

/** Returns the member's cards from the vault. */
export const listMemberCards: AdminHandler<'GET /admin/v1/subscriptions/{id}/cards'> = async (ctx, { id }) => {
  const { cards } = await loadOwnCards(memberContextFor(ctx, await findShopSubscription(ctx, id), false))
  const today = ctx.clock.today()
  return {
    cards: cards.map(({ card_seq, card_info, expire }) => ({
      card_seq,
      card_info,
      expire,
      is_expired: cardExpiryState(expire, today) === 'expired',
    })),
  }
}

/**
 * Returns the result of a change, or why an operator can't make it: only the member may agree to hand over personal
 * data.
 */
export const previewSubscriptionChange: AdminHandler<'POST /admin/v1/subscriptions/{id}/preview'> = async (
  ctx,
  input,
) => {
  const member = memberContextFor(ctx, await findShopSubscription(ctx, input.id), false)
  const { after, changes, consent_text, terms: _, ...preview } = await previewUpdate(member, input)
  requireConsent(consent_text, false)
  const seen = canSeePersonalData(ctx) ? changes : withoutPersonalValues(changes)
  const { payment_total, delivery_fee, cool_fee } = after
  return { ...preview, changes: seen, payment_total, delivery_fee, cool_fee }
}

/** 再開 without changes, as its preview showed it. */
export const reopenForMember: AdminHandler<'POST /admin/v1/subscriptions/{id}/reopen'> = (ctx, input) =>
  runOnBehalf(ctx, input, (member) =>
    reopenSubscription(member, {
      ...input,
      is_update_subscription: false,
      third_party_consent: false,
    }),
  )
