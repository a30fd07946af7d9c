import { beforeEach, expect, test } from 'vitest'
import { cartItems, cartStore } from './cart.ts'
import { forgetSync, SYNC_KEY, syncCart } from './cart-sync.ts'
import { fakeStorage } from './fake-storage.ts'
import { sessionStore } from './session.ts'
import { entry, fakeApi } from './testing.ts'

const SYNC = 'POST /v1/cart/items/sync'
const onServer = entry({ cart_item_id: 1, quantity: 3 })

beforeEach(() => {
  sessionStore.setState({ customer: null })
  cartStore.setState({ items: [entry({ quantity: 2 }), entry({ id: 102, is_out_stock: true })] })
})

test('sends the items of the guest, and takes the cart of the server', async () => {
  const storage = fakeStorage()
  const { api, asked } = fakeApi({ [SYNC]: () => ({ items: [onServer], problems: [] }) })
  await syncCart(api, storage)
  expect(asked).toMatchObject([
    { body: { items: [{ product_sku_id: 101, quantity: 2, subscription: 0, sale_limit: 10 }] } },
  ])
  expect(cartItems()).toEqual([onServer])
  expect(storage.all.has(SYNC_KEY)).toBe(false)
})

test('after a lost response the same request is sent again with its key', async () => {
  const storage = fakeStorage()
  const broken = fakeApi({
    [SYNC]: () => {
      throw new Error('line cut')
    },
  })
  await expect(syncCart(broken.api, storage)).rejects.toThrow()
  expect(cartItems()).toHaveLength(2)

  cartStore.setState({ items: [entry({ quantity: 5 })] })
  const { api, asked } = fakeApi({ [SYNC]: () => ({ items: [onServer], problems: [] }) })
  await syncCart(api, storage)
  expect(asked[0]?.body).toEqual(broken.asked[0]?.body)
  // Items added since then are sent with a new key.
  expect(asked[1]?.body).toMatchObject({ items: [{ product_sku_id: 101, quantity: 3 }] })
  const [first, second] = asked.map(({ body }) => (body as { idempotency_key: string }).idempotency_key)
  expect(second).not.toBe(first)
  expect(asked).toHaveLength(2)
})

test('a member’s cart is known after the response, and not during a reload', async () => {
  sessionStore.setState({ customer: { id: 1 } as never })
  const known: (number | null)[] = []
  const { api } = fakeApi({
    [SYNC]: () => {
      known.push(cartStore.getState().customer_id)
      return { items: [onServer], problems: [] }
    },
    'GET /v1/cart/items': () => {
      known.push(cartStore.getState().customer_id)
      return { items: [onServer] }
    },
  })
  await syncCart(api, fakeStorage())
  expect(cartStore.getState().customer_id).toBe(1)
  await syncCart(api, fakeStorage())
  expect(cartStore.getState().customer_id).toBe(1)
  expect(known).toEqual([null, null])
})

test('a sync that failed never enters the cart of the next member of this device', async () => {
  const storage = fakeStorage()
  const broken = fakeApi({
    [SYNC]: () => {
      throw new Error('line cut')
    },
  })
  sessionStore.setState({ customer: { id: 1 } as never })
  await expect(syncCart(broken.api, storage)).rejects.toThrow()
  expect(storage.all.has(SYNC_KEY)).toBe(true)
  // Without a logout, for example after a session that another device ended.
  cartStore.setState({ items: [] })
  sessionStore.setState({ customer: { id: 2 } as never })
  const next = fakeApi({ 'GET /v1/cart/items': () => ({ items: [onServer] }) })
  await syncCart(next.api, storage)
  expect(next.asked.map(({ key }) => key)).toEqual(['GET /v1/cart/items'])
  forgetSync(storage)
  expect(storage.all.has(SYNC_KEY)).toBe(false)
})

test('a response after the logout is ignored', async () => {
  sessionStore.setState({ customer: { id: 1 } as never })
  const { api } = fakeApi({
    [SYNC]: () => {
      sessionStore.setState({ customer: null })
      cartStore.setState({ items: [] })
      return { items: [onServer], problems: [] }
    },
  })
  await syncCart(api, fakeStorage())
  expect(cartItems()).toEqual([])
})

test('with nothing to send the cart is read', async () => {
  cartStore.setState({ items: [] })
  const { api, asked } = fakeApi({ 'GET /v1/cart/items': () => ({ items: [onServer] }) })
  await syncCart(api, fakeStorage())
  expect(asked).toHaveLength(1)
  expect(cartItems()).toEqual([onServer])
})

test('an item restored by a reminder’s link that the member’s own cart has is not added again', async () => {
  cartStore.setState({ items: [entry({ is_restored: true }), entry({ id: 102, is_restored: true })] })
  const { api, asked } = fakeApi({
    'GET /v1/cart/items': () => ({ items: [onServer] }),
    [SYNC]: () => ({ items: [onServer], problems: [] }),
  })
  await syncCart(api, fakeStorage())
  expect(asked[1]?.body).toMatchObject({ items: [{ product_sku_id: 102 }] })
})
