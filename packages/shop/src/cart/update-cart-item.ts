import { refersTo } from '@kushi/db/in-shop'
import { cart_item } from '@kushi/db/schema/cart'
import { product_sku } from '@kushi/db/schema/product'
import { and, eq, sql } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { cartProblems, loadSkuItems } from '../price/index.ts'
import { notFound } from '../shop-error.ts'
import { ownCart } from './internal/own-cart.ts'
import { refusal } from './rules/refusal.ts'

/** 数量の変更. Reducing the quantity is always possible, even below a shortage. */
export const updateCartItem: Verb<'PUT /v1/cart/items/update/{id}'> = async (ctx, { id, product_sku_id, quantity }) => {
  const own = and(ownCart(ctx), eq(cart_item.cart_item_id, id), eq(cart_item.product_sku_id, product_sku_id))
  const possible = sql`${quantity} <= greatest(${cart_item.quantity}, least(${product_sku.sale_limit}, ${product_sku.stock}))`
  const [updated] = await ctx.db
    .update(cart_item)
    .set({ quantity, updated_at: ctx.clock.now() })
    .from(product_sku)
    .where(and(own, refersTo(cart_item.product_sku_id, product_sku), possible))
    .returning({ cart_item_id: cart_item.cart_item_id, quantity: cart_item.quantity })
  if (updated) return updated
  const [held] = await ctx.db.select().from(cart_item).where(own)
  if (!held) throw notFound()
  const asked = [{ product_sku_id, subscription: held.subscription, quantity }]
  const [problem] = cartProblems(asked, await loadSkuItems(ctx, asked))
  // No problem any more: the stock was refilled in between.
  throw problem
    ? refusal(problem)
    : refusal({ error: 'over_stock', message: '数量を変更できませんでした。もう一度お試しください。' })
}
