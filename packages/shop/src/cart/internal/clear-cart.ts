import type { Tx } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

/**
 * Takes out of the member's cart what was ordered, of one type (0 normal, 1 subscription): pieces added meanwhile, in
 * another tab, stay.
 */
export async function clearCart(
  tx: Tx,
  { shop_id, customer_id }: { shop_id: number; customer_id: number },
  subscription: 0 | 1,
  items: readonly { product_sku_id: number; quantity: number }[],
): Promise<void> {
  if (items.length === 0) return
  const ordered = JSON.stringify(items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity })))
  // Locked first and in one order, so that what is compared is what is there, and two orders can't block each other.
  await tx.execute(sql`
    with ordered as (
      select product_sku_id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${ordered}::jsonb) as o(product_sku_id int, quantity int)
      group by product_sku_id
    ), line as materialized (
      select c.cart_item_id, c.quantity - o.quantity as rest
      from cart_item c join ordered o on o.product_sku_id = c.product_sku_id
      where c.shop_id = ${shop_id} and c.customer_id = ${customer_id} and c.subscription = ${subscription}
      order by c.cart_item_id
      for update of c
    ), gone as (
      delete from cart_item c using line
      where c.shop_id = ${shop_id} and c.cart_item_id = line.cart_item_id and line.rest <= 0
    )
    update cart_item c set quantity = line.rest from line
    where c.shop_id = ${shop_id} and c.cart_item_id = line.cart_item_id and line.rest > 0`)
}
