import type { CartItem } from '@kushi/contract/cart'
import { cart_item } from '@kushi/db/schema/cart'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { loadCartItems } from '../../../catalogue/price/index.ts'
import type { MemberContext, MemberQueryContext } from '../../../context.ts'
import { canSeePrices } from '../../../people/customer/index.ts'

/** Restricts a query to the cart of the calling member; part of every query on carts. */
export const ownCartCondition = (ctx: MemberQueryContext): SQL =>
  and(eq(cart_item.shop_id, ctx.shop_id), eq(cart_item.customer_id, ctx.customer_id))!

/**
 * The member's cart, or one type of it, at today's prices. `revision` is that of the SKU when the item was added, so
 * the client can detect what has changed since. Empty for an account that may not see prices or buy.
 */
export async function loadCart(ctx: MemberContext, subscription?: 0 | 1): Promise<CartItem[]> {
  if (!(await canSeePrices(ctx))) return []
  const rows = await ctx.db
    .select()
    .from(cart_item)
    .where(
      and(ownCartCondition(ctx), subscription === undefined ? undefined : eq(cart_item.subscription, subscription)),
    )
    .orderBy(asc(cart_item.cart_item_id))
  const priced = await loadCartItems(ctx, rows)
  return rows.flatMap(({ cart_item_id, product_sku_id, subscription, revision }) => {
    const item = priced.find((each) => each.id === product_sku_id && each.subscription === subscription)
    return item ? [{ ...item, cart_item_id, revision }] : []
  })
}
