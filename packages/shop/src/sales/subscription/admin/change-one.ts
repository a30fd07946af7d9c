import { cardExpiryState } from '@kushi/values/card'
import { type AdminVerb, maySee } from '../../../foundation/admin/index.ts'
import { changeOptions } from '../../order/index.ts'
import { ownCards, requireConsent } from '../../payment/index.ts'
import { cancelling, whyDetail } from '../cancel-subscription.ts'
import { listSubscriptionDates } from '../delivery-dates.ts'
import { continuing, endingAfter } from '../end-after-delivery.ts'
import { changeSubscription } from '../internal/change-subscription.ts'
import { inPlaceOf, onBehalf, ownSubscription } from '../internal/on-behalf.ts'
import { haltDetail, reasonChoices } from '../internal/reasons.ts'
import { pausing } from '../pause-subscription.ts'
import { previewUpdate } from '../preview-update.ts'
import { reopenSubscription } from '../reopen-subscription.ts'
import { withoutPeople } from '../rules/changes-between.ts'
import { skipDelivery, undoSkip } from '../skip-delivery.ts'
import { updating } from '../update-subscription.ts'

/** Returns the options for a change of this subscription. */
export const showSubscriptionOptions: AdminVerb<'GET /admin/v1/subscriptions/{id}/change'> = async (ctx, { id }) => {
  const row = await ownSubscription(ctx, id)
  const { items: days } = await listSubscriptionDates(inPlaceOf(ctx, row, false), { id })
  return {
    ...(await changeOptions(ctx, 'subscription', row)),
    days,
    ...(await reasonChoices(ctx)),
  }
}

/** Returns the member's cards from the vault. */
export const listMemberCards: AdminVerb<'GET /admin/v1/subscriptions/{id}/cards'> = async (ctx, { id }) => {
  const { cards } = await ownCards(inPlaceOf(ctx, await ownSubscription(ctx, id), false))
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
export const previewChange: AdminVerb<'POST /admin/v1/subscriptions/{id}/preview'> = async (ctx, input) => {
  const member = inPlaceOf(ctx, await ownSubscription(ctx, input.id), false)
  const { after, changes, consent_text, terms: _, ...preview } = await previewUpdate(member, input)
  requireConsent(consent_text, false)
  const seen = maySee(ctx) ? changes : withoutPeople(changes)
  const { payment_total, delivery_fee } = after
  return { ...preview, changes: seen, payment_total, delivery_fee }
}

export const changeOne: AdminVerb<'PUT /admin/v1/subscriptions/{id}'> = (ctx, { id, version, notify, ...update }) =>
  onBehalf(ctx, { id, notify }, (member) => changeSubscription(member, { id, version, ...updating(update) }))

export const skipOne: AdminVerb<'POST /admin/v1/subscriptions/{id}/skip'> = (ctx, input) =>
  onBehalf(ctx, input, (member) => skipDelivery(member, input))

export const undoSkipOfOne: AdminVerb<'POST /admin/v1/subscriptions/{id}/undo-skip'> = (ctx, input) =>
  onBehalf(ctx, input, (member) => undoSkip(member, input))

export const pauseOne: AdminVerb<'POST /admin/v1/subscriptions/{id}/pause'> = (ctx, input) =>
  onBehalf(ctx, input, async (member) => {
    const { id, version } = input
    const detail = await haltDetail(member, 'pause_reason', input)
    return changeSubscription(member, { id, version, ...pausing, detail })
  })

/** 再開 without changes, as its preview showed it. */
export const reopenOne: AdminVerb<'POST /admin/v1/subscriptions/{id}/reopen'> = (ctx, input) =>
  onBehalf(ctx, input, (member) =>
    reopenSubscription(member, {
      ...input,
      customer_flag: true,
      is_update_subscription: false,
      third_party_consent: false,
    }),
  )

/** このお届けを最後に解約する, on the member's behalf. */
export const cancelOneAfter: AdminVerb<'POST /admin/v1/subscriptions/{id}/cancel-after'> = (
  ctx,
  { id, version, notify, ...why },
) =>
  onBehalf(ctx, { id, notify }, async (member) =>
    changeSubscription(member, { id, version, ...endingAfter(await whyDetail(member, why)) }),
  )

export const continueOne: AdminVerb<'POST /admin/v1/subscriptions/{id}/undo-cancel'> = (ctx, { id, version, notify }) =>
  onBehalf(ctx, { id, notify }, (member) => changeSubscription(member, { id, version, ...continuing }))

export const cancelOne: AdminVerb<'POST /admin/v1/subscriptions/{id}/cancel'> = (
  ctx,
  { id, version, notify, ...why },
) =>
  onBehalf(ctx, { id, notify }, async (member) =>
    changeSubscription(member, { id, version, ...(await cancelling(member, why)) }),
  )
