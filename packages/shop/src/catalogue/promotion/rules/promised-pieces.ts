import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'

/** 取り置き of a contract: the pieces of gifts that are reserved for it, by SKU. */
export const reservedGiftPieces = (kept: readonly { terms: PromotionTerms; set_aside: number }[]) =>
  kept.flatMap(({ terms, set_aside }) => {
    const gift = giftOfPromotion(terms)
    return gift ? [{ product_sku_id: gift.product_sku_id, pieces: set_aside }] : []
  })

/**
 * The pieces of a gift that a promotion promises from this delivery on. Without an end, only those of the next delivery
 * count.
 */
export function remainingGiftQuantity(terms: PromotionTerms, cycle: number): number {
  const gift = giftOfPromotion(terms)
  if (!gift) return 0
  const first = Math.max(terms.from_cycle, cycle)
  return gift.pieces * (terms.to_cycle === null ? 1 : Math.max(0, terms.to_cycle - first + 1))
}
