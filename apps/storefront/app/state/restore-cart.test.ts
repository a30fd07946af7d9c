import { ApiError } from '@kushi/contract/client'
import { beforeEach, expect, test } from 'vitest'
import { cartItems, cartStore } from './cart.ts'
import { restoreCart } from './restore-cart.ts'
import { sessionStore } from './session.ts'
import { entry, fakeApi } from './testing.ts'

const CLICK = 'PUT /v1/cart-abandonments/track_abandonment_url_click'
const NEW = 'POST /v1/cart/items/new'
const reminded = () => ({ items: [entry(), entry({ id: 102 })], cart_type_id: 0 })
const refused = (status: number) => () => {
  throw new ApiError(status)
}

beforeEach(() => {
  cartStore.setState({ items: [] })
  sessionStore.setState({ customer: null })
})

test('restores the cart of a guest', async () => {
  await restoreCart(fakeApi({ [CLICK]: reminded }).api, 't')
  expect(cartItems()).toMatchObject([{ id: 101, is_restored: true }, { id: 102 }])
})

test('ignores an unavailable item of a member, but throws for an ended session', async () => {
  sessionStore.setState({ customer: { id: 1 } as never })
  const soldOut = fakeApi({ [CLICK]: reminded, [NEW]: refused(409) })
  expect(await restoreCart(soldOut.api, 't')).toBe(0)
  expect(soldOut.asked).toHaveLength(3)
  await expect(restoreCart(fakeApi({ [CLICK]: reminded, [NEW]: refused(401) }).api, 't')).rejects.toMatchObject({
    status: 401,
  })
})
