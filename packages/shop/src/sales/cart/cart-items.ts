import { cart_item, cart_sync } from '@kushi/db/schema/cart'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { and, eq, sql } from 'drizzle-orm'
import { cartProblems, loadSkuItems, maxPiecesSql } from '../../catalogue/price/index.ts'
import type { Handler, MemberContext } from '../../context.ts'
import { lockMember } from '../../people/session/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { loadCart, ownCartCondition } from './internal/load-cart.ts'
import { addItemToCart, type CartItemToAdd } from './internal/put-item.ts'
import { cartFullMessage, cartItemError, MAX_CART_ITEMS } from './rules/refusal.ts'

/** カートから削除. Succeeds when the item is already gone. */
export const removeCartItem: Handler<'DELETE /v1/cart/items/delete/{id}'> = async (ctx, { id }) => {
  await ctx.db.delete(cart_item).where(and(ownCartCondition(ctx), eq(cart_item.cart_item_id, id)))
  return {}
}

/** 数量の変更. Reducing the quantity is always possible, even below a shortage. */
export const updateCartItem: Handler<'PUT /v1/cart/items/update/{id}'> = async (
  ctx,
  { id, product_sku_id, quantity },
) => {
  const own = and(ownCartCondition(ctx), eq(cart_item.cart_item_id, id), eq(cart_item.product_sku_id, product_sku_id))
  const possible = sql`${quantity} <= greatest(${cart_item.quantity}, ${maxPiecesSql()})`
  const [updated] = await ctx.db
    .update(cart_item)
    .set({ quantity, updated_at: ctx.clock.now() })
    .from(product_sku)
    .where(and(own, refersToCondition(cart_item.product_sku_id, product_sku), possible))
    .returning({ cart_item_id: cart_item.cart_item_id, quantity: cart_item.quantity })
  if (updated) return updated
  const [inCart] = await ctx.db.select().from(cart_item).where(own)
  if (!inCart) throw notFound()
  const asked = [{ product_sku_id, subscription: inCart.subscription, quantity }]
  const [problem] = cartProblems(asked, await loadSkuItems(ctx, asked))
  // No problem any more: the stock was refilled in between.
  throw problem
    ? cartItemError(problem)
    : cartItemError({ error: 'over_stock', message: '数量を変更できませんでした。もう一度お試しください。' })
}

/**
 * Up to this number of items, no lock on the member is needed. The rest is a reserve for items added at the same
 * moment.
 */
const freeItems = MAX_CART_ITEMS - 20

/**
 * カートに入れる. Adds to the existing item of the same SKU and type. The same `idempotency_key` adds only once and returns
 * the same item, even if it was removed meanwhile; a refused call stores no key.
 */
export const addCartItem: Handler<'POST /v1/cart/items/new'> = async (ctx, input) => {
  const { product_sku_id, quantity, sale_type, idempotency_key = null } = input
  const piece: CartItemToAdd = { product_sku_id, quantity, subscription: sale_type === 2 ? 1 : 0, idempotency_key }
  const put = await unlessDone(addItemToCart(ctx.db, ctx, piece, freeItems))
  const before = put ?? (await addedBefore(ctx, piece))
  if (before !== null) return { cart_item_id: before }
  await refuseProblem(ctx, piece)
  const last = await ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    return addItemToCart(tx, ctx, piece, MAX_CART_ITEMS)
  })
  const cart_item_id = last ?? (await addedBefore(ctx, piece))
  if (cart_item_id === null) throw cartItemError({ error: 'cart_full', message: cartFullMessage })
  return { cart_item_id }
}

/** null on a unique violation: a concurrent call with the same key was faster. */
const unlessDone = (put: Promise<number | null>) =>
  put.catch((error) => {
    if (isUniqueViolation(error)) return null
    throw error
  })

/** @throws ShopError 409 ERROR_IDEMPOTENCY_KEY_REUSED when a whole cart was merged under the key */
async function addedBefore(ctx: MemberContext, { idempotency_key }: CartItemToAdd): Promise<number | null> {
  if (idempotency_key === null) return null
  const { shop_id, customer_id } = ctx
  const [done] = await ctx.db
    .select({ cart_item_id: cart_sync.cart_item_id })
    .from(cart_sync)
    .where(
      and(
        eq(cart_sync.shop_id, shop_id),
        eq(cart_sync.customer_id, customer_id),
        eq(cart_sync.idempotency_key, idempotency_key),
      ),
    )
  if (done?.cart_item_id === null)
    throw new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', '画面を読み込み直して、もう一度お試しください。')
  return done?.cart_item_id ?? null
}

/** Throws the problem with the piece, by the rules and in the words of the cart check. */
async function refuseProblem(
  ctx: MemberContext,
  { product_sku_id, subscription, quantity }: CartItemToAdd,
): Promise<void> {
  const [inCart] = await ctx.db
    .select({ quantity: cart_item.quantity })
    .from(cart_item)
    .where(
      and(
        ownCartCondition(ctx),
        eq(cart_item.product_sku_id, product_sku_id),
        eq(cart_item.subscription, subscription),
      ),
    )
  const asked = [{ product_sku_id, subscription, quantity: quantity + (inCart?.quantity ?? 0) }]
  const [problem] = cartProblems(asked, await loadSkuItems(ctx, asked))
  if (problem) throw cartItemError(problem)
}

/** 購入できる状態かの確認, for the cart of a guest or a member. Each of the two cart types is a separate purchase. */
export const checkCart: Handler<'POST /v1/cart/items/check'> = async (ctx, { items }) => {
  const skus = await loadSkuItems(ctx, items)
  const problemsOf = (type: 0 | 1) =>
    cartProblems(
      items.filter((item) => item.subscription === type),
      skus.filter((sku) => sku.subscription === type),
      { isRemoved: true },
    )
  return { problems: [...problemsOf(0), ...problemsOf(1)] }
}

export const listCartItems: Handler<'GET /v1/cart/items'> = async (ctx, { is_subscription }) => ({
  items: await loadCart(ctx, is_subscription === undefined ? undefined : is_subscription ? 1 : 0),
})
