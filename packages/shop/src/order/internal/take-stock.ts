import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { product_sku } from '@kushi/db/schema/product'
import { quoted } from '@kushi/values/quoted'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, gte, sql } from 'drizzle-orm'
import { ShopError } from '../../shop-error.ts'

interface Taken {
  /** SKU id. */
  id: number
  quantity: number
  revision: number
  product_name: string
}

/**
 * Takes pieces out of stock, in the order of their ids so that two buyers of the same goods can't lock each other out.
 * @throws ShopError 409 ERROR_OUT_OF_STOCK when somebody else took the last ones, or the goods changed this moment.
 */
export async function takeStock(tx: Tx, shop_id: number, items: readonly Taken[]): Promise<void> {
  for (const { id, quantity, revision, product_name } of [...items].sort((a, b) => a.id - b.id)) {
    const asSeen = and(
      isRow(product_sku, { shop_id, id }),
      gte(product_sku.stock, quantity),
      eq(product_sku.revision, revision),
      eq(product_sku.visible, true),
    )
    const taken = await tx
      .update(product_sku)
      .set({ stock: sql`${product_sku.stock} - ${quantity}` })
      .where(asSeen)
    if (taken.rowCount !== 1)
      throw new ShopError(409, 'ERROR_OUT_OF_STOCK', userMessage('out_of_stock', quoted(product_name)))
  }
}

/** Gives back what an order took. */
export async function returnStock(
  tx: Tx,
  items: readonly { shop_id: number; product_sku_id: number; quantity: number }[],
): Promise<void> {
  for (const item of [...items].sort((a, b) => a.product_sku_id - b.product_sku_id))
    await tx
      .update(product_sku)
      .set({ stock: sql`${product_sku.stock} + ${item.quantity}` })
      .where(isRow(product_sku, { shop_id: item.shop_id, id: item.product_sku_id }))
}
