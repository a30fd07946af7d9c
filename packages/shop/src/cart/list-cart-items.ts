import type { Verb } from '../context.ts'
import { loadCart } from './internal/load-cart.ts'

export const listCartItems: Verb<'GET /v1/cart/items'> = async (ctx, { is_subscription }) => ({
  items: await loadCart(ctx, is_subscription === undefined ? undefined : is_subscription ? 1 : 0),
})
