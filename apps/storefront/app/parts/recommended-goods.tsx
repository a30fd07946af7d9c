import type { ProductSummary } from '@kushi/contract/product'
import type { PurchaseKind } from '../state/purchase-kind.ts'
import { ProductRow } from './product-card.tsx'

/** おすすめの商品 in an empty cart, for one of the two carts. */
export interface RecommendationData {
  kind: PurchaseKind
  goods: readonly ProductSummary[]
}

/** The list from which the goods for an empty cart are. */
export const recommendationQuery = (kind: PurchaseKind) => (kind === 'periodic' ? { sale_type: '2' as const } : {})

const MAX_PRODUCTS = 4

/** The goods of a list that are offered: the first in the shop's own order that are in stock. */
export const recommendationOf = (items: readonly ProductSummary[]) =>
  items.filter(({ is_out_stock }) => !is_out_stock).slice(0, MAX_PRODUCTS)

/** おすすめの商品. `isFirst`: in the first view. */
export function RecommendedGoods({ goods, isFirst = false }: { goods: readonly ProductSummary[]; isFirst?: boolean }) {
  if (goods.length === 0) return null
  return (
    <section aria-labelledby="offered" className="grid gap-6 pt-8">
      <h2 id="offered" className="text-xl">
        おすすめの商品
      </h2>
      <ProductRow products={goods} isFirst={isFirst} />
    </section>
  )
}
