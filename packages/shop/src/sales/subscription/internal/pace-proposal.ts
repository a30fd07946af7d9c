import type { PaceProposalView, Subscription, SubscriptionUpdate } from '@kushi/contract/subscription'
import { pace_offer } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { PACE_PROPOSAL_NAME, type PaceProposal, type PaceProposalKind, type PaceWay } from '@kushi/values/pace'
import { formatYen } from '@kushi/values/yen'
import { and, eq } from 'drizzle-orm'
import { changeDeadline } from '../../../catalogue/delivery/index.ts'
import { type MemberContext, within } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { type Forecast, forecast } from '../rules/pace/left.ts'
import { isStillProposed } from '../rules/pace/propose.ts'
import { termsOf } from '../rules/terms.ts'
import { refusePaused, updating } from '../update-subscription.ts'
import { applyUpdate } from './apply-update.ts'
import { changeSubscription } from './change-subscription.ts'
import { type LoadedPace, loadPace, type OfferedPace } from './load-pace.ts'
import type { LoadedSubscription } from './load-subscription.ts'
import { type ChangeRequest, planSubscriptionChange } from './plan-change.ts'
import { type Halt, insteadDetail } from './reasons.ts'
import { refuseTotal } from './refuse-total.ts'
import { showSubscription } from './show-subscription.ts'

/** The member's own change that a proposal is. */
function updateOf({ row, items }: LoadedSubscription, sku_id: number, proposal: PaceProposal): SubscriptionUpdate {
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

/** What is left at the next delivery; told to who was asked or is leaving from less on. */
export const seenIn = (
  { row }: LoadedSubscription,
  { pace, supplies, told, answered, offer }: LoadedPace,
  way: PaceWay | undefined = offer?.way,
): Forecast => {
  const isAsked = answered ? answered.answer !== 'fits' : way === 'cancel'
  return forecast(pace, supplies, told, row.next_delivery_date, isAsked)
}

/** What was proposed for this delivery and still fits: the contract may have been changed since. */
function openProposals(loaded: LoadedSubscription, known: LoadedPace): PaceProposal[] {
  const { offer, answered, item } = known
  if (!offer || offer.taken !== null || answered?.answer === 'fits' || offer.product_sku_id !== item.product_sku_id)
    return []
  const isOver = offer.spare_days > 0
  if (seenIn(loaded, known).spare_days > 0 !== isOver) return []
  return offer.proposals.filter((one) => isStillProposed(one, { ...loaded.row, pieces: item.quantity }, isOver))
}

/** Each proposal with what it would do now; what would be refused is left out. */
export async function proposed(
  ctx: MemberContext,
  loaded: LoadedSubscription,
  known: LoadedPace,
): Promise<PaceProposalView[]> {
  const proposals = openProposals(loaded, known)
  if (proposals.length === 0) return []
  const { product_sku_id } = known.item
  const { view: before } = await showSubscription(ctx, loaded)
  const shown: PaceProposalView[] = []
  for (const one of proposals) {
    let after = before
    const change: ChangeRequest = {
      event: 'updated',
      apply: (inside, now) => applyUpdate(inside, now, updateOf(now, product_sku_id, one)),
      check({ view, quoted }) {
        refuseTotal(quoted)
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
          stays: stays(before, after),
        })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
    }
  }
  return shown
}

/** お約束の価格, 特典 and 送料: what stays, and what does not. */
function stays(before: Subscription, after: Subscription): string[] {
  const priceOf = ({ subscription_order_item: all }: Subscription, id: number) =>
    all.find(({ product_sku_id }) => product_sku_id === id)?.price
  const dearer = after.subscription_order_item.filter(
    ({ product_sku_id: id, price }) => price > (priceOf(before, id) ?? price),
  )
  const promotions = before.promotions
    .filter(({ is_applied }) => is_applied)
    .map(({ promotion_id, promotion_name }) => {
      const isKept = after.promotions.some((one) => one.promotion_id === promotion_id && one.is_applied)
      return `特典「${promotion_name}」: ${isKept ? 'そのまま続きます' : 'なくなります'}`
    })
  const fee = after.delivery_fee
  return [
    dearer.length === 0
      ? '商品の価格: お約束した価格のままです'
      : `商品の価格: ${dearer.map(({ product_name, price }) => `${product_name}が1点${formatYen(price)}になります`).join('、')}`,
    ...promotions,
    fee === before.delivery_fee
      ? `送料: ${fee === 0 ? '無料' : formatYen(fee)}のままです`
      : `送料: ${formatYen(before.delivery_fee)}から${formatYen(fee)}に変わります`,
  ]
}

const gone = () => new ShopError(409, 'ERROR_PACE_OVER', 'このご提案は、いまは承れません。新しい内容をご確認ください。')

interface Taken extends Pick<Halt, 'instead_of'> {
  id: number
  pace_kind: PaceProposalKind
  version: number
  shown_payment_total?: number | undefined
}

/** @throws ShopError 409 if it was not proposed for this delivery, or is taken already */
export async function takeProposal(
  ctx: MemberContext,
  { id, pace_kind, version, shown_payment_total, instead_of }: Taken,
): Promise<void> {
  const detail = await insteadDetail(ctx, instead_of)
  await ctx.db.transaction(async (tx) => {
    const inside = within(ctx, tx)
    let before: OfferedPace['before'] = null
    const { row } = await changeSubscription(inside, {
      id,
      version,
      ...updating({ shown_payment_total }),
      detail,
      async apply(now, loaded) {
        refusePaused(loaded.row)
        const known = await loadPace(now, loaded)
        const proposal = known && openProposals(loaded, known).find((one) => one.pace_kind === pace_kind)
        if (!proposal) throw gone()
        before = beforeOf(loaded)
        return applyUpdate(now, loaded, updateOf(loaded, known.item.product_sku_id, proposal))
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

const isOffer = ({ shop_id }: MemberContext, id: number, cycle: number) =>
  and(eq(pace_offer.shop_id, shop_id), eq(pace_offer.subscription_id, id), eq(pace_offer.cycle, cycle))

const beforeOf = ({ row, items, notes }: LoadedSubscription): NonNullable<OfferedPace['before']> => {
  const { noticed_for, promised_total } = notes
  const { next_delivery_date, next_next_delivery_date, param1, skipped_dates, agreed_terms } = row
  return {
    row: { next_delivery_date, next_next_delivery_date, param1, skipped_dates, agreed_terms },
    items: items.map(({ id, quantity, following_price, promised_from, agreed_price, agreed_from }) => {
      return { id, quantity, following_price, promised_from, agreed_price, agreed_from }
    }),
    notes: { noticed_for, promised_total },
  }
}

/** null: it was changed since, or the first day of it can't be had any more. */
export function undoUntil(
  ctx: Pick<MemberContext, 'clock'>,
  loaded: LoadedSubscription,
  { before, taken_version }: OfferedPace,
): CalendarDate | null {
  const { row } = loaded
  if (before === null || taken_version !== row.version) return null
  const was = before.row.next_delivery_date
  const until = changeDeadline(was < row.next_delivery_date ? was : row.next_delivery_date, termsOf(loaded))
  return ctx.clock.today() <= until ? until : null
}

/**
 * Puts back what was agreed, prices and announced sum with it, as if nothing had been taken.
 * @throws ShopError 409 if it was changed since, or too late for the day that it had
 */
export async function undoProposal(
  ctx: MemberContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const inside = within(ctx, tx)
    const { row } = await changeSubscription(inside, {
      id,
      version,
      event: 'updated',
      async apply(now, loaded) {
        const [offer] = await now.db
          .select()
          .from(pace_offer)
          .where(isOffer(now, id, loaded.row.cycle))
        if (!offer?.before || undoUntil(now, loaded, offer) === null) throw gone()
        const { row: set, items, notes } = offer.before
        const was = new Map(items.map((one) => [one.id, one]))
        return { set, notes, items: loaded.items.map((one) => ({ ...one, ...was.get(one.id) })) }
      },
      check: ({ quoted }) => refuseTotal(quoted),
    })
    const undone = { taken: null, taken_at: null, taken_version: null, before: null }
    await tx
      .update(pace_offer)
      .set(undone)
      .where(isOffer(ctx, id, row.cycle))
  })
}
