import { tellChange, untoldWhere } from '@kushi/db/changes'
import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { product_sku } from '@kushi/db/schema/product'
import { statement } from '@kushi/db/statement'
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
  let isNews = false
  for (const { id, quantity, revision, product_name } of [...items].sort((a, b) => a.id - b.id)) {
    const [left] = await takeAsSeen(tx, { shop_id, id, quantity, revision })
    if (!left) throw new ShopError(409, 'ERROR_OUT_OF_STOCK', userMessage('out_of_stock', quoted(product_name)))
    isNews ||= isSeen(left.stock + quantity, left.stock)
  }
  if (isNews) await tellChange(tx, 'product_sku')
}

/** Every order lowers a stock, and a NOTIFY makes commits wait for each other: this one says nothing. */
const takeAsSeen = statement('take_stock', (db) => {
  const [shop_id, id, quantity] = ['shop_id', 'id', 'quantity'].map((name) => sql.placeholder(name))
  const asSeen = and(
    eq(product_sku.shop_id, shop_id!),
    eq(product_sku.id, id!),
    gte(product_sku.stock, quantity!),
    eq(product_sku.revision, sql.placeholder('revision')),
    eq(product_sku.visible, true),
  )!
  return db
    .update(product_sku)
    .set({ stock: sql`${product_sku.stock} - ${quantity}::int` })
    .where(untoldWhere(asSeen))
    .returning({ stock: product_sku.stock })
})

/** Gives back what an order took. */
export async function returnStock(
  tx: Tx,
  items: readonly { shop_id: number; product_sku_id: number; quantity: number }[],
): Promise<void> {
  let isNews = false
  for (const item of [...items].sort((a, b) => a.product_sku_id - b.product_sku_id)) {
    const [left] = await tx
      .update(product_sku)
      .set({ stock: sql`${product_sku.stock} + ${item.quantity}` })
      .where(untoldWhere(isRow(product_sku, { shop_id: item.shop_id, id: item.product_sku_id })))
      .returning({ stock: product_sku.stock })
    isNews ||= left !== undefined && isSeen(left.stock - item.quantity, left.stock)
  }
  if (isNews) await tellChange(tx, 'product_sku')
}

/** A customer sees the stock change: in stock, a few left (5 and less), sold out. */
const isSeen = (before: number, after: number): boolean => before > 5 !== after > 5 || before > 0 !== after > 0
