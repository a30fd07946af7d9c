import type { PaceProposalView, SubscriptionUpdate } from '@kushi/contract/subscription'
import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { PACE_PROPOSAL_NAME, type PaceChannel, type PaceProposal, type PaceProposalKind } from '@kushi/values/pace'
import { isPostpaid } from '@kushi/values/payment-method'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { changeDeadline } from '../../../catalogue/delivery/index.ts'
import type { MemberContext, MemberQueryContext } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { canLeaveOut } from '../rules/left-out.ts'
import { forecastPace, type PaceForecast, paceForecastText } from '../rules/pace/left.ts'
import { chooseLineToLeaveOut, isPaceProposalStillValid } from '../rules/pace/propose.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import { applySubscriptionUpdate } from './apply-update.ts'
import { keptAndLostTermTexts } from './kept-and-lost-terms.ts'
import { findPaceItem, type LoadedPace, type LoadedPaceItem, type PaceOfferRow, paceItemsOf } from './load-pace.ts'
import type { LoadedSubscription, SubscriptionItem } from './load-subscription.ts'
import { planSubscriptionChange, type SubscriptionChangeRequest } from './plan-change.ts'
import { refuseTotalOutOfLimits } from './refuse-total.ts'
import { buildSubscriptionView } from './show-subscription.ts'

/**
 * The subscription update that carries out a proposal, as if the member had made it. `sku_id`: the product whose
 * quantity the proposal may change.
 */
export function proposalUpdate(
  { row, items }: LoadedSubscription,
  sku_id: number,
  proposal: PaceProposal,
): SubscriptionUpdate {
  const { pace_kind, next_delivery_date, every, quantity } = proposal
  const isLeaving = pace_kind === 'leave_out'
  const isGood = (one: SubscriptionItem) => one.product_sku_id === sku_id && one.only_cycle === null
  const { subscription_division_id, param2, param3 } = row
  const delivery_pattern = { subscription_division_id, param1: every, param2, param3 }
  return {
    ...(next_delivery_date && { next_delivery_date }),
    ...(every && { delivery_pattern: delivery_pattern as NonNullable<SubscriptionUpdate['delivery_pattern']> }),
    ...((quantity || isLeaving) && {
      items: items.map((one) => ({
        product_sku_id: one.product_sku_id,
        quantity: quantity && isGood(one) ? quantity : one.quantity,
        is_one_time: one.only_cycle !== null,
        ...(isLeaving && isGood(one) && { is_left_out: true }),
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
  { pace, supplies, told, answer }: LoadedPaceItem,
  way: PaceChannel | undefined,
): PaceForecast => {
  const isAsked = answer ? answer !== 'fits' : way === 'cancel'
  return forecastPace(pace, supplies, told, row.next_delivery_date, isAsked)
}

/** The item for which something is proposed: one that is left out of the next delivery, else the main one. */
export interface PaceItemToPropose {
  good: LoadedPaceItem
  seen: PaceForecast
  is_leaving_out: boolean
}

export function choosePaceItemToPropose(
  loaded: LoadedSubscription,
  known: LoadedPace,
  way: PaceChannel | undefined = known.offer?.way,
): PaceItemToPropose {
  const { row, items } = loaded
  const lines = paceItemsOf(known).map((good) => ({
    good,
    seen: nextDeliveryForecast(loaded, good, way),
    can_leave_out: canLeaveOut(good.item, items, row) && good.answer !== 'fits',
  }))
  const gap = daysBetween(row.next_delivery_date, row.next_next_delivery_date)
  const left = chooseLineToLeaveOut(lines, gap)
  const { good, seen } = left ?? lines[0]!
  return { good, seen, is_leaving_out: left !== null }
}

/**
 * Returns the proposals made for this delivery that still fit the contract, and their item. null: there are none, or
 * one was accepted.
 */
export function validPaceProposals(
  loaded: LoadedSubscription,
  known: LoadedPace,
): { good: LoadedPaceItem; proposals: PaceProposal[] } | null {
  const { offer } = known
  const good = findPaceItem(known, offer?.product_sku_id)
  if (!offer || !good || offer.taken !== null || good.answer === 'fits') return null
  const isOver = offer.spare_days > 0
  if (nextDeliveryForecast(loaded, good, offer.way).spare_days > 0 !== isOver) return null
  const { row, items } = loaded
  const now = { ...row, pieces: good.item.quantity, can_leave_out: canLeaveOut(good.item, items, row) }
  // Proposals that move all items are made for the main item only.
  const isForAll = ({ pace_kind }: PaceProposal) => pace_kind !== 'leave_out' && pace_kind !== 'fewer'
  const proposals = offer.proposals.filter(
    (one) => isPaceProposalStillValid(one, now, isOver) && (good === known.main || !isForAll(one)),
  )
  return proposals.length === 0 ? null : { good, proposals }
}

/** The label of a proposal, with the name of the item that it leaves out. */
export const paceProposalLabel = (pace_kind: PaceProposalKind, item_name: string): string =>
  pace_kind === 'leave_out' ? `次回だけ、${wrapInQuoteMarks(item_name)}を除く` : PACE_PROPOSAL_NAME[pace_kind]

/**
 * Returns each valid proposal with the changes and the total that it would cause now. A proposal that would be refused
 * is left out.
 */
export async function previewPaceProposals(
  ctx: MemberQueryContext,
  loaded: LoadedSubscription,
  known: LoadedPace,
): Promise<PaceProposalView[]> {
  const valid = validPaceProposals(loaded, known)
  if (!valid) return []
  const { good, proposals } = valid
  const { product_sku_id } = good.item
  const text = paceForecastText(nextDeliveryForecast(loaded, good, known.offer?.way))
  const { view: before } = await buildSubscriptionView(ctx, loaded)
  const shown: PaceProposalView[] = []
  for (const one of proposals) {
    let after = before
    const change: SubscriptionChangeRequest = {
      event: 'updated',
      apply: (inside, now) => applySubscriptionUpdate(inside, now, proposalUpdate(now, product_sku_id, one)),
      check({ view, quoted }) {
        refuseTotalOutOfLimits(quoted)
        after = view
      },
    }
    try {
      const { changes } = await planSubscriptionChange(ctx, loaded, change)
      const { next_delivery_date: delivery_date, payment_method_id, charge_date, payment_total } = after
      const isCharged = payment_total > 0 && !isPostpaid(payment_method_id)
      const label = paceProposalLabel(one.pace_kind, good.item_name)
      if (changes.length > 0)
        shown.push({
          pace_kind: one.pace_kind,
          label,
          text,
          changes,
          delivery_date,
          charge_date: isCharged ? charge_date : null,
          payment_total,
          stays: keptAndLostTermTexts(loaded, before, after),
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
  const until = changeDeadline(
    was < row.next_delivery_date ? was : row.next_delivery_date,
    arrangementTermsOfSubscription(loaded),
  )
  return ctx.clock.today() <= until ? until : null
}
