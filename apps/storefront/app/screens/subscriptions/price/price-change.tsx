import { ApiError } from '@kushi/contract/client'
import type { PriceOffer } from '@kushi/contract/subscription'
import { useState } from 'react'
import { bareApi } from '../../../api.ts'
import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { linkToken } from '../../../state/link-token.ts'
import { tabStorage } from '../../../state/storage.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { FormSkeleton } from '../../../ui/skeleton.tsx'
import type { Route } from './+types/price-change.ts'
import { OfferCard } from './offer-card.tsx'

const TITLE = '定期便の価格の変更'
const FEES_TITLE = '定期便の送料・手数料の変更'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** Only this tab has the token. */
export async function clientLoader() {
  const token = linkToken(tabStorage(), '/price-change')
  const call = () => bareApi('POST /v1/order/subscription/price/offer', { body: { token } })
  return { token, offer: token ? await settle(call()) : null }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title={TITLE} />

/** 価格変更のお伺い, by the link in the mail, without login. It needs a click, because mail scanners also open links. */
export default function PriceChange({ loaderData: { token, offer } }: Route.ComponentProps) {
  const isNoLink = offer?.error?.status === 404 || offer?.error?.status === 422
  return (
    <Page width="form">
      {!offer || isNoLink ? (
        <EmptyState
          isPage
          title="このURLではご覧いただけません"
          text="メールに書かれたURLを、もう一度お開きください。マイページからもお返事いただけます。"
        >
          <ButtonLink to="/mypage/subscriptions">定期便の一覧へ</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <PageHeading>{offer.data?.is_fees ? FEES_TITLE : TITLE}</PageHeading>
          <Loaded loaded={offer}>{(found) => <PriceChangeQuestion token={token} asked={found} />}</Loaded>
        </>
      )}
    </Page>
  )
}

function PriceChangeQuestion({ token, asked: loadedOffer }: { token: string; asked: PriceOffer }) {
  const [offer, setOffer] = useState(loadedOffer)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const answer = async (is_agreed: boolean) => {
    setPending(true)
    setRefusal(null)
    try {
      setOffer(await bareApi('POST /v1/order/subscription/price/answer', { body: { token, is_agreed } }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-6">
      <OfferCard offer={offer} isPending={isPending} onAnswer={(is_agreed) => void answer(is_agreed)} />
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <p className="text-sm text-muted">お休み、休止、解約は、マイページ(ログインが必要です)でお手続きいただけます。</p>
      <ButtonLink to={`/mypage/subscriptions/${offer.subscription_id}/edit`} look="secondary" wide>
        マイページで定期便を確認する
      </ButtonLink>
    </div>
  )
}
