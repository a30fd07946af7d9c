import { cart_item } from '@kushi/db/schema/cart'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { ownCart } from './internal/own-cart.ts'

/** カートから削除. Succeeds when the item is already gone. */
export const removeCartItem: Verb<'DELETE /v1/cart/items/delete/{id}'> = async (ctx, { id }) => {
  await ctx.db.delete(cart_item).where(and(ownCart(ctx), eq(cart_item.cart_item_id, id)))
  return {}
}
