import { randomUUID } from 'node:crypto'
import type { CartItemProblem } from '@kushi/contract/cart'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { loadSkuItems, maxPiecesSql } from '../../catalogue/price/index.ts'
import type { Handler, Input, MemberQueryContext } from '../../context.ts'
import { lockMember } from '../../people/session/index.ts'
import { loadCart, ownCartCondition } from './internal/load-cart.ts'
import { type GuestCartMerge, mergeGuestCart } from './rules/merge-guest-cart.ts'

type Sync = Input<'POST /v1/cart/items/sync'> & { idempotency_key: string }

/**
 * Merges a guest's cart into the member's cart at login: all of it or, if anything fails, nothing. The same
 * `idempotency_key` adds nothing more and returns the same problems.
 */
export const syncCart: Handler<'POST /v1/cart/items/sync'> = async (ctx, input) => {
  const { items, idempotency_key = randomUUID() } = input
  const problems = await ctx.db.transaction((tx) => sync(tx, ctx, { items, idempotency_key }))
  return { items: await loadCart(ctx), problems }
}

async function sync(tx: Tx, ctx: MemberQueryContext, { idempotency_key, items }: Sync): Promise<CartItemProblem[]> {
  const { shop_id, customer_id } = ctx
  const done = and(
    eq(cart_sync.shop_id, shop_id),
    eq(cart_sync.customer_id, customer_id),
    eq(cart_sync.idempotency_key, idempotency_key),
  )
  const [claimed] = await tx
    .insert(cart_sync)
    .values({ shop_id, customer_id, idempotency_key, created_at: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ customer_id: cart_sync.customer_id })
  if (!claimed) return ((await tx.select().from(cart_sync).where(done))[0]?.problems ?? []) as CartItemProblem[]
  await lockMember(tx, ctx)
  const inCart = await tx
    .select()
    .from(cart_item)
    .where(ownCartCondition(ctx))
    .orderBy(asc(cart_item.cart_item_id))
    .for('update')
  const { puts, problems } = mergeGuestCart(items, inCart, await loadSkuItems({ ...ctx, db: tx }, items))
  if (puts.length > 0) await put(tx, ctx, puts)
  if (problems.length > 0) await tx.update(cart_sync).set({ problems }).where(done)
  return problems
}

async function put(tx: Tx, ctx: MemberQueryContext, puts: GuestCartMerge['puts']): Promise<void> {
  const { shop_id, customer_id } = ctx
  const now = ctx.clock.now()
  const rows = puts.map((row) => ({ ...row, shop_id, customer_id, created_at: now, updated_at: now }))
  await tx
    .insert(cart_item)
    .values(rows)
    .onConflictDoUpdate({
      target: [cart_item.shop_id, cart_item.customer_id, cart_item.product_sku_id, cart_item.subscription],
      set: {
        quantity: sql`${cart_item.quantity} + excluded.quantity`,
        revision: sql`excluded.revision`,
        updated_at: now,
      },
    })
  // Limits the quantity again for an item that was added concurrently.
  const most = maxPiecesSql()
  const isPut = ([0, 1] as const).map((subscription) => {
    const ids = puts.filter((row) => row.subscription === subscription).map((row) => row.product_sku_id)
    return and(eq(cart_item.subscription, subscription), isAnyOfCondition(cart_item.product_sku_id, ids))
  })
  await tx
    .update(cart_item)
    .set({ quantity: most })
    .from(product_sku)
    .where(
      and(
        ownCartCondition(ctx),
        or(...isPut),
        refersToCondition(cart_item.product_sku_id, product_sku),
        gt(cart_item.quantity, most),
      ),
    )
}
