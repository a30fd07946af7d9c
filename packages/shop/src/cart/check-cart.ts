import type { Verb } from '../context.ts'
import { cartProblems, loadSkuItems } from '../price/index.ts'

/** 購入できる状態かの確認, for the cart of a guest or a member. Each of the two cart types is a separate purchase. */
export const checkCart: Verb<'POST /v1/cart/items/check'> = async (ctx, { items }) => {
  const skus = await loadSkuItems(ctx, items)
  const problemsOf = (type: 0 | 1) =>
    cartProblems(
      items.filter((item) => item.subscription === type),
      skus.filter((sku) => sku.subscription === type),
    )
  return { problems: [...problemsOf(0), ...problemsOf(1)] }
}
