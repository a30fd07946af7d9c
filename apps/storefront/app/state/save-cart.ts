import { type CartEntry, cartStore, setCartItems } from './cart.ts'
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
function readCart(storage: KeyValueStorage): CartEntry[] {
  const stored = readJson(storage, CART_KEY)
  return Array.isArray(stored) ? stored.filter(isEntry).map((item) => ({ ...item, cart_item_id: null })) : []
}

/** Stores only items that the server doesn't have, because a member's cart is on the server. */
function writeCart(storage: KeyValueStorage, items: readonly CartEntry[]): void {
  const local = items.filter((item) => item.cart_item_id === null)
  writeJson(storage, CART_KEY, local.length ? local : null)
}

interface PageEvents {
  addEventListener(type: string, listener: (event: { key?: string | null; persisted?: boolean }) => void): void
}

/**
 * Restores the guest's cart and stores it: shortly after every change, and at once when the visitor leaves the page.
 * Applies changes of other tabs by the storage event, so that the last tab to close doesn't restore an old cart.
 */
export function saveCart(storage: KeyValueStorage, page: { window: PageEvents; document: PageEvents }): void {
  setCartItems(readCart(storage))
  let isDirty = false
  const save = () => {
    if (!isDirty) return
    isDirty = false
    writeCart(storage, cartStore.getState().items)
  }
  const readAgain = () => {
    save()
    const known = cartStore.getState().items.filter((item) => item.cart_item_id !== null)
    setCartItems([...known, ...readCart(storage)])
    isDirty = false
  }
  cartStore.subscribe((state, before) => {
    if (state.items === before.items) return
    isDirty = true
    setTimeout(save)
  })
  page.window.addEventListener('pagehide', save)
  page.document.addEventListener('visibilitychange', save)
  page.window.addEventListener('storage', (event) => {
    if (event.key === CART_KEY) readAgain()
  })
  // A page restored from the browser's back/forward cache has missed the storage events.
  page.window.addEventListener('pageshow', (event) => {
    if (event.persisted) readAgain()
  })
}
