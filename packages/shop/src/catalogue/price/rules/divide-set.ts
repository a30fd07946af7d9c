import { splitSetPrice } from '@kushi/values/product-set'
import { shareByLargestRemainder } from '@kushi/values/share'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'
import type { PartAmounts, PricedItem, SetComponent } from './price-state.ts'

/**
 * Divides the amounts of a set among its parts. The price is divided by list prices, once, so that several sets are
 * divided alike. Each discount is then divided by what the earlier ones left, so that no part goes below 0.
 */
export function divideSetAmounts(
  item: Omit<PricedItem, 'part_amounts'>,
  parts: readonly SetComponent[],
): PartAmounts[] {
  const sets = item.price === 0 ? 0 : item.subtotal / item.price
  const each = splitSetPrice(item.price, parts)
  const rest = each.map((share) => share * sets)
  const divided = (amount: Yen): Yen[] => {
    const shares = amount === 0 ? rest.map(() => 0) : shareByLargestRemainder(amount, rest)
    shares.forEach((share, n) => {
      rest[n]! -= share
    })
    return shares
  }
  const subtotals = [...rest]
  const promised = sum(item.promotions.map(({ discount_amount }) => discount_amount))
  const byRank = divided(item.discount_amount - promised - item.point_discount)
  const byPromotion = item.promotions.map((one) => ({ one, shares: divided(one.discount_amount) }))
  const byPoints = divided(item.point_discount)
  return parts.map(({ pieces }, n) => {
    const promotions = byPromotion
      .map(({ one, shares }) => ({ ...one, discount_amount: shares[n]! }))
      .filter(({ discount_amount }) => discount_amount > 0)
    return {
      // Rounded up, so that pieces at this price never cost less than was paid for them.
      price: Math.ceil(each[n]! / pieces),
      subtotal: subtotals[n]!,
      discount_amount: byRank[n]! + sum(promotions.map(({ discount_amount }) => discount_amount)) + byPoints[n]!,
      promotions,
      point_discount: byPoints[n]!,
    }
  })
}
