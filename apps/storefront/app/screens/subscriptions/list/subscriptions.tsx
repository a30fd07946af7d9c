import { formatWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import { privatePage } from '../../../seo.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Answered } from '../../mypage/frame/answered.tsx'
import { MemberPage } from '../../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/subscriptions.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 定期便の一覧 */
export default function Subscriptions() {
  const answer = useAnswer('subscriptions', (signal) => quietApi('GET /v1/order/subscription/', {}, { signal }))
  return (
    <MemberPage title="定期便">
      <Answered answer={answer} skeleton={<Skeleton className="h-96 w-full" />}>
        {({ items }) => (
          <ul className="grid gap-4">
            {items.map((one) => (
              <li key={one.id} className="grid gap-2">
                {formatWithWeekday(one.next_delivery_date)}
                <ButtonLink to={`/mypage/subscriptions/${one.id}/edit`} look="secondary">
                  内容を確認する
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </MemberPage>
  )
}
