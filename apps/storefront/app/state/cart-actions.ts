import type { ShopApiClient } from '@kushi/contract/client'
import { cartMessage } from '@kushi/values/cart-message'
import { trackCartChange } from '../analytics/ecommerce.ts'
import { type CartEntry, type CartType, cartItems, setCartItems } from './cart.ts'
import { isOverLimit, mergeItem, withQuantity } from './cart-change.ts'
import { endPagePurchase } from './page-purchase.ts'
import { pressesUntilNow, withPressKey } from './press-key.ts'
import { applyLatestCart, memberId, queueCartChange, showCart } from './server-cart.ts'
import { toast } from './toast.ts'

const isMember = () => memberId() !== null

const takeServersCart = (api: ShopApiClient): Promise<void> =>
  applyLatestCart(
    async () => {
      const forgetPresses = pressesUntilNow()
      const { items } = await api('GET /v1/cart/items')
      return { items, forgetPresses }
    },
    ({ items, forgetPresses }) => {
      forgetPresses()
      showCart(items)
    },
  )

/** Adds an item to the cart. Returns false if it exceeds the limit per purchase; a toast shows it. */
export async function addToCart(api: ShopApiClient, added: CartEntry): Promise<boolean> {
  if (isOverLimit(cartItems(), added)) {
    toast(cartMessage('sale_limit', added.sale_limit), 'error')
    return false
  }
  endPagePurchase()
  if (!isMember()) {
    setCartItems(mergeItem(cartItems(), added))
    trackCartChange(added, added.quantity)
    return true
  }
  const { id: product_sku_id, quantity } = added
  const piece = { product_sku_id, quantity, sale_type: added.subscription === 1 ? (2 as const) : (1 as const) }
  await queueCartChange(async () => {
    const { cart_item_id } = await withPressKey(JSON.stringify([memberId(), piece]), (idempotency_key) =>
      api('POST /v1/cart/items/new', { body: { ...piece, idempotency_key } }),
    )
    setCartItems(mergeItem(cartItems(), { ...added, cart_item_id }))
  })
  trackCartChange(added, added.quantity)
  return true
}

/** Shows the new quantity at once. If the server rejects it, the server's cart is restored. Ignores 0 and below. */
export async function changeQuantity(api: ShopApiClient, item: CartEntry, quantity: number): Promise<void> {
  if (quantity <= 0) return
  const changed = withQuantity(item, quantity)
  setCartItems(cartItems().map((one) => (one.id === item.id && one.subscription === item.subscription ? changed : one)))
  trackCartChange(changed, changed.quantity - item.quantity)
  const id = item.cart_item_id
  if (id === null || !isMember()) return
  try {
    await queueCartChange(() =>
      api('PUT /v1/cart/items/update/{id}', {
        params: { id },
        body: { product_sku_id: item.id, quantity: changed.quantity },
      }),
    )
  } catch (error) {
    await takeServersCart(api)
    throw error
  }
}

/** Removes an item. */
export async function removeFromCart(api: ShopApiClient, item: CartEntry): Promise<void> {
  setCartItems(cartItems().filter((one) => one.id !== item.id || one.subscription !== item.subscription))
  trackCartChange(item, -item.quantity)
  const id = item.cart_item_id
  if (id === null || !isMember()) return
  try {
    await queueCartChange(() => api('DELETE /v1/cart/items/delete/{id}', { params: { id } }))
  } catch (error) {
    await takeServersCart(api)
    throw error
  }
}

/** カートを空にする: everything, or one kind. */
export async function emptyCart(api: ShopApiClient, type?: CartType): Promise<void> {
  for (const item of cartItems(type)) await removeFromCart(api, item)
}

/** Removes the ordered items after an order. The server has already removed them itself. */
export const forgetOrdered = (type: CartType) => setCartItems(cartItems().filter((item) => item.subscription !== type))
