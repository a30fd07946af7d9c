import { type PaidAmounts, unrefundedAmount } from '@kushi/values/paid-amounts'
import { pointsEarned } from '@kushi/values/points'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'

interface PointedItem {
  id: number
  quantity: number
  subtotal: Yen
  discount_amount: Yen
  point_discount: Yen
  /** 年払い: the price is that of so many deliveries. */
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** A line of an order's 赤伝. */
interface CreditedLine {
  kind: string
  order_item_id: number | null
  quantity: number | null
  amount: Yen
}

interface PointedOrder {
  status: string
  items: readonly PointedItem[]
  credited: readonly CreditedLine[]
  /** Percent of the goods that come back as points. */
  rate: number
}

/** Whether the order is paid, as far as it is not credited. 代引 that was never paid is not. null: it costs nothing. */
export const isPaidInFull = (
  paid: Pick<PaidAmounts, 'amount' | 'captured_amount' | 'credited_amount'> | null,
): boolean => paid === null || paid.captured_amount + paid.credited_amount >= paid.amount

interface PointedCredit {
  id: number
  kind: string
  amount: Yen
}

/**
 * Credits whose goods are not gone for good: of 荷物の戻り while its money is owed, because it may be sent again, and those
 * whose money the shop kept (返金しない, 再送). The latest are meant first. `credits`: the oldest first.
 */
export function reversibleCredits(credits: readonly PointedCredit[], paid: PaidAmounts | null): ReadonlySet<number> {
  const open = new Set<number>()
  let kept = 0
  let owing = unrefundedAmount(paid)
  for (const { id, kind, amount } of credits.toReversed()) {
    if (kind === 'kept') kept -= amount
    else if (amount > 0 && amount <= kept) {
      kept -= amount
      open.add(id)
    } else if (amount > 0 && owing > 0) {
      owing -= amount
      if (kind === 'parcel_back') open.add(id)
    }
  }
  return open
}

/** The order is not, or no longer, a sale. */
const isGone = (status: string) => status === 'cancelled' || status === 'payment_error' || status === 'returned'

/**
 * The points of an item that pay for its kept pieces. The pieces together return exactly the points that the item used.
 */
function keptOf({ id, quantity, point_discount, ...item }: PointedItem, credited: readonly CreditedLine[]): number {
  const of = quantity * (item.lump_sum_payment_flag ? (item.lump_sum_payment_num ?? 1) : 1)
  const gone = sum(credited.filter((line) => line.order_item_id === id).map((line) => line.quantity ?? 0))
  return point_discount - Math.floor((point_discount * Math.min(gone, of)) / of)
}

/** Computes the points that an order uses and grants in its present state, and whether goods are bought and kept. */
export function computeOrderPoints({ status, items, credited, rate }: PointedOrder) {
  if (isGone(status)) return { kept: 0, earned: 0, is_bought: false }
  const goods = sum(items.map(({ subtotal, discount_amount }) => subtotal - discount_amount))
  const back = sum(credited.filter(({ kind }) => kind === 'goods' || kind === 'reduction').map(({ amount }) => amount))
  return {
    kept: sum(items.map((item) => keptOf(item, credited))),
    earned: pointsEarned(goods - back, rate),
    is_bought: goods > back,
  }
}
