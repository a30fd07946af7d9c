import { zodResolver } from '@hookform/resolvers/zod'
import { WithdrawForm as Schema } from '@kushi/contract/form/password'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { PasswordProof } from '../../form/fields/password-fields.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { useSaving } from '../../form/use-saving.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useShop } from '../../shell/use-shell.ts'
import { sessionStore } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/withdraw.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '退会のお手続き')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  settle(quietApi('GET /v1/customer/withdrawal', {}, { signal }))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 退会のお手続き, if the shop accepts it online: what it ends, what prevents it, and the password. */
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
          <ul className="grid list-disc gap-2 pl-5 text-sm">
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

/** The form with the password and the final button. */
function WithdrawForm() {
  const navigate = useNavigate()
  const form = useForm({
    shouldFocusError: false,
    resolver: zodResolver(Schema),
    defaultValues: { password: '' },
  })
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      await quietApi('POST /v1/customer/withdraw', { body })
      // Same as a logout: no data of the member stay on this device.
      sessionStore.setState({ is_leaving: true })
      toast('退会のお手続きが完了しました。ご利用ありがとうございました')
      await navigate('/login', { replace: true })
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
      <PasswordProof />
      <FormEnd label="退会する" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
