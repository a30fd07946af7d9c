import { MAX_SALE_LIMIT } from './limits.ts'
import { type ArgsOf, fillTemplate } from './template.ts'

/**
 * The messages of `user-message.ts` that the product page and the cart need, so that the browser need not load all
 * others there.
 */
export const CART_MESSAGES = {
  items_no_longer_sold: '販売を終了した商品があったため、カートから削除しました。',
  sale_limit: '一度にご購入いただける数量は{0}点までです。',
} as const

/** Like `userMessage`, for these only. */
export function cartMessage<Id extends keyof typeof CART_MESSAGES>(
  id: Id,
  ...args: ArgsOf<(typeof CART_MESSAGES)[Id]>
): string {
  return fillTemplate(CART_MESSAGES[id], args)
}

/** 購入できる数量: the most pieces of a SKU in one purchase. `stock`: as far as it is known; null or left out: not at all. */
export const mostPieces = ({ sale_limit, stock }: { sale_limit: number; stock?: number | null | undefined }): number =>
  Math.min(sale_limit, stock ?? MAX_SALE_LIMIT, MAX_SALE_LIMIT)

/** The two carts, also the value of an item's `subscription`: one-time purchase (通常購入) and subscription (定期購入). */
export const CART_TYPE = { normal: 0, subscription: 1 } as const

export type CartTypeId = (typeof CART_TYPE)[keyof typeof CART_TYPE]
