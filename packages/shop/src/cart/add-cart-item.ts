import { cart_item } from '@kushi/db/schema/cart'
import { and, eq } from 'drizzle-orm'
import type { MemberContext, Verb } from '../context.ts'
import { cartProblems, loadSkuLines } from '../price/index.ts'
import { lockCart, ownCart } from './internal/own-cart.ts'
import { type Piece, putLine } from './internal/put-line.ts'
import { cartFullMessage, maxLines, refusal } from './rules/refusal.ts'

/** Up to so many lines nobody waits for anybody; the rest is for what may be added at the same moment. */
const freeLines = maxLines - 20

/** カートに入れる. The same SKU of the same type adds to its line. */
export const addCartItem: Verb<'POST /v1/cart/items/new'> = async (ctx, { product_sku_id, quantity, sale_type }) => {
  const piece: Piece = { product_sku_id, quantity, subscription: sale_type === 2 ? 1 : 0 }
  const put = await putLine(ctx.db, ctx, piece, freeLines)
  if (put !== null) return { cart_item_id: put }
  await refuseProblem(ctx, piece)
  const added = await ctx.db.transaction(async (tx) => {
    await lockCart(tx, ctx)
    return putLine(tx, ctx, piece, maxLines)
  })
  if (added === null) throw refusal({ error: 'cart_full', message: cartFullMessage })
  return { cart_item_id: added }
}

/** Says what is wrong with the piece, by the rules and in the words of the cart's check. */
async function refuseProblem(ctx: MemberContext, { product_sku_id, subscription, quantity }: Piece): Promise<void> {
  const [held] = await ctx.db
    .select({ quantity: cart_item.quantity })
    .from(cart_item)
    .where(and(ownCart(ctx), eq(cart_item.product_sku_id, product_sku_id), eq(cart_item.subscription, subscription)))
  const asked = [{ product_sku_id, subscription, quantity: quantity + (held?.quantity ?? 0) }]
  const [problem] = cartProblems(asked, await loadSkuLines(ctx, asked))
  if (problem) throw refusal(problem)
}
