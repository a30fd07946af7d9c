import { cartStore, setCartItems } from './cart.ts'
import { CART_KEY, readCart, writeCart } from './cart-storage.ts'
import type { KeyValueStorage } from './storage.ts'

interface PageEvents {
  addEventListener(type: string, listener: (event: { key?: string | null; persisted?: boolean }) => void): void
}

/**
 * Restores the guest's cart and stores it: shortly after every change, and at once when the visitor leaves the page.
 * Applies changes of other tabs by the storage event, so that the last tab to close doesn't restore an old cart.
 */
export function keepCart(storage: KeyValueStorage, page: { window: PageEvents; document: PageEvents }): void {
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
