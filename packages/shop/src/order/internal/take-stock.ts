import { tellChange, untoldWhere } from '@kushi/db/changes'
import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { product_sku } from '@kushi/db/schema/product'
import { quoted } from '@kushi/values/quoted'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
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
  let isNews = false
  for (const { id, quantity, revision, product_name } of [...items].sort((a, b) => a.id - b.id)) {
    const asSeen = and(
      isRow(product_sku, { shop_id, id }),
      gte(product_sku.stock, quantity),
      eq(product_sku.revision, revision),
      eq(product_sku.visible, true),
    )!
    const left = await add(tx, -quantity, asSeen)
    if (left === null) throw new ShopError(409, 'ERROR_OUT_OF_STOCK', userMessage('out_of_stock', quoted(product_name)))
    isNews ||= isSeen(left + quantity, left)
  }
  if (isNews) await tellChange(tx, 'product_sku')
}

/** Gives back what an order took. */
export async function returnStock(
  tx: Tx,
  items: readonly { shop_id: number; product_sku_id: number; quantity: number }[],
): Promise<void> {
  let isNews = false
  for (const item of [...items].sort((a, b) => a.product_sku_id - b.product_sku_id)) {
    const left = await add(tx, item.quantity, isRow(product_sku, { shop_id: item.shop_id, id: item.product_sku_id }))
    isNews ||= left !== null && isSeen(left - item.quantity, left)
  }
  if (isNews) await tellChange(tx, 'product_sku')
}

/** Every order lowers a stock, and a NOTIFY makes commits wait for each other: this one says nothing. null: no such row. */
async function add(tx: Tx, pieces: number, condition: SQL): Promise<number | null> {
  const [row] = await tx
    .update(product_sku)
    .set({ stock: sql`${product_sku.stock} + ${pieces}` })
    .where(untoldWhere(condition))
    .returning({ stock: product_sku.stock })
  return row?.stock ?? null
}

/** A customer sees the stock change: in stock, a few left (5 and less), sold out. */
const isSeen = (before: number, after: number): boolean => before > 5 !== after > 5 || before > 0 !== after > 0
