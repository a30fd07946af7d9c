import { ApiError } from '@kushi/contract/client'
import { type CartEntry, cartItems, cartStore, setCartItems } from './cart.ts'
import { sessionStore } from './session.ts'

export const memberId = () => sessionStore.getState().customer?.id ?? null

/** Changes of the member's cart that are not answered yet. */
const pendingRequests = new Set<Promise<unknown>>()
let last: Promise<unknown> = Promise.resolve()

/** Sends changes of the member's cart to the server one after the other, in order. */
export function queueCartChange<T>(change: () => Promise<T>): Promise<T> {
  const owner = memberId()
  // A change queued by a member who has logged out must not reach the next member's cart.
  const changeIfSameOwner = () => (memberId() === owner ? change() : Promise.reject(new ApiError(401)))
  const next = last.then(changeIfSameOwner, changeIfSameOwner)
  const settled: Promise<unknown> = next.catch(() => {}).then(() => pendingRequests.delete(settled))
  pendingRequests.add(settled)
  last = settled
  return next
}

/**
 * Takes a whole cart from the server. An answer that crossed a change may be older than what the page shows, and would hide
 * that change: then the cart is requested again. `request` may be repeated, so a change has its key. Nothing is applied
 * once the member has left: their items must not stay on this device.
 */
export async function applyLatestCart<T>(request: () => Promise<T>, apply: (answer: T) => void): Promise<void> {
  const owner = memberId()
  for (;;) {
    await Promise.all(pendingRequests)
    const { items } = cartStore.getState()
    const answer = await request()
    if (memberId() !== owner) return
    if (pendingRequests.size === 0 && cartStore.getState().items === items) return apply(answer)
  }
}

/** Shows the server's cart, beside items that only this device knows. */
export const showCart = (items: readonly CartEntry[]): void =>
  setCartItems([...items, ...cartItems().filter((item) => item.cart_item_id === null)])
