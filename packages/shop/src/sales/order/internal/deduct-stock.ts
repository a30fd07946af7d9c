import type { Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { product_sku } from '@kushi/db/schema/product'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { userMessage } from '@kushi/values/user-message'
import { sql } from 'drizzle-orm'
import type { SkuPart } from '../../../catalogue/price/index.ts'
import { ShopError } from '../../../shop-error.ts'

interface Goods {
  /** SKU id. */
  id: number
  quantity: number
  revision: number
  /** A gift, which need not be sold by itself. */
  gift_promotion_id?: number | null
  /** セットの中身, which is taken instead. */
  parts?: readonly SkuPart[]
}
type NamedGoods = Goods & Parameters<typeof itemName>[0]

/** The parts of sets instead of them. Of a set nothing is taken, but it must be on sale and have these parts still. */
const withoutSets = (items: readonly NamedGoods[]) =>
  items.flatMap((item): (Goods & { name: string })[] => {
    const name = itemName(item)
    const { parts = [], quantity } = item
    if (parts.length === 0) return [{ ...item, name }]
    return [
      { ...item, name, quantity: 0 },
      ...parts.map((part) => ({ ...part, name, id: part.product_sku_id, quantity: part.pieces * quantity })),
    ]
  })

/** Each SKU once. */
const together = (items: readonly NamedGoods[]) =>
  [...Map.groupBy(withoutSets(items), ({ id }) => id).values()].map((same) => {
    const bought = same.find((one) => (one.gift_promotion_id ?? null) === null)
    const quantity = same.reduce((sum, one) => sum + one.quantity, 0)
    return { ...(bought ?? same[0]!), quantity, is_gift: bought === undefined }
  })

/**
 * Takes pieces out of stock. Locks the SKUs by id, so that two buyers of the same items can't deadlock. Every buyer needs
 * these rows: the last statement of a transaction, so that they are locked for the shortest time. By default only visible
 * SKUs are taken, and gifts.
 * @throws ShopError 409 ERROR_OUT_OF_STOCK when another customer took the last pieces, or the product has just changed;
 * ERROR_PROMOTION_ENDED when it was the last gift
 */
export async function deductStock(
  tx: Tx,
  shop_id: number,
  items: readonly NamedGoods[],
  { alsoHidden = false } = {},
): Promise<void> {
  if (items.length === 0) return
  const each = together(items)
  const ids = sql`${sql.param(each.map(({ id }) => id))}::bigint[]`
  // Found by the position in the list, because Citus can't run a locking query on a joined table.
  const wanted = (values: number[]) => sql`(${sql.param(values)}::int[])[array_position(${ids}, s.id)]`
  const quantity = wanted(each.map((one) => one.quantity))
  const revision = wanted(each.map((one) => one.revision))
  const isThere = sql`s.shop_id = ${shop_id} and s.id = any(${ids}) and s.stock >= ${quantity} and s.revision = ${revision}`
  const gifts = each.filter(({ is_gift }) => is_gift).map(({ id }) => id)
  const isSold = gifts.length > 0 ? sql`(s.visible or s.id = any(${sql.param(gifts)}::bigint[]))` : sql`s.visible`
  const isTaken = alsoHidden ? isThere : sql`${isThere} and ${isSold}`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with reserved as (
      select s.id, ${quantity} as quantity from product_sku s where ${isTaken} order by s.id for no key update
    )
    update product_sku s set stock = s.stock - reserved.quantity from reserved
    where s.shop_id = ${shop_id} and s.id = reserved.id returning s.id`)
  const taken = new Set(rows.map(({ id }) => id))
  const missing = each.filter(({ id }) => !taken.has(id))
  const sold = missing.find(({ is_gift }) => !is_gift)
  if (sold) throw new ShopError(409, 'ERROR_OUT_OF_STOCK', userMessage('out_of_stock', wrapInQuoteMarks(sold.name)))
  if (missing[0]) throw giftSoldOutError(missing[0].name)
}

/**
 * The error when the last gift went to somebody else since the customer saw it. The customer decides again, without
 * the gift.
 */
export const giftSoldOutError = (name: string) =>
  new ShopError(
    409,
    'ERROR_PROMOTION_ENDED',
    `プレゼントの${wrapInQuoteMarks(name)}は、品切れになりました。内容をご確認のうえ、もう一度お手続きください。`,
  )

/** Returns the pieces of an order to stock, SKU by SKU in the order in which `deductStock` locks them. */
export async function returnStock(
  tx: Tx,
  items: readonly { shop_id: number; product_sku_id: number; quantity: number }[],
): Promise<void> {
  const inTurn = [...items].sort((a, b) => a.product_sku_id - b.product_sku_id)
  await inOneRoundTrip(
    inTurn.map(({ shop_id, product_sku_id: id, quantity }) =>
      tx
        .update(product_sku)
        .set({ stock: sql`${product_sku.stock} + ${quantity}` })
        .where(sameRowCondition(product_sku, { shop_id, id })),
    ),
  )
}
