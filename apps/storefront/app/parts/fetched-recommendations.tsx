import type { ReactNode } from 'react'
import { quietApi } from '../api.ts'
import type { PurchaseKind } from '../state/purchase-kind.ts'
import { useAnswer } from '../state/use-answer.ts'
import { RecommendedGoods, recommendationOf, recommendationQuery } from './recommended-goods.tsx'

/** おすすめの商品 for a cart that has become empty: a page that begins with an empty one has them already. */
export default function FetchedRecommendations({ kind }: { kind: PurchaseKind }): ReactNode {
  const { data } = useAnswer(`offered ${kind}`, (signal) =>
    quietApi('GET /v1/product', { query: recommendationQuery(kind) }, { signal }),
  )
  return <RecommendedGoods goods={recommendationOf(data?.items ?? [])} />
}
