import { wrapInQuoteMarks } from '@kushi/values/price'
import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from 'react-router'
import { trackLater } from '../../analytics/count-later.ts'
import { type ListPlace, shopList } from '../../parts/list-place.ts'
import { useOwnPricesOfList } from '../../parts/own-prices.ts'
import { cardCell, cardGrid, ProductCard } from '../../parts/product-card.tsx'
import { RecommendedGoods, recommendationOf } from '../../parts/recommended-goods.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { ProductsData } from './load-products.server.ts'
import { ProductFilter } from './product-filter.tsx'
import { listRequest, productsPath, readProductsQuery } from './products-query.ts'

interface ProductsProps extends Omit<ProductsData, 'offered'> {
  /** Goods to offer if the list is empty. */
  offered?: ProductsData['offered']
  /** The list is at the top of the page. */
  nearPictures?: boolean
  place?: ListPlace
}

/** The list with its filters. */
export function Products({
  items,
  total,
  categories,
  worries,
  is_approximate,
  query,
  pages,
  offered = [],
  nearPictures = true,
  place = shopList,
}: ProductsProps) {
  const isLoading = useNavigation().location?.pathname.endsWith('/products')
  const shown = useOwnPricesOfList(items, listRequest(query))
  const countList = useEffectEvent((listed: typeof items) =>
    trackLater(({ trackItemList }) => trackItemList(listed, query.category || query.worry || '商品一覧')),
  )
  useEffect(() => countList(items), [items])
  return (
    <>
      <ProductFilter query={query} categories={categories} worries={worries} total={total} place={place} />
      {is_approximate && (
        <p role="status" className="pb-6 text-sm text-muted">
          {wrapInQuoteMarks(query.keyword)}に一致する商品がないため、近い言葉の商品を表示しています。
        </p>
      )}
      {items.length === 0 ? (
        <>
          <EmptyState title="条件に合う商品がありません" text="言葉を短くするか、条件を外してお探しください。">
            <ButtonLink to={productsPath(readProductsQuery(new URLSearchParams()), place)} look="secondary">
              すべての商品を見る
            </ButtonLink>
          </EmptyState>
          <OfferedInstead goods={offered} />
        </>
      ) : (
        // Two columns on a phone; one column if the text is too large for a price to fit.
        <ul
          className={`${cardGrid} -mb-9 grid-cols-[repeat(auto-fill,minmax(min(100%,max(7rem,40%)),1fr))] md:grid-cols-3 lg:grid-cols-4 transition-opacity ${isLoading ? 'opacity-60' : ''}`}
        >
          {shown.map((product, index) => (
            <li key={product.id} className={cardCell}>
              <ProductCard
                product={product}
                place={place}
                position={!nearPictures || index > 3 ? 'later' : index < 2 ? 'first' : 'near'}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="pt-12">
        <Pagination page={query.page} pages={pages} toPage={(page) => productsPath({ ...query, page }, place)} />
      </div>
    </>
  )
}

/** A company sees its own prices here too. */
const OfferedInstead = ({ goods }: { goods: ProductsData['offered'] }) => (
  <RecommendedGoods goods={recommendationOf(useOwnPricesOfList(goods, {}))} />
)
