import { MAX_SALE_LIMIT } from './limits.ts'

/**
 * Returns the maximum number of pieces of a SKU in one purchase (購入できる数量). `stock`: pieces in stock; null or left out:
 * not limited by stock.
 */
export const maxPurchasePieces = ({
  sale_limit,
  stock,
}: {
  sale_limit: number
  stock?: number | null | undefined
}): number => Math.min(sale_limit, stock ?? MAX_SALE_LIMIT, MAX_SALE_LIMIT)

/** The two carts, also the value of an item's `subscription`: one-time purchase (通常購入) and subscription (定期購入). */
export const CART_TYPE = { normal: 0, subscription: 1 } as const

export type CartTypeId = (typeof CART_TYPE)[keyof typeof CART_TYPE]
