import type { CartEntry } from './cart-items.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

export const CART_KEY = 'kushi.cart'

function isEntry(value: unknown): value is CartEntry {
  const item = value as Partial<CartEntry> | null
  return (
    typeof item === 'object' &&
    item !== null &&
    [item.id, item.product_id, item.quantity, item.price, item.sale_limit].every(Number.isSafeInteger) &&
    (item.subscription === 0 || item.subscription === 1) &&
    typeof item.product_name === 'string' &&
    item.quantity! > 0
  )
}

/** The guest's cart on this device. Ignores data of an older version or of unknown origin. */
export function readCart(storage: KeyValueStorage): CartEntry[] {
  const stored = readJson(storage, CART_KEY)
  return Array.isArray(stored) ? stored.filter(isEntry).map((item) => ({ ...item, cart_item_id: null })) : []
}

/** Stores only items that the server doesn't have, because a member's cart is on the server. */
export function writeCart(storage: KeyValueStorage, items: readonly CartEntry[]): void {
  const local = items.filter((item) => item.cart_item_id === null)
  writeJson(storage, CART_KEY, local.length ? local : null)
}
