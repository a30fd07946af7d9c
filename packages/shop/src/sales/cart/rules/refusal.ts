import type { CartItemProblem } from '@kushi/contract/cart'
import { ShopError } from '../../../shop-error.ts'

/** The most items of a member's cart, and the most to order or check at once. */
export const MAX_CART_ITEMS = 100

const errors: Record<CartItemProblem['error'], string> = {
  out_of_stock: 'ERROR_OUT_OF_STOCK',
  over_stock: 'ERROR_OUT_OF_STOCK',
  over_sale_limit: 'ERROR_SALE_LIMIT',
  not_sold: 'ERROR_NOT_SOLD',
  contents_changed: 'ERROR_NOT_SOLD',
  mixed_lump_sum: 'ERROR_NOT_SOLD',
  cart_full: 'ERROR_CART_FULL',
}

export const cartFullMessage = `カートに入れられる商品は${MAX_CART_ITEMS}種類までです。`

/** Turns a problem of an item into the error of a call about just this item. */
export const cartItemError = ({ error, message }: Pick<CartItemProblem, 'error' | 'message'>): ShopError =>
  new ShopError(409, errors[error], message)
