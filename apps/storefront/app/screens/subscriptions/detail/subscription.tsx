import type { SubscriptionDetail, SubscriptionEvent } from '@kushi/contract/subscription'
import { formatDateTime } from '@kushi/values/timestamp'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { privatePage } from '../../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../../shell/member-page.tsx'
import { useShown } from '../../../state/use-shown.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SectionHeading } from '../../../ui/heading.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { News } from '../../../ui/news.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Editor } from '../edit/editor.tsx'
import { Dialogs } from '../manage/dialogs.tsx'
import type { Outcome, SubscriptionAction } from '../manage/use-change.ts'
import { Changes } from '../parts/changes.tsx'
import { Offers } from '../price/offers.tsx'
import type { Route } from './+types/subscription.ts'
import { Head } from './head.tsx'
import { loadSubscription } from './load-subscription.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便の内容・変更')

export const clientLoader = ({ params: { id }, url, request: { signal } }: Route.ClientLoaderArgs) =>
  loadSubscription({ id, isReopening: url.searchParams.has('reopen'), signal })
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 定期便の内容・変更: overview, form, and history. */
export default function SubscriptionScreen({ params: { id }, loaderData }: Route.ComponentProps) {
  const { error } = loaderData.subscription
  const isMissing = error?.status === 404 || error?.status === 422
  return (
    <MemberPage title="定期便の内容・変更" parent={{ label: '定期便一覧', to: '/mypage/subscriptions' }}>
      {isMissing ? (
        <EmptyState
          title="この定期便は見つかりません"
          text="アドレスが変わったか、別の会員の定期便の可能性があります。"
        >
          <ButtonLink to="/mypage/subscriptions">定期便の一覧へ</ButtonLink>
        </EmptyState>
      ) : (
        <SubscriptionDetails key={id} {...loaderData} />
      )}
    </MemberPage>
  )
}

/** The dialogs that a link opens. */
const ACTION_OF_HASH: Readonly<Record<string, SubscriptionAction>> = {
  '#payment': 'payment',
  '#second-way': 'second_way',
}

function SubscriptionDetails({ isReopening, subscription: loaded, cards, form }: Route.ComponentProps['loaderData']) {
  const { hash } = useLocation()
  const [openAction, setOpenAction] = useState<SubscriptionAction | null>(ACTION_OF_HASH[hash] ?? null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [shown, show] = useShown(loaded.data)
  const isShown = shown !== null
  useEffect(() => {
    if (isShown && hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'start' })
  }, [hash, isShown])
  if (!shown) return <Loaded loaded={loaded}>{() => null}</Loaded>
  const managed = {
    subscription: shown,
    onShow: (after: SubscriptionDetail, news: Outcome | null) => {
      show(after)
      if (news) setOutcome(news)
    },
  }
  return (
    <div className="grid gap-10">
      <div className="grid gap-6">
        <News text={outcome?.text ?? null} {...(outcome && { tone: outcome.tone })} />
        <p className="text-sm text-muted">
          契約番号 <span className="numeric">{shown.id}</span>
        </p>
        <Offers {...managed} />
        <Head {...managed} cards={cards.data?.items} onAction={setOpenAction} />
      </div>
      {form && (shown.can.update || isReopening) && (
        <Loaded loaded={form}>
          {({ subscription, choices }) => (
            <div className="grid gap-6">
              {isReopening && shown.can.reopen && (
                <Notice title="内容を変更して再開します">確認画面で確定すると、この内容で定期便が再開されます。</Notice>
              )}
              {/* A new version restarts the form with new initial values and applies the draft to them. */}
              <Editor
                key={shown.version}
                subscription={shown.can.update ? shown : subscription}
                choices={choices}
                deliveries={shown.deliveries}
                isOutdated={shown.version !== subscription.version}
              />
            </div>
          )}
        </Loaded>
      )}
      <History events={shown.events} />
      <Dialogs {...managed} openAction={openAction} cards={cards} onClose={() => setOpenAction(null)} />
    </div>
  )
}

const actors: Record<string, string> = { customer: 'お客様', shop: '当店', system: '自動' }
/** Number of entries before the button for all of them. */
const MAX_COLLAPSED_ORDERS = 5

/** 履歴: events with actor and changes, the newest first. */
function History({ events }: { events: readonly SubscriptionEvent[] }) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? events : events.slice(0, MAX_COLLAPSED_ORDERS)
  return (
    <section aria-labelledby="history" className="grid gap-4 border-t border-line pt-8">
      <SectionHeading id="history">履歴</SectionHeading>
      <ol className="grid gap-5">
        {shown.map((event) => (
          <li key={event.id} className="grid gap-1 border-l border-brass pl-4">
            <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
              <span className="numeric">{formatDateTime(event.created_at)}</span>
              <span>{actors[event.actor] ?? event.actor}</span>
            </p>
            <p className="text-sm font-medium">{event.text}</p>
            <Changes changes={event.changes} />
          </li>
        ))}
      </ol>
      {events.length > shown.length && (
        <div>
          <Button look="secondary" onClick={() => setExpanded(true)}>
            すべての履歴を見る(全{events.length}件)
          </Button>
        </div>
      )}
    </section>
  )
}
