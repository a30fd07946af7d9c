import type { CallResult } from '@kushi/contract/client'
import { Link, useRevalidator } from 'react-router'
import { ProductsLink } from '../../parts/products-link.tsx'
import type { SettledResult } from '../../settle.ts'
import { MemberPage } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type HistoryQuery, historyPath, yearChoices } from './history-query.ts'
import { OrderCard } from './order-card.tsx'

interface OrderListProps {
  query: HistoryQuery
  answer: SettledResult<CallResult<'GET /v1/order/public/list'>>
  perPage: number
}

/** The member's orders, newest first. */
export function OrderList({ query, answer: { data, error }, perPage }: OrderListProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <MemberPage title="ご注文履歴" lead={<Lead />}>
      {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
      {data && (
        <div className="pb-6 empty:hidden">
          <YearFilter years={data.years} chosen={query.year} />
        </div>
      )}
      {data?.items.length === 0 && <NoOrders query={query} />}
      {data && data.items.length > 0 && (
        <div className="grid gap-8">
          <p className="numeric text-sm text-muted">
            {query.year && `${query.year}年の`}ご注文 {data.total}件
          </p>
          <ul className="grid gap-6">
            {data.items.map((order) => (
              <li key={order.order_no}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
          <Pagination
            page={query.page}
            pages={Math.ceil(data.total / perPage)}
            toPage={(page) => historyPath({ ...query, page })}
          />
        </div>
      )}
    </MemberPage>
  )
}

function NoOrders({ query }: { query: HistoryQuery }) {
  if (query.year !== null || query.page > 1)
    return (
      <EmptyState title="この条件のご注文はありません" text="ほかの年を選ぶか、すべてのご注文をご覧ください。">
        <ButtonLink to={historyPath({})} look="secondary">
          すべてのご注文を見る
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState title="まだご注文がありません" text="ご注文いただくと、お届けの状況や領収書をここで確かめられます。">
      <ProductsLink to="/products">商品を見る</ProductsLink>
    </EmptyState>
  )
}

const Lead = () => (
  <>
    お届けの状況、領収書、納品書をご覧いただけます。商品ごとの一覧は、
    <Link to="/mypage/purchases" className="text-link text-ink">
      購入履歴
    </Link>
    にあります。
  </>
)

/** 年でしぼり込む. Hidden if there is only one year. */
function YearFilter({ years, chosen }: { years: readonly number[]; chosen: number | null }) {
  const choices = yearChoices(years, chosen)
  if (choices.length < 2 && chosen === null) return null
  const chip = 'inline-flex min-h-tap items-center rounded-full border px-4 text-sm'
  return (
    <nav aria-label="年でしぼり込む">
      <ul className="flex flex-wrap gap-2">
        {[null, ...choices].map((year) => (
          <li key={year}>
            <Link
              to={historyPath({ year })}
              preventScrollReset
              aria-current={year === chosen ? 'true' : undefined}
              className={`${chip} ${year === chosen ? 'border-ink bg-ink text-surface' : 'border-edge bg-surface hover:border-ink'}`}
            >
              <span className="numeric">{year === null ? 'すべて' : `${year}年`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
