import type { PointEntry } from '@kushi/contract/point'
import { formatDateWithWeekday, formatLongDate } from '@kushi/values/date-format'
import { POINT_ENTRY_KIND_NAME } from '@kushi/values/points'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Route } from './+types/points.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ポイント')

const PER_PAGE = 20

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const typed = url.searchParams.get('page') ?? ''
  const page = /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : 1
  const points = quietApi('GET /v1/points', { query: { page, per_page: PER_PAGE } }, { signal })
  return { page, points: await settle(points) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

const orderPath = (order_no: string) => `/mypage/history?${new URLSearchParams({ order_no })}`
const pointsPath = (page: number) => (page > 1 ? `/mypage/points?page=${page}` : '/mypage/points')
const formatPoints = (points: number) => points.toLocaleString('ja-JP')

/** ポイント: the balance and its last day, what is coming, what happened, and the rules. */
export default function Points({ loaderData: { page, points } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const { data, error } = points
  return (
    <MemberPage title="ポイント">
      {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
      {data && (
        <div className="grid gap-12">
          <div className="grid gap-1 rounded-base bg-sand p-6">
            <p className="text-sm">お持ちのポイント</p>
            <p>
              <span className="numeric text-3xl font-medium">{formatPoints(data.balance)}</span>
              <span className="ml-1">ポイント</span>
            </p>
            {data.points_until && <p className="text-sm">有効期限 {formatLongDate(data.points_until)}</p>}
            {!data.is_used && <p className="text-sm text-muted">ただいま、ポイントのご利用をお休みしています。</p>}
          </div>
          {data.pending.length > 0 && (
            <section aria-labelledby="pending" className="grid gap-2">
              <SectionHeading id="pending">付与の予定</SectionHeading>
              <ul className="border-t border-line">
                {data.pending.map(({ order_no, points, due_on }) => (
                  <PointRow key={order_no} points={points} order_no={order_no}>
                    {due_on ? `${formatLongDate(due_on)}に付与` : 'お届けのあとに付与'}
                  </PointRow>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="entries" className="grid gap-2">
            <SectionHeading id="entries">ポイントの記録</SectionHeading>
            {data.items.length === 0 ? (
              <p className="text-muted">ポイントの記録はまだありません。</p>
            ) : (
              <ul className="border-t border-line">
                {data.items.map((entry) => (
                  <PointRow key={entry.id} {...entry}>
                    {POINT_ENTRY_KIND_NAME[entry.point_kind]}
                    <span className="ml-3 text-sm text-muted">
                      {formatDateWithWeekday(timestampToJapanDate(entry.created_at))}
                    </span>
                  </PointRow>
                ))}
              </ul>
            )}
            <Pagination page={page} pages={Math.ceil(data.total / PER_PAGE)} toPage={pointsPath} />
          </section>
          <section aria-labelledby="terms" className="grid gap-2">
            <SectionHeading id="terms">ポイントのきまり</SectionHeading>
            <ul className="list-disc pl-5 text-sm">
              {data.point_terms.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </MemberPage>
  )
}

interface PointRowProps extends Pick<PointEntry, 'points' | 'order_no'> {
  children: ReactNode
}

const PointRow = ({ points, order_no, children }: PointRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
    <span className="grid">
      <span>{children}</span>
      {order_no && (
        <Link to={orderPath(order_no)} className="numeric text-link inline-flex min-h-tap items-center text-sm">
          ご注文 {order_no}
        </Link>
      )}
    </span>
    <span className={`numeric font-medium ${points < 0 ? 'text-muted' : ''}`}>
      {points > 0 ? '+' : '−'}
      {formatPoints(Math.abs(points))}
    </span>
  </li>
)
