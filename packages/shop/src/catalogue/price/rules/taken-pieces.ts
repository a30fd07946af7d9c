import type { PricedPart } from './price-state.ts'

interface TakenItem {
  id: number
  quantity: number
  parts: readonly (Pick<PricedPart, 'pieces'> & { product_sku_id: number })[]
}

/** How many pieces of each SKU these items take out of stock: a set takes its parts. */
export function takenPieces(items: readonly TakenItem[]): Map<number, number> {
  const taken = new Map<number, number>()
  const take = (id: number, pieces: number) => taken.set(id, (taken.get(id) ?? 0) + pieces)
  for (const { id, quantity, parts } of items) {
    if (parts.length === 0) take(id, quantity)
    for (const { product_sku_id, pieces } of parts) take(product_sku_id, pieces * quantity)
  }
  return taken
}
