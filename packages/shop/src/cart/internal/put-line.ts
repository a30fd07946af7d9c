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

/**
 * Puts a piece into the member's cart, or adds it to its line; null when it may not be: not sold this way, over sale limit or stock, or
 * a new line where there are `room` already. Decides on the line as it is when its turn comes, so that pieces added at once all count.
 */
export const putLine = async (db: Queryable, ctx: MemberContext, piece: Piece, room: number): Promise<number | null> =>
  (await asNew(db, ctx, piece, room)) ?? (await toLine(db, ctx, piece))

async function asNew(db: Queryable, ctx: MemberContext, piece: Piece, room: number): Promise<number | null> {
  const { shop_id, customer_id, clock } = ctx
  const { subscription, quantity } = piece
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const { rows } = await db.execute<{ cart_item_id: number }>(sql`
    insert into cart_item
      (shop_id, customer_id, product_sku_id, subscription, quantity, revision, created_at, updated_at)
    select s.shop_id, ${customer_id}::bigint, s.id, ${subscription}::int, ${quantity}::int, s.revision, ${now}, ${now}
    from ${goodsOf(shop_id, piece)} and ${quantity}::int <= least(s.sale_limit, s.stock)
      and (select count(*) from cart_item where shop_id = ${shop_id}::bigint and customer_id = ${customer_id}::bigint) < ${room}::int
    on conflict do nothing
    returning cart_item_id`)
  return rows[0]?.cart_item_id ?? null
}

async function toLine(db: Queryable, ctx: MemberContext, piece: Piece): Promise<number | null> {
  const { shop_id, customer_id, clock } = ctx
  const { subscription, quantity } = piece
  const { rows } = await db.execute<{ cart_item_id: number }>(sql`
    update cart_item c set quantity = c.quantity + ${quantity}::int, revision = s.revision,
      updated_at = ${clock.now().toISOString()}::timestamptz
    from ${goodsOf(shop_id, piece)} and c.shop_id = s.shop_id and c.product_sku_id = s.id
      and c.customer_id = ${customer_id}::bigint and c.subscription = ${subscription}::int
      and c.quantity + ${quantity}::int <= least(s.sale_limit, s.stock)
    returning c.cart_item_id`)
  return rows[0]?.cart_item_id ?? null
}

/** What is sold this way. */
const goodsOf = (shop_id: number, { product_sku_id, subscription }: Piece) => sql`
  product_sku s join product p on p.shop_id = s.shop_id and p.id = s.product_id
  where s.shop_id = ${shop_id}::bigint and s.id = ${product_sku_id}::bigint
    and s.visible and p.visible and p.sale_type in (${subscription}::int + 1, 3)`
