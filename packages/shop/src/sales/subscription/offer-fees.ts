import type { Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { NoAnswerAction } from '@kushi/values/price'
import type { AgreedTerms } from '@kushi/values/price-terms'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import type { PriceBook } from '../../catalogue/price/index.ts'
import { contextInTransaction, type QueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import {
  createPriceOffers,
  findSubscriptionsWithOpenOffer,
  loadSubscriptionsForPriceOffer,
  type PriceOfferResult,
  priceOfferConflictError,
  priceOfferOpenError,
} from './internal/create-price-offers.ts'
import type { LoadedSubscription } from './internal/load-subscription.ts'
import { subscriptionLockedError } from './internal/plan-change.ts'
import { priceDeliveryFromBook } from './internal/price-delivery.ts'
import { feeEffectText, loadPriceBookFor, priceEffectOf } from './internal/price-effect.ts'
import { regularItems } from './rules/left-out.ts'
import { refusePausedSubscription } from './update-subscription.ts'

interface FeeChange {
  job_id: number
  /** The first delivery day with the new fees. */
  from: CalendarDate
  without_answer: NoAnswerAction
}

/**
 * 送料・手数料の変更: asks each member whether the deliveries from a day on may cost the shop's fees of today: 送料, クール代, 手数料
 * and the threshold of free delivery. The rank and the promotions that were agreed stay. Silence keeps the fees of the
 * confirmation, or pauses, as the shop chose. A contract that would not cost more is refused with its reason: what got cheaper counts without asking.
 * `isTried`: locks and writes nothing.
 */
export async function offerFeeChanges(
  tx: Tx,
  ctx: QueryContext,
  ids: readonly number[],
  { isTried, job_id, from, without_answer }: FeeChange & { isTried: boolean },
): Promise<Map<number, PriceOfferResult | ShopError>> {
  const all = await loadSubscriptionsForPriceOffer(tx, ctx, ids, isTried)
  const asked = await findSubscriptionsWithOpenOffer(tx, ctx, null, all)
  const book = await loadPriceBookFor(contextInTransaction(ctx, tx), all)
  const today = ctx.clock.today()
  const became = new Map<number, PriceOfferResult | ShopError>()
  const questions: Parameters<typeof createPriceOffers>[3][number][] = []
  for (const loaded of all) {
    const { row } = loaded
    try {
      refuseUnaskable(loaded, today)
      const terms = feesOfToday(book, loaded)
      const effect = priceEffectOf(book, loaded, { terms, from }, today)
      const { total_before: old_price, total_after: new_price } = effect
      if (new_price <= old_price)
        throw priceOfferConflictError('ERROR_UNCHANGED', 'いまの送料・手数料でも、1回のお支払いは高くなりません。')
      if (asked.has(row.id)) throw priceOfferOpenError()
      const prices = `送料・手数料(${formatDateWithWeekday(from)}以降のお届けから)\n${feeEffectText(effect)}`
      questions.push({ row, product_sku_id: null, terms, old_price, new_price, prices, label: '1回のお支払い合計' })
      const detail = `1回のお支払い ${formatYen(old_price)} → ${formatYen(new_price)} への同意をお願いします`
      became.set(row.id, { detail, offer_id: null })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      became.set(row.id, error)
    }
  }
  if (isTried) return became
  for (const [id, offer_id] of await createPriceOffers(tx, ctx, { job_id, from, without_answer }, questions))
    became.set(id, { ...(became.get(id) as PriceOfferResult), offer_id })
  return became
}

/** @throws ShopError 409 with the reason */
function refuseUnaskable({ row }: LoadedSubscription, today: CalendarDate): void {
  if (row.summary_status === SUBSCRIPTION_STATUS.cancel) throw subscriptionLockedError('cancelled')
  refusePausedSubscription(row)
  const next = row.agreed_terms?.next
  if (next && next.from > today)
    throw priceOfferConflictError(
      'ERROR_PRICE_CHANGING',
      `${formatDateWithWeekday(next.from)}から変わることが、すでに決まっています。`,
    )
}

/** Today's fees of the shop for the regular items. The agreed rank and promotions count where they are better. */
function feesOfToday(book: PriceBook, { row, items, notes, ...loaded }: LoadedSubscription): AgreedTerms {
  const { agreed } = priceDeliveryFromBook(book, {
    ...loaded,
    row: { ...row, agreed_terms: null },
    items: regularItems(items),
    notes: { ...notes, promised_total: null },
  })
  const was = row.agreed_terms ?? agreed
  return {
    ...agreed,
    most_promotion_rate: Math.max(agreed.most_promotion_rate, was.most_promotion_rate),
    rank_discount_rate: Math.max(agreed.rank_discount_rate, was.rank_discount_rate),
  }
}
