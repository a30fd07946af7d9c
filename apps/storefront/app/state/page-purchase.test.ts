import { beforeEach, expect, test, vi } from 'vitest'
import { cartItems, setCartItems } from './cart.ts'
import { addToCart } from './cart-actions.ts'
import { fakeStorage } from './fake-storage.ts'
import { orderKeyFor, readOrderKey, writeOrderKey } from './order-key.ts'
import { endPagePurchase, pagePurchase, purchaseItems, savePagePurchase } from './page-purchase.ts'
import { forgetPurchase } from './settled-purchase.ts'
import { browserStorage } from './storage.ts'
import { entry, fakeApi } from './testing.ts'

const page = { items: [entry({ id: 7 })], slug: 'b', intervals: [], payment_method_ids: [] }
const idsOf = (kind: 'normal' | 'periodic') => purchaseItems(kind).map(({ id }) => id)

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: fakeStorage(), sessionStorage: fakeStorage() })
  setCartItems([entry({ id: 1 }), entry({ id: 2, subscription: 1 })])
})

test('a page begins a purchase of its goods, in its own tab only', () => {
  savePagePurchase('periodic', page)
  expect([idsOf('normal'), idsOf('periodic')]).toEqual([[1], [7]])
  vi.stubGlobal('window', { ...window, sessionStorage: fakeStorage() })
  expect(idsOf('periodic')).toEqual([2])
})

test('whatever is put into the cart, the purchase of the page is over', async () => {
  savePagePurchase('normal', page)
  savePagePurchase('periodic', page)
  await addToCart(fakeApi({}).api, entry({ id: 3 }))
  expect([idsOf('normal'), idsOf('periodic')]).toEqual([[1, 3], [2]])
})

test('an order of the cart stays one, whatever page was opened since', () => {
  const sent = orderKeyFor(browserStorage(), 'normal', 'two bottles', null)
  writeOrderKey(browserStorage(), 'normal', { ...sent, order_no: 'A' })
  savePagePurchase('normal', page)
  const key = readOrderKey(browserStorage(), 'normal')!
  forgetPurchase('normal', key)
  expect(cartItems().map(({ id }) => id)).toEqual([2])
  expect(pagePurchase('normal')).toEqual(page)
})

test('an order of a page leaves the cart alone, also when the cart was opened since', () => {
  const sent = orderKeyFor(browserStorage(), 'normal', 'an oil', page)
  writeOrderKey(browserStorage(), 'normal', { ...sent, order_no: 'B' })
  endPagePurchase()
  forgetPurchase('normal', readOrderKey(browserStorage(), 'normal')!)
  writeOrderKey(browserStorage(), 'normal', null)
  expect(cartItems()).toHaveLength(2)
})

test('of which page an order is was decided when it was sent', () => {
  const storage = browserStorage()
  expect(orderKeyFor(storage, 'normal', 'an oil', null).page).toBeNull()
  const asPage = orderKeyFor(storage, 'normal', 'an oil', page)
  expect(asPage.page).toEqual(page)
  writeOrderKey(storage, 'normal', { ...asPage, is_open: true })
  expect(orderKeyFor(storage, 'normal', 'an oil', null).page).toEqual(page)
  expect(orderKeyFor(storage, 'normal', 'two bottles', null)).toMatchObject({ key: asPage.key, page: null })
})
