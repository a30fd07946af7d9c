import type { PaceProposalView, SubscriptionUpdate } from '@kushi/contract/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { PACE_PROPOSAL_NAME, type PaceChannel, type PaceProposal } from '@kushi/values/pace'
import { changeDeadline } from '../../../catalogue/delivery/index.ts'
import type { MemberContext } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { forecastPace, type PaceForecast } from '../rules/pace/left.ts'
import { isPaceProposalStillValid } from '../rules/pace/propose.ts'
import { arrangementTermsOf } from '../rules/terms.ts'
import { applySubscriptionUpdate } from './apply-update.ts'
import type { LoadedPace, PaceOfferRow } from './load-pace.ts'
import type { LoadedSubscription } from './load-subscription.ts'
import { planSubscriptionChange, type SubscriptionChangeRequest } from './plan-change.ts'
import { refuseUnorderableTotal } from './refuse-total.ts'
import { buildSubscriptionView } from './show-subscription.ts'
import { whatStays } from './what-stays.ts'

/**
 * The subscription update that carries out a proposal, as if the member had made it. `sku_id`: the product whose
 * quantity the proposal may change.
 */
export function proposalUpdate(
  { row, items }: LoadedSubscription,
  sku_id: number,
  proposal: PaceProposal,
): SubscriptionUpdate {
  const { next_delivery_date, every, quantity } = proposal
  const { subscription_division_id, param2, param3 } = row
  const delivery_pattern = { subscription_division_id, param1: every, param2, param3 }
  return {
    ...(next_delivery_date && { next_delivery_date }),
    ...(every && { delivery_pattern: delivery_pattern as NonNullable<SubscriptionUpdate['delivery_pattern']> }),
    ...(quantity && {
      items: items.map((one) => ({
        product_sku_id: one.product_sku_id,
        quantity: one.product_sku_id === sku_id && one.only_cycle === null ? quantity : one.quantity,
        is_one_time: one.only_cycle !== null,
      })),
    }),
  }
}

/**
 * The forecast for the day of the next delivery. Members who answered the question, or who are leaving, are told of
 * smaller surpluses and shortages than others.
 */
export const nextDeliveryForecast = (
  { row }: LoadedSubscription,
  { pace, supplies, told, answered, offer }: LoadedPace,
  way: PaceChannel | undefined = offer?.way,
): PaceForecast => {
  const isAsked = answered ? answered.answer !== 'fits' : way === 'cancel'
  return forecastPace(pace, supplies, told, row.next_delivery_date, isAsked)
}

/**
 * The proposals made for this delivery that still fit the contract as it is now. Empty once one of them was accepted.
 */
export function validPaceProposals(loaded: LoadedSubscription, known: LoadedPace): PaceProposal[] {
  const { offer, answered, item } = known
  if (!offer || offer.taken !== null || answered?.answer === 'fits' || offer.product_sku_id !== item.product_sku_id)
    return []
  const isOver = offer.spare_days > 0
  if (nextDeliveryForecast(loaded, known).spare_days > 0 !== isOver) return []
  return offer.proposals.filter((one) =>
    isPaceProposalStillValid(one, { ...loaded.row, pieces: item.quantity }, isOver),
  )
}

/**
 * Returns each valid proposal with the changes and the total that it would cause now. A proposal that would be refused
 * is left out.
 */
export async function previewPaceProposals(
  ctx: MemberContext,
  loaded: LoadedSubscription,
  known: LoadedPace,
): Promise<PaceProposalView[]> {
  const proposals = validPaceProposals(loaded, known)
  if (proposals.length === 0) return []
  const { product_sku_id } = known.item
  const { view: before } = await buildSubscriptionView(ctx, loaded)
  const shown: PaceProposalView[] = []
  for (const one of proposals) {
    let after = before
    const change: SubscriptionChangeRequest = {
      event: 'updated',
      apply: (inside, now) => applySubscriptionUpdate(inside, now, proposalUpdate(now, product_sku_id, one)),
      check({ view, quoted }) {
        refuseUnorderableTotal(quoted)
        after = view
      },
    }
    try {
      const { changes } = await planSubscriptionChange(ctx, loaded, change)
      const { next_delivery_date: delivery_date, charge_date, payment_total } = after
      const label = PACE_PROPOSAL_NAME[one.pace_kind]
      if (changes.length > 0)
        shown.push({
          pace_kind: one.pace_kind,
          label,
          changes,
          delivery_date,
          charge_date,
          payment_total,
          stays: whatStays(loaded, before, after),
        })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
    }
  }
  return shown
}

/**
 * The last day on which an accepted proposal can be undone. null: the contract was changed since, or the deadline of
 * the earlier of its two dates has passed.
 */
export function paceUndoDeadline(
  ctx: Pick<MemberContext, 'clock'>,
  loaded: LoadedSubscription,
  { before, taken_version }: PaceOfferRow,
): CalendarDate | null {
  const { row } = loaded
  if (before === null || taken_version !== row.version) return null
  const was = before.row.next_delivery_date
  const until = changeDeadline(was < row.next_delivery_date ? was : row.next_delivery_date, arrangementTermsOf(loaded))
  return ctx.clock.today() <= until ? until : null
}
