/** The two carts, also the value of an item's `subscription`: one-time purchase (通常購入) and subscription (定期購入). */
export const CART_TYPE = { normal: 0, subscription: 1 } as const

export type CartTypeId = (typeof CART_TYPE)[keyof typeof CART_TYPE]
