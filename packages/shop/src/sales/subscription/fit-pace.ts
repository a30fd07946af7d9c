import type { EstimatedPace } from '@kushi/contract/admin/subscription'
import type { Pace } from '@kushi/contract/subscription'
import { pace_answer, pace_item_answer, pace_offer, subscription } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import type { PaceAnswer, PaceChannel, PaceProposal } from '@kushi/values/pace'
import { and, eq } from 'drizzle-orm'
import { changeDeadline, earliestChangeableDelivery } from '../../catalogue/delivery/index.ts'
import { contextInTransaction, type Handler, type MemberQueryContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { decideContractHoldout } from '../experiment/index.ts'
import {
  findPaceItem,
  type LoadedPace,
  type LoadedPaceItem,
  loadOfferedDayIntervals,
  loadPace,
} from './internal/load-pace.ts'
import {
  type LoadedSubscription,
  loadOwnSubscription,
  ownSubscriptionsCondition,
  type SubscriptionRow,
} from './internal/load-subscription.ts'
import {
  choosePaceItemToPropose,
  nextDeliveryForecast,
  paceProposalLabel,
  paceUndoDeadline,
  previewPaceProposals,
} from './internal/pace-proposal.ts'
import { paceBasisText, paceForecastText } from './rules/pace/left.ts'
import { chosenDaysPerPiece, paceProposalsFor } from './rules/pace/propose.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'

/** お手元の残りの見込み: the forecast and the proposals of a contract. null: there is no question about it now. */
export const showPace: Handler<'GET /v1/order/subscription/{id}/pace'> = async (ctx, { id }) => ({
  pace: await loadPaceView(ctx, await loadOwnSubscription(ctx, id)),
})

/**
 * Returns the forecast and the proposals of a contract, with their basis. `is_shown` false: an operator looks, not the
 * member.
 */
export async function loadPaceView(ctx: MemberQueryContext, loaded: LoadedSubscription, is_shown = true) {
  const known = await loadPace(ctx, loaded)
  return known && viewOf(ctx, loaded, known, is_shown)
}

async function viewOf(
  ctx: MemberQueryContext,
  loaded: LoadedSubscription,
  known: LoadedPace,
  is_shown: boolean,
): Promise<EstimatedPace> {
  const { row } = loaded
  const { main, others, offer } = known
  const { good, seen } = choosePaceItemToPropose(loaded, known)
  const isFit = (one: LoadedPaceItem) => one.answer === 'fits'
  const isOff = seen.standing !== null && offer?.taken == null && (good.may_propose || (offer !== null && !isFit(good)))
  const is_held_out = isOff && !wasProposed(known) && (await isWithheld(ctx, row, is_shown))
  const textOf = (one: LoadedPaceItem) => paceForecastText(nextDeliveryForecast(loaded, one, offer?.way), isFit(one))
  const takenGood = findPaceItem(known, offer?.product_sku_id) ?? main
  return {
    product_sku_id: main.item.product_sku_id,
    item_name: main.item_name,
    version: row.version,
    delivery_date: row.next_delivery_date,
    change_deadline: changeDeadline(row.next_delivery_date, arrangementTermsOfSubscription(loaded)),
    text: is_held_out ? `次回のお届けは${formatDateWithWeekday(row.next_delivery_date)}の予定です。` : textOf(main),
    basis: paceBasisText(main.basis),
    is_off: isOff && !is_held_out,
    is_held_out,
    rest_answer: main.answer,
    others: others.map((one) => ({
      product_sku_id: one.item.product_sku_id,
      item_name: one.item_name,
      text: is_held_out ? '' : textOf(one),
      rest_answer: one.answer,
    })),
    proposals: await previewPaceProposals(ctx, loaded, known),
    taken_proposal: offer?.taken
      ? {
          pace_kind: offer.taken,
          label: paceProposalLabel(offer.taken, takenGood.item_name),
          undo_until: paceUndoDeadline(ctx, loaded, offer),
        }
      : null,
  }
}

/** An offer that was shown with a proposal keeps it, whatever is compared since. */
const wasProposed = ({ offer }: LoadedPace) => offer !== null && offer.proposals.length > 0

/** 比較: asked only where something would be proposed, for both sides alike. */
const isWithheld = (ctx: MemberQueryContext, { id: subscription_id }: SubscriptionRow, is_shown = true) =>
  decideContractHoldout(ctx, { subject: 'pace' }, { subscription_id, is_shown })

interface Told {
  id: number
  /** Absent: no answer is given, only the proposal is requested. */
  rest_answer?: PaceAnswer | undefined
  /** The item that the answer is about. Absent: the main one. */
  product_sku_id?: number | undefined
}

/**
 * Saves the answer to お手元の残りは？ and returns the new forecast with its proposals. The contract does not change. Without
 * an answer it only saves which proposals were shown.
 */
export async function recordLeftoverAnswer(
  ctx: MemberQueryContext,
  { id, rest_answer, product_sku_id }: Told,
  way: PaceChannel,
): Promise<Pace | null> {
  await ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const [locked] = await tx
      .select({ id: subscription.id })
      .from(subscription)
      .where(and(eq(subscription.id, id), ownSubscriptionsCondition(ctx)))
      .for('update')
    if (!locked) throw notFound()
    const loaded = await loadOwnSubscription(inside, id)
    const before = await loadPace(inside, loaded)
    if (!before) return
    if (rest_answer === undefined) return keepOffer(inside, loaded, before, way)
    const good = product_sku_id === undefined ? before.main : findPaceItem(before, product_sku_id)
    if (!good) throw notFound()
    const isMain = good === before.main
    await keepAnswer(inside, loaded, good, rest_answer, way, isMain)
    const after = (await loadPace(inside, loaded))!
    if (isMain) await noteReckoned(inside, loaded, after.main)
    await keepOffer(inside, loaded, after, way)
  })
  return loadPaceView(ctx, await loadOwnSubscription(ctx, id))
}

async function keepAnswer(
  { db, clock }: MemberQueryContext,
  { row }: LoadedSubscription,
  { item: { product_sku_id } }: LoadedPaceItem,
  answer: PaceAnswer,
  way: PaceChannel,
  isMain: boolean,
) {
  const told_for = answer === 'fits' ? row.next_delivery_date : clock.today()
  const said = { product_sku_id, answer, way, told_for, created_at: clock.now() }
  const { shop_id, id: subscription_id, cycle } = row
  const values = { shop_id, subscription_id, cycle, ...said }
  if (isMain) {
    const target = [pace_answer.shop_id, pace_answer.subscription_id, pace_answer.cycle]
    await db.insert(pace_answer).values(values).onConflictDoUpdate({ target, set: said })
  } else {
    const { shop_id: shop, subscription_id: contract, cycle: delivery, product_sku_id: good } = pace_item_answer
    const target = [shop, contract, delivery, good]
    await db.insert(pace_item_answer).values(values).onConflictDoUpdate({ target, set: said })
  }
}

/** Stores the estimate after an answer, for the reports: later answers change the estimate. */
async function noteReckoned({ db }: MemberQueryContext, loaded: LoadedSubscription, main: LoadedPaceItem) {
  const { row } = loaded
  const { days, spare_days } = nextDeliveryForecast(loaded, main, undefined)
  await db
    .update(pace_answer)
    .set({ days, spare_days, chosen_days: chosenDaysPerPiece({ ...row, pieces: main.item.quantity }) })
    .where(
      and(
        eq(pace_answer.shop_id, row.shop_id),
        eq(pace_answer.subscription_id, row.id),
        eq(pace_answer.cycle, row.cycle),
      ),
    )
}

/** A member who is cancelling always sees the proposal. */
async function keepOffer(ctx: MemberQueryContext, loaded: LoadedSubscription, known: LoadedPace, way: PaceChannel) {
  const { row } = loaded
  const { offer } = known
  const { good, seen, is_leaving_out } = choosePaceItemToPropose(loaded, known, way)
  const { item } = good
  if (offer?.taken || !(good.may_propose || offer || way === 'cancel')) return
  const today = ctx.clock.today()
  const fitting =
    good.answer === 'fits'
      ? []
      : paceProposalsFor(
          {
            ...row,
            pieces: item.quantity,
            earliest: earliestChangeableDelivery(today, arrangementTermsOfSubscription(loaded)),
            latest: addDays(today, SUBSCRIPTION_DATE_LIMIT.max_ahead_days),
            day_intervals: await loadOfferedDayIntervals(ctx),
          },
          seen,
        )
  // A new day or interval would move all items.
  const proposals: PaceProposal[] = is_leaving_out
    ? [{ pace_kind: 'leave_out' }, ...fitting.filter(({ pace_kind }) => pace_kind === 'fewer')]
    : fitting
  if (proposals.length === 0 && !offer) return
  const isHeld = proposals.length > 0 && !wasProposed(known) && (await isWithheld(ctx, row))
  const reckoned = { days: seen.days, spare_days: seen.spare_days, shown_at: ctx.clock.now() }
  // A held-out member has the row without a proposal, so that both groups are asked as often.
  const shown = { product_sku_id: item.product_sku_id, way, proposals: isHeld ? [] : proposals, ...reckoned }
  const { shop_id, id: subscription_id, cycle } = row
  await ctx.db
    .insert(pace_offer)
    .values({ shop_id, subscription_id, cycle, ...shown })
    .onConflictDoUpdate({ target: [pace_offer.shop_id, pace_offer.subscription_id, pace_offer.cycle], set: shown })
}

export const answerLeftoverQuestion: Handler<'POST /v1/order/subscription/{id}/pace/answer'> = async (
  ctx,
  { is_leaving, ...told },
) => ({
  pace: await recordLeftoverAnswer(ctx, told, is_leaving ? 'cancel' : 'mypage'),
})
