import type { Verb } from '../context.ts'
import { maySeePrices } from '../customer/index.ts'
import { findProducts, wordsOf } from './internal/find-products.ts'
import { noPrices } from './internal/product-rows.ts'
import { findCategories, findWorries } from './internal/ways-in.ts'

/**
 * 商品一覧. Sold-out products stay in, marked; every term of the keyword, or another word for it, must stand in name, kana,
 * catch copy, category, worry or a choice (香り, 内容量). Where nothing is found, one letter of each may be wrong. `categories`
 * and `worries` are all that hold a visible product, whatever is searched for.
 *
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS: a search looks through the whole catalogue
 */
export const listProducts: Verb<'GET /v1/product'> = async (ctx, asked) => {
  const isPriced = await maySeePrices(ctx)
  // Nor does the order tell what is dear.
  const input = isPriced ? asked : { ...asked, sort: 'recommended' as const }
  const { items, total, is_approximate } = await findProducts(ctx, input, await wordsOf(ctx, input.keyword ?? ''))
  const { page, per_page } = input
  return {
    items: isPriced ? items : items.map((row) => ({ ...row, ...noPrices })),
    ...{ total, page, per_page, is_approximate },
    categories: await findCategories(ctx),
    worries: await findWorries(ctx),
  }
}
