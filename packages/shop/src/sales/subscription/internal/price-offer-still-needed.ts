import type { price_offer } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PriceBook } from '../../../catalogue/price/index.ts'
import { regularItems } from '../rules/left-out.ts'
import { isFeeQuestionOver, promisedPriceOn } from '../rules/price-offer.ts'
import type { LoadedSubscription } from './load-subscription.ts'
import { priceEffectOf } from './price-effect.ts'

export type PriceOfferRow = typeof price_offer.$inferSelect

/**
 * Whether an agreement would still cost more. The member may have removed the item, or chosen again what has the prices of that
 * day; the shop may have taken the rise back.
 */
export function isPriceOfferStillNeeded(
  { terms, product_sku_id, new_price, from_date: from }: PriceOfferRow,
  loaded: LoadedSubscription,
  book: PriceBook,
  today: CalendarDate,
): boolean {
  if (isFeeQuestionOver({ terms }, loaded.row)) return false
  const items = regularItems(loaded.items)
  if (terms) {
    const effect = priceEffectOf(book, { ...loaded, items }, { terms, from }, today)
    return effect.total_after > effect.total_before
  }
  const item = items.find((one) => one.product_sku_id === product_sku_id)
  const sku = product_sku_id === null ? undefined : book.skus.get(product_sku_id)
  if (!item || !sku) return false
  const catalogue = sku.subscription_price ?? sku.price
  return Math.min(new_price, catalogue) > Math.min(promisedPriceOn(item, from), catalogue)
}
