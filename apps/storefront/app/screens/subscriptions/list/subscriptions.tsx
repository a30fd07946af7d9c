import type { SubscriptionDetail } from '@kushi/contract/subscription'
import { useState } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { quietApi } from '../../../api.ts'
import { ProductsLink } from '../../../parts/products-link.tsx'
import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../../shell/member-page.tsx'
import { useShown } from '../../../state/use-shown.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { News } from '../../../ui/news.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Outcome } from '../manage/use-change.ts'
import type { Route } from './+types/subscriptions.ts'
import { SubscriptionCard } from './subscription-card.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便一覧')

const PER_PAGE = 10
const TABS = ['active', 'paused', 'cancelled'] as const
type SubscriptionTab = (typeof TABS)[number]
const names: Record<SubscriptionTab, string> = { active: '継続中', paused: '休止中', cancelled: '解約済み' }
const tabOf = (query: URLSearchParams): SubscriptionTab => TABS.find((one) => one === query.get('tab')) ?? 'active'

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const tab = tabOf(searchParams)
  const page = Math.max(1, Math.floor(Number(searchParams.get('page'))) || 1)
  const query = { tab, page, per_page: PER_PAGE }
  const [list, cards] = await Promise.all([
    settle(quietApi('GET /v1/order/subscription/', { query }, { signal })),
    settle(quietApi('GET /v1/common/mypage/card/list', {}, { signal })),
  ])
  return { tab, page, list, cards }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 定期便一覧: active ones including errors, paused ones, and cancelled ones. */
export default function Subscriptions({ loaderData: { tab, page, list, cards } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams()
  const [listed, show] = useShown(list.data)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { location } = useNavigation()
  // Selects the clicked tab at once, while its content is loading.
  const chosen = location?.pathname.endsWith('/mypage/subscriptions')
    ? tabOf(new URLSearchParams(location.search))
    : tab
  const onShow = (after: SubscriptionDetail, news: Outcome | null) => {
    if (news) setOutcome(news)
    if (listed) show({ ...listed, items: listed.items.map((one) => (one.id === after.id ? after : one)) })
  }
  const content =
    chosen !== tab ? (
      <Loading>
        <Skeleton className="h-96 w-full" />
      </Loading>
    ) : (
      <Loaded loaded={listed ? { data: listed, error: null } : list}>
        {({ items, total, counts }) =>
          items.length === 0 ? (
            <EmptyTab tab={tab} paused={counts.paused} />
          ) : (
            <div className="grid gap-6">
              <ul className="grid gap-6">
                {items.map((subscription) => (
                  <li key={subscription.id}>
                    <SubscriptionCard subscription={subscription} cards={cards} onShow={onShow} />
                  </li>
                ))}
              </ul>
              <Pagination
                page={page}
                pages={Math.ceil(total / PER_PAGE)}
                toPage={(to) => `?${new URLSearchParams({ tab, page: String(to) })}`}
              />
            </div>
          )
        }
      </Loaded>
    )
  const tabs = TABS.map((value) => ({
    value,
    label: (
      <>
        {names[value]} <span className="numeric ml-1 text-sm">{listed ? `${listed.counts[value]}件` : ''}</span>
      </>
    ),
    content: value === chosen ? content : null,
  }))
  return (
    <MemberPage title="定期便一覧">
      <div className="grid gap-6">
        <News text={outcome?.text ?? null} {...(outcome && { tone: outcome.tone })} />
        <Tabs
          label="定期便の状態"
          tabs={tabs}
          value={chosen}
          onValue={(next) => {
            setOutcome(null)
            setQuery(next === 'active' ? {} : { tab: next }, { preventScrollReset: true })
          }}
        />
      </div>
    </MemberPage>
  )
}

/** Empty state of a tab, with a link. */
const EmptyTab = ({ tab, paused }: { tab: SubscriptionTab; paused: number }) =>
  tab === 'paused' ? (
    <EmptyState
      title="休止中の定期便はありません"
      text="しばらくお使いにならないときは、継続中の定期便を休止できます。再開されるまで、お届けもお支払いもありません。"
    />
  ) : tab === 'cancelled' ? (
    <EmptyState title="解約済みの定期便はありません" />
  ) : (
    <EmptyState
      title="継続中の定期便はありません"
      text={
        paused > 0 ? (
          <>
            休止中の定期便が{paused}件あります。
            <Link to="?tab=paused" className="text-link inline-flex min-h-tap items-center text-ink">
              休止中の定期便を見る
            </Link>
          </>
        ) : (
          'お好きな間隔で、いつもの商品をお届けします。お届け日の変更やお休み、解約は、この画面からできます。'
        )
      }
    >
      <ProductsLink to="/products?sale_type=2">定期便で買える商品を見る</ProductsLink>
    </EmptyState>
  )
