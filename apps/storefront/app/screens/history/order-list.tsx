import type { Result } from '@kushi/contract/client'
import { Link, useRevalidator } from 'react-router'
import type { Settled } from '../../settle.ts'
import { MemberPage } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type HistoryQuery, historyPath } from './history-query.ts'
import { OrderCard } from './order-card.tsx'
import { YearFilter } from './year-filter.tsx'

interface OrderListProps {
  query: HistoryQuery
  answer: Settled<Result<'GET /v1/order/public/list'>>
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
      <ButtonLink to="/products">商品を見る</ButtonLink>
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
