import { addCartItem } from '@kushi/shop/cart/add-cart-item'
import { checkCart } from '@kushi/shop/cart/check-cart'
import { listCartItems } from '@kushi/shop/cart/list-cart-items'
import { removeCartItem } from '@kushi/shop/cart/remove-cart-item'
import { syncCart } from '@kushi/shop/cart/sync-cart'
import { updateCartItem } from '@kushi/shop/cart/update-cart-item'
import type { Bindings } from '../http/implement.ts'

export const cart = {
  'GET /v1/cart/items': listCartItems,
  'POST /v1/cart/items/new': addCartItem,
  'PUT /v1/cart/items/update/{id}': updateCartItem,
  'POST /v1/cart/items/sync': syncCart,
  'DELETE /v1/cart/items/delete/{id}': removeCartItem,
  'POST /v1/cart/items/check': checkCart,
} satisfies Partial<Bindings>
