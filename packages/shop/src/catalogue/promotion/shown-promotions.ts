import type { ShownPromotion } from '@kushi/contract/product'
import { product, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { itemName, SALE_TYPE } from '@kushi/values/product'
import { giftOfPromotion, giftSkuIds } from '@kushi/values/promotion/kinds'
import { formatDateTime } from '@kushi/values/timestamp'
import { and, eq, inArray } from 'drizzle-orm'
import type { PromotionOfferContext } from './internal/audiences/audience.ts'
import { loadAutomaticPromotions } from './internal/load-offers.ts'
import { isUsedUp, periodRefusalText, promotionOfferText, promotionTermsOf } from './rules/offer.ts'

type Product = { id: number; sale_type: number }

/**
 * Loads the promotions that anybody gets now without a code. Returns a function that finds those of a product. Pages
 * are the same for all visitors, so promotions for some members are left out. So are those whose gift is out of stock.
 */
export async function loadPublicPromotions(
  ctx: Pick<PromotionOfferContext, 'db' | 'shop_id' | 'clock' | 'cache'>,
): Promise<(product: Product) => ShownPromotion[]> {
  const now = ctx.clock.now()
  const running = (await loadAutomaticPromotions(ctx)).filter(
    (row) =>
      row.audience === 'everybody' &&
      row.member_scope === 'anybody' &&
      periodRefusalText(row, now) === null &&
      !isUsedUp(row),
  )
  if (running.length === 0) return () => []
  const gifts = await giftsOf(ctx, giftSkuIds(running.map(promotionTermsOf)))
  const shown = running.flatMap((row) => {
    const terms = promotionTermsOf(row)
    const gift = giftOfPromotion(terms)
    const sku = gift && gifts.get(gift.product_sku_id)
    if (gift && (!sku || sku.stock < gift.pieces)) return []
    const until = row.ends_at === null ? '' : `${formatDateTime(row.ends_at.getTime())}まで`
    const { promotion_id, promotion_name } = terms
    return [
      { terms, promotion: { promotion_id, promotion_name, text: promotionOfferText(terms, sku?.name ?? ''), until } },
    ]
  })
  return ({ id, sale_type }) =>
    shown
      .filter(
        ({ terms: { product_ids, cart_type } }) =>
          (product_ids.length === 0 || product_ids.includes(id)) &&
          (cart_type !== 0 || sale_type !== SALE_TYPE.subscription) &&
          (cart_type !== 1 || sale_type !== SALE_TYPE.normal),
      )
      .map(({ promotion }) => promotion)
}

async function giftsOf(
  { db, shop_id }: Pick<PromotionOfferContext, 'db' | 'shop_id'>,
  ids: readonly number[],
): Promise<Map<number, { name: string; stock: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: product_sku.id,
      stock: product_sku.stock,
      product_name: product.product_name,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_sku.id, [...ids])))
  return new Map(rows.map((row) => [row.id, { name: itemName(row), stock: row.stock }]))
}
