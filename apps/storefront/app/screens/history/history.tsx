import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberSkeleton } from '../../shell/member-page.tsx'
import type { Route } from './+types/history.ts'
import { readHistoryQuery } from './history-query.ts'
import { OrderList } from './order-list.tsx'
import { OrderScreen } from './order-screen.tsx'

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
  const asked = { page, per_page: PER_PAGE, ...(year !== null && { year }) }
  const list = quietApi('GET /v1/order/public/list', { query: asked }, { signal })
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
function useFocusOnChange(what: string): void {
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [what])
}
