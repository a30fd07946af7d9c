import type { PriceQuote } from '../../../catalogue/price/index.ts'
import { ShopError } from '../../../shop-error.ts'

/** @throws ShopError 422 for a total that could never be ordered */
export function refuseTotalOutOfLimits({ refusal }: PriceQuote): void {
  if (refusal) throw new ShopError(422, refusal.error, refusal.message)
}

/**
 * `shown`: the price of the next delivery on the confirmation; absent: not checked. @throws ShopError 409 if the
 * price is different now
 */
export function requireShownTotal(payment_total: number, shown: number | undefined): void {
  if (shown === undefined || shown === payment_total) return
  throw new ShopError(409, 'ERROR_AMOUNT_CHANGED', '金額が変わりました。新しい金額をご確認ください。')
}
