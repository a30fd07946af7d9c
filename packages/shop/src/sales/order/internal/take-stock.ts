import { notifiedByCaller, notifyChange } from '@kushi/db/changes'
import type { Queryable, Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { product_sku } from '@kushi/db/schema/product'
import { given, statement } from '@kushi/db/statement'
import { quoted } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { userMessage } from '@kushi/values/user-message'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { ShopError } from '../../../shop-error.ts'

interface Taken {
  /** SKU id. */
  id: number
  quantity: number
  revision: number
}
type Goods = Taken & Parameters<typeof itemName>[0]

const { shop_id, taken_ids, taken_quantities, taken_revisions } = given(
  ...(['shop_id', 'taken_ids', 'taken_quantities', 'taken_revisions'] as const),
)
/**
 * The value for SKU `s`, found by its position in the list, because Citus can't run a locking query on a joined table.
 */
const wanted = (values: Placeholder) => sql`(${values}::int[])[array_position(${taken_ids}::bigint[], s.id)]`
/** Suppresses the NOTIFY: every order lowers a stock, and a NOTIFY makes commits wait for each other. */
const asSeen = notifiedByCaller(
  sql`s.shop_id = ${shop_id} and s.id = any(${taken_ids}::bigint[]) and s.stock >= ${wanted(taken_quantities)} and s.revision = ${wanted(taken_revisions)}`,
)
const isShown = sql` and s.visible`

const number = sql<number | null>``

/**
 * Statement steps that take pieces out of stock. Locks the SKUs by id, so that two buyers of the same items can't
 * deadlock. `taken` has the SKUs that were available as shown, with the remaining stock; the caller has to pass it to
 * `checkTaken`. `after`: steps that have to run before, because the stock rows, which every buyer needs, should be
 * locked for the shortest time; without it PostgreSQL would begin with the step that is read.
 * `more`: a further condition; by default only visible SKUs are taken.
 */
export const takeStockSteps = (db: Queryable, after: readonly string[] = [], more = isShown) => {
  const isTurn = after.map((step) => sql`(select count(*) from ${sql.identifier(step)}) >= 0 and `)
  const reserved = db.$with('reserved', {}).as(sql`
    select s.id, ${wanted(taken_quantities)} as quantity from product_sku s where ${sql.join(isTurn)}${asSeen}${more} order by s.id for no key update`)
  const columns = { id: number.as('taken_id'), stock: number.as('taken_stock') }
  const taken = db.$with('taken', columns).as(sql`
    update product_sku s set stock = s.stock - reserved.quantity from reserved
    where s.shop_id = ${shop_id} and s.id = reserved.id returning s.id as taken_id, s.stock as taken_stock`)
  return { reserved, taken }
}

/** The values for `takeStockSteps`; each SKU once. */
export const takeStockValues = (shop: number, items: readonly Taken[]) => ({
  shop_id: shop,
  taken_ids: items.map(({ id }) => id),
  taken_quantities: items.map(({ quantity }) => quantity),
  taken_revisions: items.map(({ revision }) => revision),
})

/**
 * Checks that all was `taken`, and announces a change of stock that customers can see.
 * @throws ShopError 409 ERROR_OUT_OF_STOCK when another customer took the last pieces, or the product has just changed
 */
export async function checkTaken(
  tx: Tx,
  items: readonly Goods[],
  taken: readonly { id: number | null; stock: number | null }[],
): Promise<void> {
  const left = new Map(taken.map(({ id, stock }) => [id, stock!]))
  const missing = items.find(({ id }) => !left.has(id))
  if (missing) throw new ShopError(409, 'ERROR_OUT_OF_STOCK', userMessage('out_of_stock', quoted(itemName(missing))))
  const isNews = items.some(({ id, quantity }) => isSeen(left.get(id)! + quantity, left.get(id)!))
  if (isNews) await notifyChange(tx, 'product_sku')
}

const taking = (name: string, more?: SQL) => {
  const take = statement(name, (db) => {
    const { reserved, taken } = takeStockSteps(db, [], more)
    return db.with(reserved, taken).select({ id: taken.id, stock: taken.stock }).from(taken)
  })
  return async (tx: Tx, shop: number, items: readonly Goods[]): Promise<void> => {
    if (items.length > 0) await checkTaken(tx, items, await take(tx, takeStockValues(shop, items)))
  }
}

/** Takes pieces out of stock; each SKU once. @throws ShopError 409 as `checkTaken` */
export const takeStock = taking('take_stock')

/** Like `takeStock`, including SKUs that are no longer visible. */
export const takeHiddenStock = taking('take_hidden_stock', sql``)

/** Returns the pieces of an order to stock. */
export async function returnStock(
  tx: Tx,
  items: readonly { shop_id: number; product_sku_id: number; quantity: number }[],
): Promise<void> {
  let isNews = false
  for (const item of [...items].sort((a, b) => a.product_sku_id - b.product_sku_id)) {
    const [left] = await tx
      .update(product_sku)
      .set({ stock: sql`${product_sku.stock} + ${item.quantity}` })
      .where(notifiedByCaller(isRow(product_sku, { shop_id: item.shop_id, id: item.product_sku_id })))
      .returning({ stock: product_sku.stock })
    isNews ||= left !== undefined && isSeen(left.stock - item.quantity, left.stock)
  }
  if (isNews) await notifyChange(tx, 'product_sku')
}

/** Whether customers see the change: in stock, a few left (5 or fewer), sold out. */
const isSeen = (before: number, after: number): boolean => before > 5 !== after > 5 || before > 0 !== after > 0
