import { loadSkuRows, type PriceContext, type SkuRow } from './load-cart-lines.ts'
import { loadDiscountRates, loadTerms, type ShopTerms } from './load-terms.ts'

/** Everything that prices of a shop are made of, as it stood at one moment: what is priced from it needs no query more. */
export interface PriceBook {
  skus: ReadonlyMap<number, SkuRow>
  terms: ShopTerms
  /** Percent by member. */
  discount_rates: ReadonlyMap<number, number>
}

/** At most three queries, however many goods and members. */
export async function loadPriceBook(
  ctx: PriceContext,
  { sku_ids, customer_ids }: { sku_ids: readonly number[]; customer_ids: readonly number[] },
): Promise<PriceBook> {
  const skus = await loadSkuRows(ctx, sku_ids)
  const terms = await loadTerms(ctx)
  return { skus, terms, discount_rates: await loadDiscountRates(ctx, terms, customer_ids) }
}
