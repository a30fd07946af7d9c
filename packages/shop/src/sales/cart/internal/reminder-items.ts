import type { Queryable } from '@kushi/db/connect'
import type { TrackedCartItem } from '@kushi/db/schema/abandonment'
import { loadCartItems, type StockedItem } from '../../../catalogue/price/index.ts'

/** A reminder shows at most this many items and states that there are more. */
export const MAX_REMINDER_ITEMS = 5

/** Loads the items to show for several carts of one shop in one query, at today's price per piece. */
export async function loadReminderItems(ctx: { db: Queryable; shop_id: number }, carts: readonly TrackedCartItem[][]) {
  const asked = new Map(carts.flat().map((piece) => [keyOf(piece), { ...piece, quantity: 1 }]))
  const priced = await loadCartItems(ctx, [...asked.values()])
  const byKey = new Map(priced.map((item) => [keyOf({ ...item, product_sku_id: item.id }), item]))
  /** The items that can be bought now, in the cart's order, with the cart's quantity. */
  return (items: readonly TrackedCartItem[]): StockedItem[] =>
    items.flatMap((piece) => {
      const item = byKey.get(keyOf(piece))
      const isSold = item?.is_product_sku_valid && !item.is_out_stock
      return isSold ? [{ ...item, quantity: piece.quantity }] : []
    })
}

const keyOf = ({ product_sku_id, subscription }: { product_sku_id: number; subscription: number }) =>
  `${product_sku_id}:${subscription}`
