import type { Queryable } from '@kushi/db/connect'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { columnPlaceholders, preparedStatement } from '@kushi/db/statement'
import { type SQL, sql } from 'drizzle-orm'
import { maxPiecesSql } from '../../../catalogue/price/index.ts'
import type { MemberContext } from '../../../context.ts'

/** An item to add to a cart. */
export interface CartItemToAdd {
  product_sku_id: number
  /** 0 normal, 1 subscription. */
  subscription: 0 | 1
  quantity: number
  /** Identifies one press of the button; null for a client without keys. */
  idempotency_key: string | null
}

/**
 * Adds an item to the member's cart, or to the existing item of the same SKU and type. Returns null when it is not
 * possible: not sold this way, above sale limit or stock, `room` items already in the cart, or a press that was already
 * processed. Decides on the current row, so that concurrent additions all count. For one press, the unique index of
 * `cart_sync` lets one call through and the others fail.
 */
export async function addItemToCart(
  db: Queryable,
  ctx: MemberContext,
  piece: CartItemToAdd,
  room: number,
): Promise<number | null> {
  const { shop_id, customer_id, clock } = ctx
  const values = { shop_id, customer_id, ...piece, now: clock.now().toISOString(), room }
  const [put] = await asNew(db, values)
  return (put ?? (await toItem(db, values))[0])?.cart_item_id ?? null
}

const asked = columnPlaceholders(
  'shop_id',
  'customer_id',
  'product_sku_id',
  'subscription',
  'quantity',
  'idempotency_key',
  'now',
  'room',
)

/**
 * Loads the SKU if it is sold this way and the press (`idempotency_key`) was not processed yet. Locks the member before
 * the item, as 退会 does; a member who has left adds nothing.
 */
const goods = sql`
  member m join product_sku s on s.shop_id = m.shop_id join product p on p.shop_id = s.shop_id and p.id = s.product_id
  where s.shop_id = ${asked.shop_id}::bigint and s.id = ${asked.product_sku_id}::bigint
    and s.visible and p.visible and p.sale_type in (${asked.subscription}::int + 1, 3)
    and not exists (select 1 from cart_sync
      where shop_id = ${asked.shop_id}::bigint and customer_id = ${asked.customer_id}::bigint
        and idempotency_key = ${asked.idempotency_key}::text)`

const most = maxPiecesSql({ sale_limit: sql`s.sale_limit`, stock: sellableStockSql('s') })

const asNew = preparedStatement('put_new_item', (db) =>
  putBy(
    db,
    sql`
    insert into cart_item
      (shop_id, customer_id, product_sku_id, subscription, quantity, revision, created_at, updated_at)
    select s.shop_id, ${asked.customer_id}::bigint, s.id, ${asked.subscription}::int, ${asked.quantity}::int, s.revision,
      ${asked.now}::timestamptz, ${asked.now}::timestamptz
    from ${goods} and ${asked.quantity}::int <= ${most}
      and (select count(*) from cart_item
        where shop_id = ${asked.shop_id}::bigint and customer_id = ${asked.customer_id}::bigint) < ${asked.room}::int
    on conflict do nothing
    returning cart_item_id`,
  ),
)

const toItem = preparedStatement('put_to_item', (db) =>
  putBy(
    db,
    sql`
    update cart_item c set quantity = c.quantity + ${asked.quantity}::int, revision = s.revision,
      updated_at = ${asked.now}::timestamptz
    from ${goods} and c.shop_id = s.shop_id and c.product_sku_id = s.id
      and c.customer_id = ${asked.customer_id}::bigint and c.subscription = ${asked.subscription}::int
      and c.quantity + ${asked.quantity}::int <= ${most}
    returning c.cart_item_id`,
  ),
)

function putBy(db: Queryable, change: SQL) {
  const member = db.$with('member', {}).as(sql`
    select shop_id from customer where shop_id = ${asked.shop_id}::bigint and id = ${asked.customer_id}::bigint
      and withdrawn_at is null
    for key share`)
  const put = db.$with('put', { cart_item_id: sql<number>`cart_item_id`.as('cart_item_id') }).as(change)
  const noted = db.$with('noted', {}).as(sql`
    insert into cart_sync (shop_id, customer_id, idempotency_key, cart_item_id, created_at)
    select ${asked.shop_id}::bigint, ${asked.customer_id}::bigint, ${asked.idempotency_key}::text, cart_item_id,
      ${asked.now}::timestamptz
    from put where ${asked.idempotency_key}::text is not null`)
  return db.with(member, put, noted).select({ cart_item_id: put.cart_item_id }).from(put)
}
