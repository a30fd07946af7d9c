import { loadSkuRows, type PriceContext, type PricedSkuRow } from './load-cart-items.ts'
import { loadDiscountRates, loadShopPriceTerms, type ShopPriceTerms } from './load-terms.ts'

/** Everything that a shop's prices depend on, as of one moment. Pricing from it needs no further query. */
export interface PriceBook {
  skus: ReadonlyMap<number, PricedSkuRow>
  terms: ShopPriceTerms
  /** Percent by member. */
  discount_rates: ReadonlyMap<number, number>
}

/** Loads a price book with at most four queries, for any number of items and members. */
export async function loadPriceBook(
  ctx: PriceContext,
  { sku_ids, customer_ids }: { sku_ids: readonly number[]; customer_ids: readonly number[] },
): Promise<PriceBook> {
  const skus = await loadSkuRows(ctx, sku_ids)
  const terms = await loadShopPriceTerms(ctx)
  return { skus, terms, discount_rates: await loadDiscountRates(ctx, terms, customer_ids) }
}
