import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartItems, cartStore, setCartItems } from './cart.ts'
import { fakeStorage } from './fake-storage.ts'
import { CART_KEY, saveCart } from './save-cart.ts'
import { entry } from './testing.ts'

type Listener = (event: { key?: string | null; persisted?: boolean }) => void

function page() {
  const listeners = new Map<string, Listener>()
  const events = { addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener) }
  return { window: events, document: events, fire: (type: string, event = {}) => listeners.get(type)?.(event) }
}

beforeEach(() => {
  vi.useFakeTimers()
  cartStore.setState({ items: [] })
})
afterEach(() => vi.useRealTimers())

const stored = (storage: ReturnType<typeof fakeStorage>) => JSON.parse(storage.all.get(CART_KEY) ?? '[]')

test('restores the saved cart and ignores invalid data', () => {
  const storage = fakeStorage({
    [CART_KEY]: JSON.stringify([entry({ quantity: 2 }), { id: 'x' }, null, entry({ quantity: 0 })]),
  })
  saveCart(storage, page())
  expect(cartItems()).toEqual([entry({ quantity: 2 })])
})

test('broken JSON is an empty cart', () => {
  saveCart(fakeStorage({ [CART_KEY]: '{' }), page())
  expect(cartItems()).toEqual([])
})

test('is saved when the page is hidden, and soon after a change', () => {
  const storage = fakeStorage()
  const tab = page()
  saveCart(storage, tab)
  setCartItems([entry()])
  tab.fire('pagehide')
  expect(stored(storage)).toHaveLength(1)
  setCartItems([entry(), entry({ id: 102 })])
  vi.runAllTimers()
  expect(stored(storage)).toHaveLength(2)
})

test("does not store a member's items, which are on the server", () => {
  const storage = fakeStorage()
  saveCart(storage, page())
  setCartItems([entry({ cart_item_id: 1 }), entry({ id: 102 })])
  vi.runAllTimers()
  expect(stored(storage)).toMatchObject([{ id: 102 }])
  setCartItems([entry({ cart_item_id: 1 })])
  vi.runAllTimers()
  expect(storage.all.has(CART_KEY)).toBe(false)
})

test("applies another tab's change, and closing this tab does not undo it", () => {
  const storage = fakeStorage()
  const tab = page()
  saveCart(storage, tab)
  setCartItems([entry()])
  vi.runAllTimers()
  storage.setItem(CART_KEY, JSON.stringify([entry(), entry({ id: 102 })]))
  tab.fire('storage', { key: CART_KEY })
  expect(cartItems()).toHaveLength(2)
  tab.fire('pagehide')
  expect(stored(storage)).toHaveLength(2)
})

test('a page from the back-forward cache reads the cart again', () => {
  const storage = fakeStorage()
  const tab = page()
  saveCart(storage, tab)
  storage.setItem(CART_KEY, JSON.stringify([entry()]))
  tab.fire('pageshow', { persisted: true })
  expect(cartItems()).toHaveLength(1)
})
