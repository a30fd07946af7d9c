import type { Tx } from '@kushi/db/connect'
import { inFlight } from '@kushi/db/in-flight'
import { product_sku } from '@kushi/db/schema/product'
import { isRow } from '@kushi/db/shop-scope'
import { quoteName } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { userMessage } from '@kushi/values/user-message'
import { sql } from 'drizzle-orm'
import { ShopError } from '../../../shop-error.ts'

interface StockWithdrawal {
  /** SKU id. */
  id: number
  quantity: number
  revision: number
}
type Goods = StockWithdrawal & Parameters<typeof itemName>[0]

/**
 * Takes pieces out of stock, each SKU once. Locks the SKUs by id, so that two buyers of the same items can't deadlock.
 * Every buyer needs these rows: the last statement of a transaction, so that they are locked for the shortest time. By
 * default only visible SKUs are taken.
 * @throws ShopError 409 ERROR_OUT_OF_STOCK when another customer took the last pieces, or the product has just changed
 */
export async function takeStock(
  tx: Tx,
  shop_id: number,
  items: readonly Goods[],
  { alsoHidden = false } = {},
): Promise<void> {
  if (items.length === 0) return
  const ids = sql`${sql.param(items.map(({ id }) => id))}::bigint[]`
  // Found by the position in the list, because Citus can't run a locking query on a joined table.
  const wanted = (values: number[]) => sql`(${sql.param(values)}::int[])[array_position(${ids}, s.id)]`
  const quantity = wanted(items.map(({ quantity }) => quantity))
  const revision = wanted(items.map(({ revision }) => revision))
  const isThere = sql`s.shop_id = ${shop_id} and s.id = any(${ids}) and s.stock >= ${quantity} and s.revision = ${revision}`
  const isTaken = alsoHidden ? isThere : sql`${isThere} and s.visible`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with reserved as (
      select s.id, ${quantity} as quantity from product_sku s where ${isTaken} order by s.id for no key update
    )
    update product_sku s set stock = s.stock - reserved.quantity from reserved
    where s.shop_id = ${shop_id} and s.id = reserved.id returning s.id`)
  const taken = new Set(rows.map(({ id }) => id))
  const missing = items.find(({ id }) => !taken.has(id))
  if (missing) throw new ShopError(409, 'ERROR_OUT_OF_STOCK', userMessage('out_of_stock', quoteName(itemName(missing))))
}

/** Returns the pieces of an order to stock, SKU by SKU in the order in which `takeStock` locks them. */
export async function returnStock(
  tx: Tx,
  items: readonly { shop_id: number; product_sku_id: number; quantity: number }[],
): Promise<void> {
  const inTurn = [...items].sort((a, b) => a.product_sku_id - b.product_sku_id)
  await inFlight(
    inTurn.map(({ shop_id, product_sku_id: id, quantity }) =>
      tx
        .update(product_sku)
        .set({ stock: sql`${product_sku.stock} + ${quantity}` })
        .where(isRow(product_sku, { shop_id, id })),
    ),
  )
}
