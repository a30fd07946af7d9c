import type { CartItemProblem } from '@kushi/contract/cart'
import type { SkuItem } from '../../../catalogue/price/index.ts'
import { cartProblems } from '../../../catalogue/price/rules/cart-problems.ts'
import { cartFullMessage, MAX_CART_ITEMS } from './refusal.ts'

interface Item {
  product_sku_id: number
  subscription: number
  quantity: number
}

/** The result of merging a guest's cart into a member's cart. */
export interface GuestCartMerge {
  /** Items to add to the member's cart, at most one per SKU and type, always in the same order. */
  puts: (Item & { revision: number })[]
  /** Items that could not be taken over, or only in part. */
  problems: CartItemProblem[]
}

/** ログイン時の統合: merges a guest's items into the member's cart (`inCart`), each up to the quantity available. */
export function mergeGuestCart(
  items: readonly Item[],
  inCart: readonly Item[],
  skus: readonly SkuItem[],
): GuestCartMerge {
  const merge: GuestCartMerge = { puts: [], problems: [] }
  let count = inCart.length
  for (const item of together(items)) {
    const { product_sku_id, subscription } = item
    const sku = skus.find((each) => each.id === product_sku_id && each.subscription === subscription)
    const before = inCart.find(same(item))
    const wanted = item.quantity + (before?.quantity ?? 0)
    const [problem] = cartProblems([{ ...item, quantity: wanted }], sku ? [sku] : [], { isRemoved: true })
    if (!before && !problem?.quantity && problem) merge.problems.push(problem)
    else if (!before && count >= MAX_CART_ITEMS)
      merge.problems.push({ product_sku_id, subscription, error: 'cart_full', message: cartFullMessage, quantity: 0 })
    else {
      if (problem) merge.problems.push(problem)
      const quantity = Math.min(wanted, problem?.quantity ?? wanted) - (before?.quantity ?? 0)
      if (quantity <= 0) continue
      if (!before) count++
      merge.puts.push({ product_sku_id, subscription, quantity, revision: sku!.revision })
    }
  }
  return merge
}

const same = (item: Item) => (other: Item) =>
  other.product_sku_id === item.product_sku_id && other.subscription === item.subscription

/** Joins items of the same SKU and type; sorted, so that two merges lock rows in the same order. */
function together(items: readonly Item[]): Item[] {
  const merged: Item[] = []
  for (const item of items) {
    const known = merged.find(same(item))
    if (known) known.quantity += item.quantity
    else merged.push({ ...item })
  }
  return merged.sort((a, b) => a.product_sku_id - b.product_sku_id || a.subscription - b.subscription)
}
