import type { CartTypeId } from './cart-type.ts'
import { CART_TYPE } from './cart-type.ts'

/** How a product may be bought (販売種別). */
export const SALE_TYPE = { normal: 1, subscription: 2, both: 3 } as const

export type SaleTypeId = (typeof SALE_TYPE)[keyof typeof SALE_TYPE]

/** Returns the type sent with a cart item: for a product sold both ways, the cart decides. */
export function saleTypeInCart(saleType: SaleTypeId, cartType: CartTypeId): SaleTypeId {
  if (saleType !== SALE_TYPE.both) return saleType
  return cartType === CART_TYPE.subscription ? SALE_TYPE.subscription : SALE_TYPE.normal
}

/** Whether a product of this type may be in this cart. */
export function isSoldIn(saleType: SaleTypeId, cartType: CartTypeId): boolean {
  return saleTypeInCart(saleType, cartType) === saleTypeInCart(SALE_TYPE.both, cartType)
}
