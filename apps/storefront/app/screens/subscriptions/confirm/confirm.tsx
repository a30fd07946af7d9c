import { privatePage } from '../../../seo.ts'
import { settle } from '../../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../../shell/member-page.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Route } from './+types/confirm.ts'
import { ConfirmContent } from './confirm-content.tsx'
import { loadConfirmation } from './load-confirmation.ts'
import { RefusedNotice } from './refused-notice.tsx'
import { useConfirmation } from './use-confirmation.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '定期便の変更内容の確認')

export const clientLoader = ({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) =>
  settle(loadConfirmation(Number(id), signal))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 定期便の変更の最終確認: values before and after, and the button to confirm. */
export default function ConfirmSubscription({ params: { id }, loaderData }: Route.ComponentProps) {
  const confirmation = useConfirmation(Number(id), loaderData)
  const { data, refusal } = confirmation
  const edit = `/mypage/subscriptions/${id}/edit`
  return (
    <MemberPage
      title="変更内容の確認"
      parent={{ label: '定期便の内容・変更', to: edit }}
      lead={data?.preview && 'まだ変更は確定していません。内容をご確認のうえ、「この内容で変更する」を押してください。'}
    >
      {data?.preview ? (
        <ConfirmContent data={data} preview={data.preview} confirmation={confirmation} />
      ) : data ? (
        <EmptyState
          title="変更された項目はありません"
          text="すでに反映されているか、いまの内容と同じです。定期便の内容をご確認ください。"
        >
          <ButtonLink to={edit}>定期便の内容を見る</ButtonLink>
        </EmptyState>
      ) : (
        refusal && <RefusedNotice refusal={refusal} edit={edit} onRetry={confirmation.reload} />
      )}
    </MemberPage>
  )
}
