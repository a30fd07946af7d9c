import type { Queryable } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'

/** A piece for a cart. */
export interface Piece {
  product_sku_id: number
  /** 0 normal, 1 subscription. */
  subscription: 0 | 1
  quantity: number
}

const given = (name: string) => sql.placeholder(name)

const put = sql`
  insert into cart_item
    (shop_id, customer_id, product_sku_id, subscription, quantity, revision, created_at, updated_at)
  select s.shop_id, ${given('customer_id')}::bigint, s.id, ${given('subscription')}::int, ${given('quantity')}::int,
    s.revision, ${given('now')}::timestamptz, ${given('now')}::timestamptz
  from product_sku s join product p on p.shop_id = s.shop_id and p.id = s.product_id
  where s.shop_id = ${given('shop_id')}::bigint and s.id = ${given('product_sku_id')}::bigint
    and s.visible and p.visible and p.sale_type in (${given('subscription')}::int + 1, 3)
    and ${given('quantity')}::int <= least(s.sale_limit, s.stock)
    and (
      (select count(*) from cart_item where shop_id = ${given('shop_id')}::bigint and customer_id = ${given('customer_id')}::bigint) < ${given('room')}::int
      or exists (
        select from cart_item c
        where c.shop_id = ${given('shop_id')}::bigint and c.customer_id = ${given('customer_id')}::bigint
          and c.product_sku_id = s.id and c.subscription = ${given('subscription')}::int
      )
    )
  on conflict (shop_id, customer_id, product_sku_id, subscription) do update set
    quantity = cart_item.quantity + excluded.quantity,
    revision = excluded.revision,
    updated_at = excluded.updated_at
  where cart_item.quantity + excluded.quantity
    <= (select least(sale_limit, stock) from product_sku where shop_id = excluded.shop_id and id = excluded.product_sku_id)
  returning cart_item_id`

/** Planning this takes longer than doing it, so each connection plans it once. */
function prepare(db: Queryable) {
  const line = db.$with('line', { cart_item_id: sql<number>`cart_item_id`.as('cart_item_id') }).as(put)
  return db.with(line).select().from(line).prepare('put_cart_line')
}
const prepared = new WeakMap<Queryable, ReturnType<typeof prepare>>()

/**
 * Puts a piece into the member's cart in one statement, or adds it to its line; null when it may not be: not sold this
 * way, over sale limit or stock, or a new line where there are `room` already. Decides on the line as it is when its
 * turn comes, so that pieces added at once all count.
 */
export async function putLine(db: Queryable, ctx: MemberContext, piece: Piece, room: number): Promise<number | null> {
  const statement = prepared.get(db) ?? prepare(db)
  prepared.set(db, statement)
  const { shop_id, customer_id, clock } = ctx
  const now = clock.now().toISOString()
  const { product_sku_id, subscription, quantity } = piece
  const values = { shop_id, customer_id, product_sku_id, subscription, quantity, room, now }
  return (await statement.execute(values))[0]?.cart_item_id ?? null
}
