import type { Tx } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

/**
 * Removes the ordered items of one type from the member's cart. Items added meanwhile, in another tab, stay. Locks the
 * rows first, in one order, so that the quantities compared are current and two orders can't deadlock. `subscription`: 0
 * normal, 1 subscription.
 */
export async function clearCart(
  tx: Tx,
  { shop_id, customer_id }: { shop_id: number; customer_id: number },
  subscription: 0 | 1,
  items: readonly { product_sku_id: number; quantity: number }[],
): Promise<void> {
  const pieces = new Map<number, number>()
  for (const { product_sku_id: id, quantity } of items) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  const ordered = sql`${sql.param([...pieces.keys()])}::bigint[]`
  // Finds the quantity by the item's position in the order, because Citus can't run a locking query on a joined table.
  const quantity = sql`(${sql.param([...pieces.values()])}::int[])[array_position(${ordered}, c.product_sku_id)]`
  await tx.execute(sql`
    with item as (
      select c.cart_item_id, c.quantity - ${quantity} as rest from cart_item c
      where c.shop_id = ${shop_id} and c.customer_id = ${customer_id} and c.subscription = ${subscription}
        and c.product_sku_id = any(${ordered})
      order by c.cart_item_id for update
    ), gone as (
      delete from cart_item c using item
      where c.shop_id = ${shop_id} and c.cart_item_id = item.cart_item_id and item.rest <= 0
    )
    update cart_item c set quantity = item.rest from item
    where c.shop_id = ${shop_id} and c.cart_item_id = item.cart_item_id and item.rest > 0`)
}
