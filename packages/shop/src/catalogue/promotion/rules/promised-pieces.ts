import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOf } from '@kushi/values/promotion/kinds'

/** 取り置き of a contract, as pieces of SKUs. */
export const reservedPieces = (kept: readonly { terms: PromotionTerms; set_aside: number }[]) =>
  kept.flatMap(({ terms, set_aside }) => {
    const gift = giftOf(terms)
    return gift ? [{ product_sku_id: gift.product_sku_id, pieces: set_aside }] : []
  })

/** Pieces of its gift that are promised from this delivery on; of a promotion without an end those of the next one. */
export function promisedPieces(terms: PromotionTerms, cycle: number): number {
  const gift = giftOf(terms)
  if (!gift) return 0
  const first = Math.max(terms.from_cycle, cycle)
  return gift.pieces * (terms.to_cycle === null ? 1 : Math.max(0, terms.to_cycle - first + 1))
}
