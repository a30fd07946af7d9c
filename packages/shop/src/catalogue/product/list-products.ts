import type { Handler } from '../../context.ts'
import { canSeePrices } from '../../people/customer/index.ts'
import { loadPublicPromotions } from '../promotion/index.ts'
import { findProducts, searchWords } from './internal/find-products.ts'
import { HIDDEN_PRICES } from './internal/product-rows.ts'
import { findVisibleCategories, findVisibleWorries } from './internal/visible-groups.ts'

/**
 * 商品一覧. Includes sold-out products, marked. Every term of the keyword, or a synonym of it, must occur in name, kana,
 * catch copy, category, worry or variant (香り, 内容量). If nothing is found, one wrong letter per term is accepted.
 * `categories` and `worries` contain all that have a visible product, whatever the search.
 *
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS: a search scans the whole catalogue
 */
export const listProducts: Handler<'GET /v1/product'> = async (ctx, asked) => {
  const isPriced = await canSeePrices(ctx)
  // The sort order must not reveal prices either.
  const input = isPriced ? asked : { ...asked, sort: 'recommended' as const }
  const { items, total, is_approximate } = await findProducts(ctx, input, await searchWords(ctx, input.keyword ?? ''))
  const promotionsOf = isPriced ? await loadPublicPromotions(ctx) : () => []
  const { page, per_page } = input
  return {
    items: items.map((row) => ({ ...row, ...(!isPriced && HIDDEN_PRICES), running_promotions: promotionsOf(row) })),
    total,
    page,
    per_page,
    is_approximate,
    categories: await findVisibleCategories(ctx),
    worries: await findVisibleWorries(ctx),
  }
}
