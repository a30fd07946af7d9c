import type { Queryable } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

const [shop_id, customer_id, cart_type, cart_ordered] = ['shop_id', 'customer_id', 'cart_type', 'cart_ordered'].map(
  (name) => sql.placeholder(name),
)

/**
 * Steps of a statement that takes out of the member's cart what was ordered, of one type: pieces added meanwhile, in another tab,
 * stay. Locked first and in one order, so that what is compared is what is there, and two orders can't block each other.
 */
export const clearCartSteps = (db: Queryable) => [
  db.$with('ordered', {}).as(sql`
    select product_sku_id, sum(quantity)::int as quantity
    from jsonb_to_recordset(${cart_ordered}::jsonb) as o(product_sku_id int, quantity int)
    group by product_sku_id`),
  db.$with('line', {}).as(sql`
    select c.cart_item_id, c.quantity - o.quantity as rest
    from cart_item c join ordered o on o.product_sku_id = c.product_sku_id
    where c.shop_id = ${shop_id} and c.customer_id = ${customer_id} and c.subscription = ${cart_type}
    order by c.cart_item_id
    for update of c`),
  db.$with('gone', {}).as(sql`
    delete from cart_item c using line
    where c.shop_id = ${shop_id} and c.cart_item_id = line.cart_item_id and line.rest <= 0`),
  db.$with('fewer', {}).as(sql`
    update cart_item c set quantity = line.rest from line
    where c.shop_id = ${shop_id} and c.cart_item_id = line.cart_item_id and line.rest > 0`),
]

/** Their values. `subscription`: 0 normal, 1 subscription. */
export const clearCartValues = (
  owner: { shop_id: number; customer_id: number },
  subscription: 0 | 1,
  items: readonly { product_sku_id: number; quantity: number }[],
) => ({
  shop_id: owner.shop_id,
  customer_id: owner.customer_id,
  cart_type: subscription,
  cart_ordered: JSON.stringify(items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity }))),
})
