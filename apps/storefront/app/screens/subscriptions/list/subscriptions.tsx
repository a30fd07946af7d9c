import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { privatePage } from '../../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../../shell/member-page.tsx'
import { Answered } from '../../../ui/loaded.tsx'
import { News } from '../../../ui/news.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Told } from '../manage/told.ts'
import { useOwnCards } from '../parts/use-own-cards.ts'
import type { Route } from './+types/subscriptions.ts'
import { EmptyTab } from './empty-tab.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { PER_PAGE, type Tab, useSubscriptions } from './use-subscriptions.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便一覧')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

const TABS = ['active', 'paused', 'cancelled'] as const
const names: Record<Tab, string> = { active: '継続中', paused: '休止中', cancelled: '解約済み' }

/** 定期便一覧: those that go on, errors among them, those at rest, and those that are over. */
export default function Subscriptions() {
  const [query, setQuery] = useSearchParams()
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'active'
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1)
  const list = useSubscriptions(tab, page)
  const cards = useOwnCards()
  const [told, setTold] = useState<Told | null>(null)
  const content = (
    <Answered answer={list} skeleton={<Skeleton className="h-96 w-full" />}>
      {({ items, total, counts }) =>
        items.length === 0 ? (
          <EmptyTab tab={tab} paused={counts.paused} />
        ) : (
          <div className="grid gap-6">
            <ul className="grid gap-6">
              {items.map((subscription) => (
                <li key={subscription.id}>
                  <SubscriptionCard
                    subscription={subscription}
                    cards={cards}
                    onShow={(after, news) => {
                      if (news) setTold(news)
                      list.show(after)
                    }}
                  />
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
    </Answered>
  )
  const tabs = TABS.map((value) => ({
    value,
    label: (
      <>
        {names[value]} <span className="numeric ml-1 text-sm">{list.counts ? `${list.counts[value]}件` : ''}</span>
      </>
    ),
    content: value === tab ? content : null,
  }))
  return (
    <MemberPage title="定期便一覧">
      <div className="grid gap-6">
        <News text={told?.text ?? null} {...(told && { tone: told.tone })} />
        <Tabs
          label="定期便の状態"
          tabs={tabs}
          value={tab}
          onValue={(next) => {
            setTold(null)
            setQuery(next === 'active' ? {} : { tab: next }, { preventScrollReset: true })
          }}
        />
      </div>
    </MemberPage>
  )
}
