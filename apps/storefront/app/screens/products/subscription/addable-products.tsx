import type { Subscription } from '@kushi/contract/subscription'
import { formatShortWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Answered } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ListPlace } from '../list-place.ts'
import { Products } from '../products.tsx'
import { readProductsQuery } from '../products-query.ts'

interface AddableProductsProps {
  subscription: Subscription
  search: URLSearchParams
}

const PER_PAGE = 24

/** What can be subscribed to, at the price of this subscription's deliveries. */
export function AddableProducts({ subscription, search }: AddableProductsProps) {
  const { keyword, category, sort, page } = readProductsQuery(search)
  const query = { sale_type: '2', keyword, category, sort, page } as const
  const place: ListPlace = {
    path: '/mypage/products',
    keep: { subscription: String(subscription.id) },
    isForSubscription: true,
  }
  const answer = useAnswer(JSON.stringify(query), async (signal) => {
    const asked = { sale_type: query.sale_type, sort, page, per_page: PER_PAGE }
    const narrowed = { ...asked, ...(keyword && { keyword }), ...(category && { category }) }
    const list = await quietApi('GET /v1/product', { query: narrowed }, { signal })
    return { ...list, query, pages: Math.max(1, Math.ceil(list.total / PER_PAGE)) }
  })
  return (
    <>
      <p className="pb-6 text-sm text-muted">
        {formatShortWithWeekday(subscription.next_delivery_date)}にお届けする定期便(
        {subscription.pattern_label})に追加します。価格は定期便の価格です。
      </p>
      <h2 className="sr-only">商品</h2>
      <Answered answer={answer} skeleton={<ProductsSkeleton />}>
        {(data) => <Products {...data} query={{ ...data.query, sale_type: '' }} place={place} />}
      </Answered>
    </>
  )
}

const ProductsSkeleton = () => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} className="aspect-4/5 w-full" />
    ))}
  </div>
)
