import { ApiError, type ShopApiClient } from '@kushi/contract/client'
import { type CartEntry, type CartType, cartItems, setCartItems } from './cart.ts'
import { queueCartChange } from './server-cart.ts'
import { sessionStore } from './session.ts'

/**
 * Restores the items of a reminder's link in addition to the current cart. Returns the kind of cart that was changed
 * last. The link does not log the visitor in.
 */
export async function restoreCart(api: ShopApiClient, tracking_id: string): Promise<CartType> {
  const body = { tracking_id }
  const { items, cart_type_id } = await api('PUT /v1/cart-abandonments/track_abandonment_url_click', { body })
  const isInCart = (ordered: { id: number; subscription: number }) =>
    cartItems().some((item) => item.id === ordered.id && item.subscription === ordered.subscription)
  for (const ordered of items) {
    if (isInCart(ordered)) continue
    const entry: CartEntry = { ...ordered, cart_item_id: null }
    if (!sessionStore.getState().customer) setCartItems([...cartItems(), { ...entry, is_restored: true }])
    else await putInMembersCart(api, entry).catch(unlessLoggedOut)
  }
  return cart_type_id === 1 ? 1 : 0
}

/** Ignores an item that can't be restored, but throws a 401, because it affects all items. */
function unlessLoggedOut(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) throw error
}

async function putInMembersCart(api: ShopApiClient, entry: CartEntry): Promise<void> {
  const { id: product_sku_id, quantity, subscription } = entry
  const body = { product_sku_id, quantity, sale_type: subscription === 1 ? (2 as const) : (1 as const) }
  await queueCartChange(async () => {
    const { cart_item_id } = await api('POST /v1/cart/items/new', { body })
    setCartItems([...cartItems(), { ...entry, cart_item_id }])
  })
}
