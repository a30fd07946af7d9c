import type { Queryable } from '@kushi/db/connect'
import { given } from '@kushi/db/statement'
import { sql } from 'drizzle-orm'

const { shop_id, customer_id, cart_type, cart_ordered, cart_quantities } = given(
  ...(['shop_id', 'customer_id', 'cart_type', 'cart_ordered', 'cart_quantities'] as const),
)

/**
 * Statement steps that remove the ordered items of one type from the member's cart. Items added meanwhile, in another
 * tab, stay. Locks the rows first, in one order, so that the quantities compared are current and two orders can't
 * deadlock.
 */
export const clearCartSteps = (db: Queryable) => [
  // Finds the quantity by the item's position in the order, because Citus can't run a locking query on a joined table.
  db.$with('item', {}).as(sql`
    select c.cart_item_id, c.quantity - (${cart_quantities}::int[])[array_position(${cart_ordered}::bigint[], c.product_sku_id)] as rest
    from cart_item c
    where c.shop_id = ${shop_id} and c.customer_id = ${customer_id} and c.subscription = ${cart_type}
      and c.product_sku_id = any(${cart_ordered}::bigint[])
    order by c.cart_item_id
    for update`),
  db.$with('gone', {}).as(sql`
    delete from cart_item c using item
    where c.shop_id = ${shop_id} and c.cart_item_id = item.cart_item_id and item.rest <= 0`),
  db.$with('fewer', {}).as(sql`
    update cart_item c set quantity = item.rest from item
    where c.shop_id = ${shop_id} and c.cart_item_id = item.cart_item_id and item.rest > 0`),
]

/** The values for `clearCartSteps`. `subscription`: 0 normal, 1 subscription. */
export function clearCartValues(
  { shop_id, customer_id }: { shop_id: number; customer_id: number },
  cart_type: 0 | 1,
  items: readonly { product_sku_id: number; quantity: number }[],
) {
  const pieces = new Map<number, number>()
  for (const { product_sku_id: id, quantity } of items) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  return { shop_id, customer_id, cart_type, cart_ordered: [...pieces.keys()], cart_quantities: [...pieces.values()] }
}
