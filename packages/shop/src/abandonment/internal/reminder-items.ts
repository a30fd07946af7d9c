import type { Queryable } from '@kushi/db/connect'
import type { TrackedPiece } from '@kushi/db/schema/abandonment'
import type { Context } from '../../context.ts'
import { loadCartLines, type StockedCartLine } from '../../price/index.ts'

/** A reminder shows at most this many items and states that there are more. */
export const SHOWN_ITEMS = 5

/** Loads the items to show for several carts of one shop in one query, at today's price per piece. */
export async function loadPieces(
  ctx: Pick<Context, 'clock'> & { db: Queryable; shop_id: number },
  carts: readonly TrackedPiece[][],
) {
  const asked = new Map(carts.flat().map((piece) => [keyOf(piece), { ...piece, quantity: 1 }]))
  const lines = await loadCartLines({ ...ctx, customer_id: null }, [...asked.values()])
  const byKey = new Map(lines.map((line) => [keyOf({ ...line, product_sku_id: line.id }), line]))
  /** The items that can be bought now, in the cart's order, with the cart's quantity. */
  return (items: readonly TrackedPiece[]): StockedCartLine[] =>
    items.flatMap((piece) => {
      const line = byKey.get(keyOf(piece))
      const isSold = line?.is_product_sku_valid && !line.is_out_stock
      return isSold ? [{ ...line, quantity: piece.quantity }] : []
    })
}

const keyOf = ({ product_sku_id, subscription }: { product_sku_id: number; subscription: number }) =>
  `${product_sku_id}:${subscription}`
