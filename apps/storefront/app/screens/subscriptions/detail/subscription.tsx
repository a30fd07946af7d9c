import { privatePage } from '../../../seo.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Answered } from '../../mypage/frame/answered.tsx'
import { MemberPage } from '../../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../../mypage/frame/member-skeleton.tsx'
import { SubscriptionEditor } from '../edit/subscription-editor.tsx'
import { NoSuchSubscription } from '../no-such-subscription.tsx'
import { useSubscription } from '../use-subscription.ts'
import type { Route } from './+types/subscription.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便の内容・変更')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 定期便の内容・変更 */
export default function SubscriptionScreen({ params: { id } }: Route.ComponentProps) {
  const subscription = useSubscription(id)
  return (
    <MemberPage title="定期便の内容・変更" parent={{ label: '定期便', to: '/mypage/subscriptions' }}>
      {subscription.isMissing ? (
        <NoSuchSubscription />
      ) : (
        <Answered answer={subscription} skeleton={<Skeleton className="h-96 w-full" />}>
          {(one) => <SubscriptionEditor key={one.version} subscription={one} />}
        </Answered>
      )}
    </MemberPage>
  )
}
