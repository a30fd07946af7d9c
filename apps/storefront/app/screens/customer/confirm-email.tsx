import { ApiError } from '@kushi/contract/client'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { changeCustomer } from '../../state/auth.ts'
import { linkToken } from '../../state/link-token.ts'
import { useCustomer } from '../../state/session.ts'
import { tabStorage } from '../../state/storage.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/confirm-email.ts'
import { EmailTrouble } from './email-trouble.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'メールアドレスの確認')

/** Only this tab has the token. */
export const clientLoader = () => ({ token: linkToken(tabStorage(), '/email-change') })
clientLoader.hydrate = true as const

export const HydrateFallback = () => (
  <Page width="form">
    <PageHeading>メールアドレスの確認</PageHeading>
    <Loading>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-11 w-full" />
    </Loading>
  </Page>
)

/**
 * Target of the link in the mail to a new address. It works without login, on any device. It needs a click on the
 * button, because mail scanners also open links.
 */
export default function ConfirmEmail({ loaderData: { token } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const customer = useCustomer()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  async function confirm(): Promise<void> {
    setPending(true)
    setError(null)
    try {
      const { email } = await bareApi('POST /v1/customer/email/confirm', { body: { token } })
      // The link may belong to another member than the one logged in here.
      if (customer) await bareApi('POST /v1/common/me').then(changeCustomer, () => {})
      await navigate('/email-change', { replace: true, state: { email } })
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      setError(refusal)
    } finally {
      setPending(false)
    }
  }

  if (isEmailChanged(state)) return <EmailChanged {...state} isMember={Boolean(customer)} />
  if (error) return <EmailTrouble error={error} onRetry={() => void confirm()} isPending={isPending} />
  return (
    <Page width="form">
      <PageHeading lead="このメールを受け取られたアドレスが、ご登録のメールアドレスになります。">
        メールアドレスの確認
      </PageHeading>
      <div className="grid gap-4">
        <Button wide pending={isPending} onClick={() => void confirm()}>
          このメールアドレスを使う
        </Button>
        <p className="text-xs text-muted">お心当たりのない場合は、この画面を閉じてください。何も変わりません。</p>
      </div>
    </Page>
  )
}

/** Navigation state after the change; it survives a reload. */
interface EmailChangedState {
  email: string
}

const isEmailChanged = (state: unknown): state is EmailChangedState =>
  typeof state === 'object' && state !== null && 'email' in state

/** Confirms that the address has changed. */
function EmailChanged({ email, isMember }: EmailChangedState & { isMember: boolean }) {
  useEffect(() => {
    // The path stays the same, so the focus must be moved here.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <Page width="form">
      <PageHeading>メールアドレスを確認しました</PageHeading>
      <div className="grid gap-6">
        <Notice tone="leaf">
          <strong className="break-all font-medium">{email}</strong>{' '}
          でログインしていただけます。ご注文のご連絡も、このアドレスにお送りします。
        </Notice>
        {isMember ? (
          <ButtonLink to="/mypage/customer" wide>
            会員情報を見る
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" wide>
            ログインする
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}
