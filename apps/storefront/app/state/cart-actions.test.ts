import { ApiError } from '@kushi/contract/client'
import type { Customer } from '@kushi/contract/customer'
import { beforeEach, describe, expect, test } from 'vitest'
import { cartItems, cartStore } from './cart.ts'
import { addToCart, changeQuantity, emptyCart, removeFromCart } from './cart-actions.ts'
import { syncCart } from './cart-sync.ts'
import { fakeStorage } from './fake-storage.ts'
import { sessionStore } from './session.ts'
import { entry, fakeApi } from './testing.ts'
import { toastStore } from './toast.ts'

const NEW = 'POST /v1/cart/items/new'
const UPDATE = 'PUT /v1/cart/items/update/{id}'
const unused = fakeApi({})
const tick = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  cartStore.setState({ items: [] })
  sessionStore.setState({ customer: null })
  toastStore.setState({ toasts: [] })
})

describe('a guest', () => {
  test('keeps the cart on the device', async () => {
    expect(await addToCart(unused.api, entry())).toBe(true)
    await changeQuantity(unused.api, cartItems()[0]!, 4)
    expect(cartItems()).toMatchObject([{ quantity: 4, subtotal: 9680 }])
    await removeFromCart(unused.api, cartItems()[0]!)
    expect(cartItems()).toEqual([])
    expect(unused.asked).toEqual([])
  })

  test('sees a toast at the limit per purchase', async () => {
    await addToCart(unused.api, entry({ quantity: 9 }))
    expect(await addToCart(unused.api, entry({ quantity: 2 }))).toBe(false)
    expect(cartItems()[0]?.quantity).toBe(9)
    expect(toastStore.getState().toasts[0]?.message).toContain('10点まで')
  })

  test('empties one kind or all', async () => {
    cartStore.setState({ items: [entry(), entry({ subscription: 1 })] })
    await emptyCart(unused.api, 1)
    expect(cartItems()).toHaveLength(1)
    await emptyCart(unused.api)
    expect(cartItems()).toEqual([])
  })
})

describe('a member', () => {
  beforeEach(() => sessionStore.setState({ customer: { id: 1 } as Customer }))

  test('adds on the server and keeps its id', async () => {
    const { api, asked } = fakeApi({ [NEW]: () => ({ cart_item_id: 7 }) })
    await addToCart(api, entry({ subscription: 1, quantity: 2 }))
    const body = { product_sku_id: 101, quantity: 2, sale_type: 2, idempotency_key: expect.stringMatching(/^\w{32}$/) }
    expect(asked).toEqual([{ key: NEW, body }])
    expect(cartItems()).toMatchObject([{ cart_item_id: 7 }])
  })

  test.each<[string, ('lost' | 'taken' | 'refused' | 'other' | 'looked')[], number[]]>([
    ['two presses', ['taken', 'taken'], [1, 2]],
    ['a lost answer and the press again', ['lost', 'lost', 'taken', 'taken'], [1, 1, 1, 2]],
    ['refused', ['refused', 'taken'], [1, 2]],
    ['something else in between', ['lost', 'other', 'taken', 'taken'], [1, 2, 1, 3]],
    ["the server's cart in between, which shows whether it counted", ['lost', 'looked', 'taken'], [1, 2]],
  ])('the key of a click: %s', async (_, presses, keys) => {
    let outcome = 'taken'
    const { api, asked } = fakeApi({
      [NEW]: () => {
        if (outcome === 'lost') throw new ApiError(0)
        if (outcome === 'refused') throw new ApiError(409)
        return { cart_item_id: 7 }
      },
      'GET /v1/cart/items': () => ({ items: [] }),
    })
    for (const press of presses) {
      outcome = press
      if (press === 'looked') await syncCart(api, fakeStorage())
      else await addToCart(api, entry(press === 'other' ? { id: 102 } : {})).catch(() => {})
    }
    const sent = asked.flatMap(({ body }) => (body as { idempotency_key?: string } | undefined)?.idempotency_key ?? [])
    const known = [...new Set(sent)]
    expect(sent.map((key) => known.indexOf(key) + 1)).toEqual(keys)
  })

  test("a click lost while the server's cart was being loaded keeps its key", async () => {
    const cart = Promise.withResolvers<{ items: never[] }>()
    let isLost = true
    const { api, asked } = fakeApi({
      [NEW]: () => {
        if (isLost) throw new ApiError(0)
        return { cart_item_id: 7 }
      },
      'GET /v1/cart/items': () => cart.promise,
    })
    const looked = syncCart(api, fakeStorage())
    await tick()
    await addToCart(api, entry()).catch(() => {})
    cart.resolve({ items: [] })
    await looked
    isLost = false
    await addToCart(api, entry())
    const sent = asked.flatMap(({ body }) => (body as { idempotency_key?: string } | undefined)?.idempotency_key ?? [])
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
  })

  test.each<[string, number]>([
    ['is answered first', 1],
    ['is answered last', 2],
  ])("a press while the member's cart is loading %s, and stays", async (_, answered) => {
    const [first, press] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let stored: ReturnType<typeof entry>[] = []
    let reads = 0
    const { api } = fakeApi({
      [NEW]: async () => {
        stored = [entry({ cart_item_id: 7 })]
        await press.promise
        return { cart_item_id: 7 }
      },
      'GET /v1/cart/items': async () => {
        const items = stored
        if (reads++ === 0) await first.promise
        return { items }
      },
    })
    const loaded = syncCart(api, fakeStorage())
    await tick()
    const added = addToCart(api, entry())
    const turns = [press, first]
    if (answered === 2) turns.reverse()
    for (const turn of turns) {
      turn.resolve()
      await tick()
    }
    await Promise.all([loaded, added])
    expect(cartItems()).toMatchObject([{ cart_item_id: 7, quantity: 1 }])
    expect(reads).toBe(2)
  })

  test('a removal while the cart is read is not undone by the older answer', async () => {
    const item = entry({ cart_item_id: 7 })
    cartStore.setState({ items: [item] })
    const first = Promise.withResolvers<void>()
    let stored = [item]
    const { api } = fakeApi({
      'DELETE /v1/cart/items/delete/{id}': () => {
        stored = []
        return {}
      },
      'GET /v1/cart/items': async () => {
        const items = stored
        await first.promise
        return { items }
      },
    })
    const loaded = syncCart(api, fakeStorage())
    await tick()
    await removeFromCart(api, item)
    first.resolve()
    await loaded
    expect(cartItems()).toEqual([])
  })

  test('a quantity of 0 is not sent', async () => {
    await changeQuantity(unused.api, entry({ cart_item_id: 7 }), 0)
    expect(unused.asked).toEqual([])
  })

  test("after a rejection the server's cart is restored", async () => {
    cartStore.setState({ items: [entry({ cart_item_id: 7 })] })
    const { api } = fakeApi({
      [UPDATE]: () => {
        throw new Error('out of stock')
      },
      'GET /v1/cart/items': () => ({ items: [entry({ cart_item_id: 7 })] }),
    })
    await expect(changeQuantity(api, entry({ cart_item_id: 7 }), 5)).rejects.toThrow()
    expect(cartItems()).toMatchObject([{ quantity: 1 }])
  })

  test('changes reach the server in order', async () => {
    cartStore.setState({ items: [entry({ cart_item_id: 7 })] })
    const { api, asked } = fakeApi({ [UPDATE]: () => ({ cart_item_id: 7, quantity: 1 }) })
    const item = cartItems()[0]!
    await Promise.all([2, 3, 4].map((quantity) => changeQuantity(api, item, quantity)))
    expect(asked.map(({ body }) => (body as { quantity: number }).quantity)).toEqual([2, 3, 4])
  })
})
