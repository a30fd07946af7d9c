import type { Order } from '@kushi/contract/order'
import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { type SettledResult, settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/history.ts'
import { readHistoryQuery } from './history-query.ts'
import { OrderDetail } from './order-detail.tsx'
import { OrderList } from './order-list.tsx'

interface OrderScreenProps {
  order_no: string
  answer: SettledResult<Order>
}

const list = { label: 'ご注文履歴', to: '/mypage/history' }

/** One order, or the reason why it can't be shown. */
function OrderScreen({ order_no, answer: { data: order, error } }: OrderScreenProps) {
  const { revalidate, state } = useRevalidator()
  const isMissing = error?.status === 404 || error?.status === 422
  return (
    <MemberPage title="ご注文の詳細" parent={list} lead={<span className="numeric">ご注文番号 {order_no}</span>}>
      {error && !isMissing && (
        <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />
      )}
      {isMissing && (
        <EmptyState title="このご注文は見つかりません" text="ご注文番号をお確かめのうえ、一覧からお選びください。">
          <ButtonLink to={list.to}>ご注文履歴に戻る</ButtonLink>
        </EmptyState>
      )}
      {order && <OrderDetail order={order} />}
    </MemberPage>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ご注文履歴')

const PER_PAGE = 10

/** Loads a page of the list, or the order in the URL. */
export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const query = readHistoryQuery(url.searchParams)
  const { page, year, order_no } = query
  if (order_no !== null) {
    const order = quietApi('GET /v1/order/public/detail/{order_no}', { params: { order_no } }, { signal })
    return { query, order_no, order: await settle(order) } as const
  }
  const listQuery = { page, per_page: PER_PAGE, ...(year !== null && { year }) }
  const list = quietApi('GET /v1/order/public/list', { query: listQuery }, { signal })
  return { query, order_no: null, list: await settle(list) } as const
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

/** ご注文履歴: the list, and a single order, under the same path. */
export default function History({ loaderData }: Route.ComponentProps) {
  const { query } = loaderData
  useFocusOnChange(query.order_no ?? `${query.year}/${query.page}`)
  const isLoading = useNavigation().location?.pathname.endsWith('/mypage/history')
  return (
    <div className={`transition-opacity ${isLoading ? 'opacity-60' : ''}`}>
      {loaderData.order_no === null ? (
        <OrderList query={query} answer={loaderData.list} perPage={PER_PAGE} />
      ) : (
        <OrderScreen order_no={loaderData.order_no} answer={loaderData.order} />
      )}
    </div>
  )
}

/** The list and an order have the same path, so the focus must be moved here. */
function useFocusOnChange(key: string): void {
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [key])
}
