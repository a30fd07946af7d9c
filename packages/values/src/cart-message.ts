import { fillTemplate, type TemplateArguments } from './template.ts'

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
  ...args: TemplateArguments<(typeof CART_MESSAGES)[Id]>
): string {
  return fillTemplate(CART_MESSAGES[id], args)
}
