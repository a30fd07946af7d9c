import { useEffect, useState } from 'react'
import { Navigate, useRevalidator, useSearchParams } from 'react-router'
import { quietApi } from '../../api.ts'
import { forgetReturnPath, returnPath } from '../../payment/return-path.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/payments.ts'
import { CardList } from './card-list.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お支払い方法')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [cards, accounts] = await Promise.all([
    settle(quietApi('GET /v1/common/mypage/card/list', {}, { signal })),
    settle(quietApi('GET /v1/common/mypage/linked-account/list', {}, { signal })),
  ])
  return { cards, accounts }
}
// Does not reload when `registered` (「登録しました」) leaves the URL, because the cards are the same.
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** お支払い方法: the member's saved cards, and the wallets that they linked. */
export default function Payments({ loaderData: { cards, accounts } }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [linked] = useState(query.get('linked'))
  const [isRegistered] = useState(query.get('registered') === '1')
  const [returnTo] = useState(() => (isRegistered ? returnPath(sessionStorage, Date.now()) : null))
  // The newest number is the newest card.
  const added = returnTo === null ? null : Math.max(...(cards.data?.items.map(({ card_seq }) => card_seq) ?? []))
  const isUsed = cards.data?.items.some(
    (card) => card.card_seq === added && card.subscription_ids.includes(returnTo ?? 0),
  )
  // One confirmation is left: that this 定期便 is paid with it. A card that took the place of another needs none.
  const isLeaving = added !== null && Number.isFinite(added) && !isUsed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a reload must not show the message again
  useEffect(() => {
    if (linked !== null) setQuery({}, { replace: true, preventScrollReset: true })
    if (!isRegistered) return
    forgetReturnPath(sessionStorage)
    if (!isLeaving) setQuery({}, { replace: true, preventScrollReset: true })
  }, [])
  if (isLeaving) return <Navigate to={`/mypage/subscriptions/${returnTo}/edit?card=${added}#payment`} replace />
  return (
    <MemberPage
      title="お支払い方法"
      lead="ご注文と定期便のお支払いに使うカードです。いつも使うカードを変えると、お支払いができなかった定期便を、そのカードで決済し直します。"
    >
      {returnTo !== null && (
        <div className="mb-6">
          <Notice title="カードを登録しました">
            <p>定期便(契約番号 {returnTo})のお支払いに、このカードを使います。</p>
            <p className="pt-3">
              <ButtonLink to={`/mypage/subscriptions/${returnTo}/edit`}>定期便に戻る</ButtonLink>
            </p>
          </Notice>
        </div>
      )}
      <Loaded loaded={cards}>
        {({ items }) => (
          <CardList cards={items} initialNotice={isRegistered && returnTo === null ? 'カードを登録しました。' : null} />
        )}
      </Loaded>
      {accounts.data && (
        <LinkedAccounts
          accounts={accounts.data.items}
          linkable={accounts.data.linkable}
          initialNotice={linked === null ? null : '連携しました。定期便のお支払い方法に選べます。'}
          onUnlinked={revalidate}
        />
      )}
    </MemberPage>
  )
}
