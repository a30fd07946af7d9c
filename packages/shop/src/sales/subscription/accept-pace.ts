import { pace_offer } from '@kushi/db/schema/subscription'
import type { PaceProposalKind } from '@kushi/values/pace'
import { and, eq } from 'drizzle-orm'
import { contextInTransaction, type MemberQueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { applySubscriptionUpdate } from './internal/apply-update.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { loadPace, type PaceOfferRow } from './internal/load-pace.ts'
import type { LoadedSubscription } from './internal/load-subscription.ts'
import { paceUndoDeadline, proposalUpdate, validPaceProposals } from './internal/pace-proposal.ts'
import { insteadOfCancelDetail, type PauseOrSkipReason } from './internal/reasons.ts'
import { refuseTotalOutOfLimits } from './internal/refuse-total.ts'
import {
  leftOutChangeEvent,
  refusePausedSubscription,
  requireShownTotalWithoutLeftOutItems,
  subscriptionUpdateChange,
} from './update-subscription.ts'

const gone = () => new ShopError(409, 'ERROR_PACE_OVER', 'このご提案は、いまは承れません。新しい内容をご確認ください。')

interface Taken extends Pick<PauseOrSkipReason, 'instead_of'> {
  id: number
  pace_kind: PaceProposalKind
  version: number
  shown_payment_total?: number | undefined
}

/**
 * ご提案のとおりに変える: changes the contract as a shown proposal says. It saves the previous values, so that the member can
 * undo it until the deadline.
 * @throws ShopError 409 if it was not proposed for this delivery, or is accepted already
 */
export async function acceptPaceProposal(
  ctx: MemberQueryContext,
  { id, pace_kind, version, shown_payment_total, instead_of }: Taken,
): Promise<void> {
  const detail = await insteadOfCancelDetail(ctx, instead_of)
  await ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    let before: PaceOfferRow['before'] = null
    const { row } = await changeSubscription(inside, {
      id,
      version,
      ...subscriptionUpdateChange({ shown_payment_total }),
      detail,
      async apply(now, loaded) {
        refusePausedSubscription(loaded.row)
        const known = await loadPace(now, loaded)
        const valid = known && validPaceProposals(loaded, known)
        const proposal = valid?.proposals.find((one) => one.pace_kind === pace_kind)
        if (!valid || !proposal) throw gone()
        before = beforeOf(loaded)
        const update = proposalUpdate(loaded, valid.good.item.product_sku_id, proposal)
        const outcome = await applySubscriptionUpdate(now, loaded, update)
        requireShownTotalWithoutLeftOutItems(loaded, outcome, shown_payment_total)
        return { ...outcome, ...leftOutChangeEvent(loaded, outcome) }
      },
    })
    if (before === null) throw gone()
    const taken = { taken: pace_kind, taken_at: ctx.clock.now(), taken_version: row.version, before }
    await tx
      .update(pace_offer)
      .set(taken)
      .where(isOffer(ctx, id, row.cycle))
  })
}

const isOffer = ({ shop_id }: MemberQueryContext, id: number, cycle: number) =>
  and(eq(pace_offer.shop_id, shop_id), eq(pace_offer.subscription_id, id), eq(pace_offer.cycle, cycle))

const beforeOf = ({ row, items, notes }: LoadedSubscription): NonNullable<PaceOfferRow['before']> => {
  const { noticed_for, promised_total } = notes
  const { next_delivery_date, next_next_delivery_date, param1, skipped_dates, agreed_terms } = row
  return {
    row: { next_delivery_date, next_next_delivery_date, param1, skipped_dates, agreed_terms },
    items: items.map(({ id, quantity, following_price, promised_from, agreed_price, agreed_from, except_cycle }) => {
      return { id, quantity, following_price, promised_from, agreed_price, agreed_from, except_cycle }
    }),
    notes: { noticed_for, promised_total },
  }
}

/**
 * 元に戻す: restores the contract as it was before an accepted proposal, including agreed prices and the announced total.
 * @throws ShopError 409 if the contract was changed since, or the deadline has passed
 */
export async function undoPaceProposal(
  ctx: MemberQueryContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const { row } = await changeSubscription(inside, {
      id,
      version,
      event: 'updated',
      async apply(now, loaded) {
        const [offer] = await now.db
          .select()
          .from(pace_offer)
          .where(isOffer(now, id, loaded.row.cycle))
        if (!offer?.before || paceUndoDeadline(now, loaded, offer) === null) throw gone()
        const { row: set, items, notes } = offer.before
        const was = new Map(items.map((one) => [one.id, one]))
        const outcome = { set, notes, items: loaded.items.map((one) => ({ ...one, ...was.get(one.id) })) }
        return { ...outcome, ...leftOutChangeEvent(loaded, outcome) }
      },
      check: ({ quoted }) => refuseTotalOutOfLimits(quoted),
    })
    const undone = { taken: null, taken_at: null, taken_version: null, before: null }
    await tx
      .update(pace_offer)
      .set(undone)
      .where(isOffer(ctx, id, row.cycle))
  })
}
