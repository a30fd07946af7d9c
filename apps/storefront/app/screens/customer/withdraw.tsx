import { zodResolver } from '@hookform/resolvers/zod'
import { WithdrawForm as Schema } from '@kushi/contract/form/password'
import { formatPoints } from '@kushi/values/points'
import { useState } from 'react'
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
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/withdraw.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '退会のお手続き')

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  settle(quietApi('GET /v1/customer/withdrawal', {}, { signal }))
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 退会のお手続き, if the shop accepts it online: what it ends, what comes first, and the password. */
export default function Withdraw({ loaderData: { data, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const phone = useShop()?.phone_number
  return (
    <MemberPage title="退会のお手続き" parent={{ label: '会員情報', to: '/mypage/customer' }}>
      {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
      {data?.leaving_at && (
        <WithdrawalPending
          problem={data.problem}
          hasSubscriptions={data.subscription_count > 0}
          onUndo={() => void revalidate()}
        />
      )}
      {data && !data.leaving_at && data.withdrawal_by === 'phone' && (
        <EmptyState title="退会はお電話で承ります" text={`お電話(${phone ?? ''})でご連絡ください。`}>
          <ButtonLink to="/mypage/customer" look="secondary">
            会員情報へ戻る
          </ButtonLink>
        </EmptyState>
      )}
      {data && !data.leaving_at && data.withdrawal_by === 'mypage' && (
        <div className="grid gap-8">
          {data.problem !== null && (
            <Notice title="お届けが済んでから退会となります">
              <p>{data.problem}お申し出はいま承り、退会となるまでは取り消せます。</p>
            </Notice>
          )}
          <ul className="grid list-disc gap-2 pl-5 text-sm">
            {data.subscription_count > 0 && (
              <li>
                定期便({data.subscription_count}件)は終わります。
                {data.problem === null
                  ? '今後のお届けとご請求はありません。'
                  : '手配済みのお届けが最後になり、その後のお届けとご請求はありません。'}
              </li>
            )}
            <li>
              {data.problem !== null && '退会となったあと、'}
              会員情報、お届け先、カードの登録は削除され、元には戻せません。
            </li>
            {data.point_balance > 0 && <li>お持ちの{formatPoints(data.point_balance)}はなくなります。</li>}
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
          <WithdrawForm onWaiting={() => void revalidate()} />
        </div>
      )}
    </MemberPage>
  )
}

interface LeavingProps {
  problem: string | null
  /** Some are still to end with their arranged delivery; an order alone may be on its way. */
  hasSubscriptions: boolean
  onUndo: () => void
}

/** Asked for and not in effect yet: what comes first, and a button to take it back. */
function WithdrawalPending({ problem, hasSubscriptions, onUndo }: LeavingProps) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const undo = async () => {
    setPending(true)
    setRefusal(null)
    try {
      await quietApi('POST /v1/customer/withdraw/undo', {})
      toast('退会のお申し出を取り消しました')
      onUndo()
    } catch (error) {
      setRefusal((error as Error).message)
    }
    setPending(false)
  }
  return (
    <Notice title="退会のお申し出を承りました">
      <p>{problem ?? 'まもなく退会となります。'}</p>
      <p>
        {hasSubscriptions && '定期便は、手配済みのお届けを最後に終わります。'}
        退会となるまでは、お申し出を取り消せます。
      </p>
      {refusal && <p role="alert">{refusal}</p>}
      <div className="pt-3">
        <Button look="secondary" pending={isPending} onClick={() => void undo()}>
          お申し出を取り消す
        </Button>
      </div>
    </Notice>
  )
}

/** The form with the password and the final button. */
function WithdrawForm({ onWaiting }: { onWaiting: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    shouldFocusError: false,
    resolver: zodResolver(Schema),
    defaultValues: { password: '' },
  })
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      const { leaving_at } = await quietApi('POST /v1/customer/withdraw', { body })
      if (leaving_at) {
        toast('退会のお申し出を承りました')
        onWaiting()
        return
      }
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
