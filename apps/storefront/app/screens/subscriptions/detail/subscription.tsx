import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { privatePage } from '../../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../../shell/member-page.tsx'
import { Answered } from '../../../ui/loaded.tsx'
import { News } from '../../../ui/news.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SubscriptionEditor } from '../edit/subscription-editor.tsx'
import { Dialogs } from '../manage/dialogs.tsx'
import type { Doing } from '../manage/doing.ts'
import type { Told } from '../manage/told.ts'
import { NoSuchSubscription } from '../no-such-subscription.tsx'
import { useOwnCards } from '../parts/use-own-cards.ts'
import { useSubscription } from '../use-subscription.ts'
import type { Route } from './+types/subscription.ts'
import { Head } from './head.tsx'
import { History } from './history.tsx'
import { Reopening } from './reopening.tsx'
import { useHashTarget } from './use-hash-target.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便の内容・変更')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 定期便の内容・変更: how it stands, the form, and what happened so far. */
export default function SubscriptionScreen({ params: { id } }: Route.ComponentProps) {
  const answer = useSubscription(id)
  const cards = useOwnCards()
  const { hash } = useLocation()
  const [query] = useSearchParams()
  const [doing, setDoing] = useState<Doing | null>(hash === '#payment' ? 'payment' : null)
  const [told, setTold] = useState<Told | null>(null)
  useHashTarget(hash, answer.data !== undefined)
  return (
    <MemberPage title="定期便の内容・変更" parent={{ label: '定期便一覧', to: '/mypage/subscriptions' }}>
      {answer.isMissing ? (
        <NoSuchSubscription />
      ) : (
        <Answered answer={answer} skeleton={<Skeleton className="h-96 w-full" />}>
          {(subscription) => {
            const managed = {
              subscription,
              onShow: (after: typeof subscription, news: Told | null) => {
                answer.show(after)
                if (news) setTold(news)
              },
            }
            return (
              <div className="grid gap-10">
                <div className="grid gap-6">
                  <News text={told?.text ?? null} {...(told && { tone: told.tone })} />
                  <p className="text-sm text-muted">
                    契約番号 <span className="numeric">{subscription.id}</span>
                  </p>
                  <Head {...managed} cards={cards.data} onDo={setDoing} />
                </div>
                {subscription.can.update && <SubscriptionEditor subscription={subscription} />}
                {subscription.can.reopen && query.has('reopen') && <Reopening subscription={subscription} />}
                <History events={subscription.events} />
                <Dialogs {...managed} doing={doing} cards={cards} onClose={() => setDoing(null)} />
              </div>
            )
          }}
        </Answered>
      )}
    </MemberPage>
  )
}
