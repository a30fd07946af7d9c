import { lazy, Suspense } from 'react'
import type { PurchaseKind } from '../state/purchase-kind.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useOwnPricesOfList } from './own-prices.ts'
import {
  type RecommendationData,
  RecommendedGoods,
  recommendationOf,
  recommendationQuery,
} from './recommended-goods.tsx'

/** An empty cart without them is complete too. */
const LazyRecommendations = lazy(() => import('./fetched-recommendations.tsx').catch(() => ({ default: () => null })))

const texts = {
  normal: {
    title: '通常購入の商品は入っていません',
    text: '今回だけのお買いものは、こちらに入ります。',
    to: '/products',
    link: '商品を見る',
  },
  periodic: {
    title: '定期便の商品は入っていません',
    text: '使い切るころに、次の一本が届きます。マイページでお休みも解約もできます。',
    to: '/products?sale_type=2',
    link: '定期便の商品を見る',
  },
} as const

/** Shown for an empty cart, with links to products for it. `offered`: loaded with the page. */
export function EmptyCart({ kind, offered }: { kind: PurchaseKind; offered?: RecommendationData | null | undefined }) {
  const { title, text, to, link } = texts[kind]
  return (
    <>
      <EmptyState title={title} text={text}>
        <ButtonLink to={to} look="secondary">
          {link}
        </ButtonLink>
        <ButtonLink to="/journal" look="quiet">
          読みものを読む
        </ButtonLink>
      </EmptyState>
      {offered?.kind === kind ? (
        <MemberPriced {...offered} />
      ) : (
        <Suspense fallback={null}>
          <LazyRecommendations kind={kind} />
        </Suspense>
      )}
    </>
  )
}

/** A company sees its own prices here too. */
const MemberPriced = ({ kind, goods }: RecommendationData) => (
  <RecommendedGoods goods={recommendationOf(useOwnPricesOfList(goods, recommendationQuery(kind)))} isFirst />
)
