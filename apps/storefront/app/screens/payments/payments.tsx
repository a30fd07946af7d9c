import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Answered } from '../mypage/frame/answered.tsx'
import { MemberPage } from '../mypage/frame/member-page.tsx'
import { MemberSkeleton } from '../mypage/frame/member-skeleton.tsx'
import type { Route } from './+types/payments.ts'
import { CardList } from './card-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お支払い方法')

export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お支払い方法: the cards that the member saved. */
export default function Payments() {
  const [query, setQuery] = useSearchParams()
  const [isRegistered] = useState(query.get('registered') === '1')
  const answer = useAnswer('cards', (signal) => quietApi('GET /v1/common/mypage/card/list', {}, { signal }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a reload must not say it again
  useEffect(() => {
    if (isRegistered) setQuery({}, { replace: true, preventScrollReset: true })
  }, [])
  return (
    <MemberPage title="お支払い方法" lead="ご注文と定期便のお支払いに使うカードです。">
      <Answered
        answer={answer}
        skeleton={
          <div className="grid gap-4">
            <Skeleton className="h-40 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        }
      >
        {({ items }) => <CardList cards={items} arrivedWith={isRegistered ? 'カードを登録しました。' : null} />}
      </Answered>
    </MemberPage>
  )
}
