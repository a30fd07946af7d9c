import type { PriceEffect } from '@kushi/contract/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { FEE_NAME, ORDER_FEES } from '@kushi/values/order-amounts'
import type { PriceTerms } from '@kushi/values/price-terms'
import { formatYen } from '@kushi/values/yen'
import { changeDeadline } from '../../../catalogue/delivery/index.ts'
import { loadPriceBook, type PriceBook } from '../../../catalogue/price/index.ts'
import type { QueryContext } from '../../../context.ts'
import { isLeftOut } from '../rules/left-out.ts'
import { subscriptionLockOf } from '../rules/lock.ts'
import { firstDeliveryFrom, withPriceFrom } from '../rules/price-offer.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import type { LoadedSubscription, SubscriptionItem, SubscriptionRow } from './load-subscription.ts'
import { priceDeliveryFromBook, pricedSkuIds } from './price-delivery.ts'

interface NewPrice {
  item: SubscriptionItem
  price: number
  from: CalendarDate
}

/** 送料・手数料 from a day on. */
interface NewFees {
  terms: PriceTerms
  from: CalendarDate
}

/**
 * The effect of a new price of an item, or of new fees: the first delivery with it, the deadline to change or end that, and its total
 * before and after in yen.
 */
export function priceEffectOf(
  book: PriceBook,
  loaded: LoadedSubscription,
  change: NewPrice | NewFees,
  today: CalendarDate,
): PriceEffect {
  const { row, items, notes } = loaded
  const { from } = change
  const terms = arrangementTermsOfSubscription(loaded)
  const lock = subscriptionLockOf(loaded, today)
  const isArranged = lock === 'arranged' || lock === 'in_progress'
  const isNotInNext = isArranged || ('item' in change && isLeftOut(change.item, row))
  const { cycle, delivery_date } = firstDeliveryFrom(row, from, terms, isNotInNext)
  const coming = items.filter(({ only_cycle }) => only_cycle === null || only_cycle === cycle)
  const amountsOf = (of: SubscriptionItem[], agreed_terms = row.agreed_terms) =>
    priceDeliveryFromBook(book, {
      ...loaded,
      items: of,
      row: { ...row, agreed_terms, cycle, next_delivery_date: delivery_date },
      notes: { ...notes, promised_total: null },
    }).summary
  const before = amountsOf(coming)
  const after =
    'terms' in change
      ? amountsOf(coming, withFeesFrom(row, change.terms, from))
      : amountsOf(
          coming.map((one) =>
            one.id === change.item.id ? { ...one, ...withPriceFrom(one, change.price, from, today) } : one,
          ),
        )
  return {
    delivery_date,
    change_deadline: changeDeadline(delivery_date, terms),
    total_before: before.payment_total,
    total_after: after.payment_total,
    fees: ORDER_FEES.filter((name) => before[name] !== after[name]).map((name) => ({
      label: FEE_NAME[name],
      before: before[name],
      after: after[name],
    })),
  }
}

/** The agreed terms of a contract with new fees from a day on; null: nothing was agreed yet. */
export const withFeesFrom = (
  { agreed_terms }: Pick<SubscriptionRow, 'agreed_terms'>,
  terms: PriceTerms,
  from: CalendarDate,
) => agreed_terms && { ...agreed_terms, next: { from, terms } }

/** Loads the price book for the deliveries of these subscriptions, at today's prices. */
export const loadPriceBookFor = (ctx: QueryContext, all: readonly LoadedSubscription[]): Promise<PriceBook> =>
  loadPriceBook(
    { ...ctx, customer_id: null },
    {
      sku_ids: all.flatMap(pricedSkuIds),
      customer_ids: all.map(({ row }) => row.customer_id),
    },
  )

/** The effect of new fees as text for a mail. */
export const feeEffectText = ({
  delivery_date,
  change_deadline,
  total_before,
  total_after,
  fees,
}: PriceEffect): string =>
  [
    ...fees.map(({ label, before, after }) => `${label} ${formatYen(before)} → ${formatYen(after)}(税込)`),
    `1回のお届けのお支払い合計 ${formatYen(total_before)} → ${formatYen(total_after)}(税込)。お届けの内容が今と変わらない場合の額です。`,
    `新しい送料・手数料の最初のお届け: ${formatDateWithWeekday(delivery_date)}(変更・お休み・解約の締切: ${formatDateWithWeekday(change_deadline)})`,
  ].join('\n')

/** The effect of a new price as text for a mail. */
export const priceEffectText = ({ delivery_date, change_deadline, total_before, total_after }: PriceEffect): string =>
  [
    `1回のお届けのお支払い合計(送料・手数料・割引を含む)は ${formatYen(total_before)} → ${formatYen(total_after)}(税込)。お届けの内容と送料が今と変わらない場合の額です。`,
    `新しい価格の最初のお届け: ${formatDateWithWeekday(delivery_date)}(変更・お休み・解約の締切: ${formatDateWithWeekday(change_deadline)})`,
  ].join('\n')
