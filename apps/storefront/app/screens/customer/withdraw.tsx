import { Link, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useShop } from '../../shell/use-shell.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/withdraw.ts'
import { WithdrawForm } from './withdraw-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '退会のお手続き')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  settle(quietApi('GET /v1/customer/withdrawal', {}, { signal }))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 退会のお手続き, where the shop takes it here: what it ends, what stands in the way, and the password. */
export default function Withdraw({ loaderData: { data, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const phone = useShop()?.phone_number
  return (
    <MemberPage title="退会のお手続き" parent={{ label: '会員情報', to: '/mypage/customer' }}>
      {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
      {data && (data.withdrawal_by === 'phone' || data.problem !== null) && (
        <EmptyState
          title={data.problem ? 'いまは退会のお手続きができません' : '退会はお電話で承ります'}
          text={data.problem ?? `お電話(${phone ?? ''})でご連絡ください。`}
        >
          <ButtonLink to={data.problem ? '/mypage/history' : '/mypage/customer'} look="secondary">
            {data.problem ? 'ご注文履歴を見る' : '会員情報へ戻る'}
          </ButtonLink>
        </EmptyState>
      )}
      {data && data.withdrawal_by === 'mypage' && data.problem === null && (
        <div className="grid gap-8">
          <ul className="phrases grid list-disc gap-2 pl-5 text-sm">
            {data.subscription_count > 0 && (
              <li>定期便({data.subscription_count}件)は終了し、今後のお届けとご請求はありません。</li>
            )}
            <li>会員情報、お届け先、カードの登録は削除され、元には戻せません。</li>
            <li>ログインできなくなり、ご注文の履歴や領収書もご覧いただけません。</li>
            <li>ご注文の記録は、法律で定められた期間だけ当店で保管します。</li>
          </ul>
          {data.subscription_count > 0 && (
            <p className="text-sm text-muted">
              定期便だけを止めたいときは、
              <Link to="/mypage/subscriptions" className="text-link">
                定期便の画面
              </Link>
              から休止・解約できます。
            </p>
          )}
          <WithdrawForm />
        </div>
      )}
    </MemberPage>
  )
}
