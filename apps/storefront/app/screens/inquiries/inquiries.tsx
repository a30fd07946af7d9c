import type { MemberInquiry } from '@kushi/contract/contact'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { Link } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useActing } from '../../state/acting.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Route } from './+types/inquiries.ts'
import { InquiryState } from './inquiry-state.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お問い合わせの履歴')

const PER_PAGE = 20
const path = (page: number) => (page > 1 ? `/mypage/inquiries?page=${page}` : '/mypage/inquiries')

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const page = Math.min(1000, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1))
  const list = quietApi('GET /v1/inquiry/customer/list', { query: { page, per_page: PER_PAGE } }, { signal })
  return { page, list: await settle(list) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

/** お問い合わせの履歴: the list with states. Each inquiry has its own screen with the answers. */
export default function Inquiries({ loaderData: { page, list } }: Route.ComponentProps) {
  const acting = useActing()
  return (
    <MemberPage title="お問い合わせの履歴" lead="ログインしてお送りいただいたお問い合わせと、お返事です。">
      <Loaded loaded={list}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState title="お問い合わせはまだありません" text="ご不明な点があれば、お気軽にお尋ねください。">
              {!acting && <ButtonLink to="/contact">お問い合わせをする</ButtonLink>}
            </EmptyState>
          ) : (
            <div className="grid gap-8">
              <ul className="border-t border-line">
                {items.map((inquiry) => (
                  <Row key={inquiry.inquiry_no} inquiry={inquiry} />
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(total / PER_PAGE)} toPage={path} />
              {!acting && (
                <ButtonLink to="/contact" look="secondary">
                  新しくお問い合わせをする
                </ButtonLink>
              )}
            </div>
          )
        }
      </Loaded>
    </MemberPage>
  )
}

const Row = ({ inquiry: { inquiry_no, inquiry_status_id, content, created_at } }: { inquiry: MemberInquiry }) => (
  <li className="border-b border-line">
    <Link to={`/mypage/inquiries/${inquiry_no}`} className="group flex items-center gap-4 py-4">
      <span className="grid min-w-0 grow gap-1">
        <span className="flex flex-wrap items-center gap-x-3">
          <InquiryState inquiry_status_id={inquiry_status_id} />
          <span className="numeric text-sm text-muted">{formatDateWithWeekday(timestampToJapanDate(created_at))}</span>
        </span>
        <span className="line-clamp-2 group-hover:underline">{content}</span>
        <span className="numeric text-xs text-muted">受付番号 {inquiry_no}</span>
      </span>
      <span className="text-muted">
        <Icon name="right" size={16} />
      </span>
    </Link>
  </li>
)
