import { ApiError } from '@kushi/contract/client'
import type { Pace } from '@kushi/contract/subscription'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { PACE_ANSWER_NAME, type PaceAnswer } from '@kushi/values/pace'
import { useState } from 'react'
import { bareApi } from '../../../api.ts'
import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { forgetLinkAnswer, linkAnswer, linkToken } from '../../../state/link-token.ts'
import { tabStorage } from '../../../state/storage.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { FormSkeleton } from '../../../ui/skeleton.tsx'
import type { Route } from './+types/pace.ts'
import { PaceCard } from './pace-card.tsx'

const TITLE = '次回のお届けの前に'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

const answerOf = (rest: string | null) => (rest !== null && rest in PACE_ANSWER_NAME ? (rest as PaceAnswer) : undefined)

/** The press in the mail was the answer, once. A mail scanner that runs no script answers nothing, and no answer changes a delivery. */
export async function clientLoader() {
  const storage = tabStorage()
  const token = linkToken(storage, '/pace')
  const rest_answer = answerOf(linkAnswer(storage, '/pace'))
  const call = () =>
    bareApi('POST /v1/order/subscription/pace/answer', { body: { token, ...(rest_answer && { rest_answer }) } })
  const pace = token ? await settle(call()) : null
  if (rest_answer && pace && !pace.error) forgetLinkAnswer(storage, '/pace')
  return { token, pace }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title={TITLE} />

/** お手元の残り, by the link of the notice, without a login. */
export default function PaceByLink({ loaderData: { token, pace } }: Route.ComponentProps) {
  const isNoLink = pace?.error?.status === 404 || pace?.error?.status === 422
  return (
    <Page width="form">
      {!pace || isNoLink ? (
        <EmptyState
          isPage
          title="このURLではご覧いただけません"
          text="お返事の期限を過ぎたか、URLが途中で切れています。お届けの変更は、マイページでお手続きいただけます。"
        >
          <ButtonLink to="/mypage/subscriptions">定期便の一覧へ</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <PageHeading>{TITLE}</PageHeading>
          <Loaded loaded={pace}>{(found) => <PaceQuestion token={token} asked={found} />}</Loaded>
        </>
      )}
    </Page>
  )
}

function PaceQuestion({ token, asked: loadedPace }: { token: string; asked: Pace }) {
  const [pace, setPace] = useState(loadedPace)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const run = async (call: () => Promise<Pace>) => {
    setPending(true)
    setRefusal(null)
    try {
      setPace(await call())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    } finally {
      setPending(false)
    }
  }
  const { version } = pace
  return (
    <div className="grid gap-6">
      <p className="text-sm">
        次回のお届け: {formatDateWithWeekday(pace.delivery_date)}
        <span className="block text-muted">変更の締切: {formatDateWithWeekday(pace.change_deadline)}まで</span>
      </p>
      <PaceCard
        pace={pace}
        isPending={isPending}
        onAnswer={(rest_answer, product_sku_id) =>
          void run(() =>
            bareApi('POST /v1/order/subscription/pace/answer', { body: { token, rest_answer, product_sku_id } }),
          )
        }
        onAccept={({ pace_kind, payment_total: shown_payment_total }) =>
          void run(() =>
            bareApi('POST /v1/order/subscription/pace/take', {
              body: { token, pace_kind, version, shown_payment_total },
            }),
          )
        }
        onUndo={() => void run(() => bareApi('POST /v1/order/subscription/pace/undo', { body: { token, version } }))}
      />
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <p className="text-sm text-muted">
        変更すると、すぐにメールでお知らせします。お休み、休止、解約は、マイページ(ログインが必要です)でお手続きいただけます。
      </p>
    </div>
  )
}
