import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@kushi/contract/client'
import { LINE_LINK_FAILURE } from '@kushi/values/line'
import { userMessage } from '@kushi/values/user-message'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { quietApi } from '../../api.ts'
import { emailForm } from '../../form/account.ts'
import { normalizeEmail } from '../../form/writing.ts'
import { browserLine } from '../../line/browser-line.ts'
import { loginPath } from '../../navigate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LineProblem, LineStart } from './line-frame.tsx'
import { LinkSent } from './link-sent.tsx'

type Outcome = { sentTo: string } | { link_failure_id: number } | { error: ApiError } | null

/** For a visitor who is logged in only to LINE: a link sent by mail proves the member account. */
export function LinkByMail({ path }: { path: string }) {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(emailForm),
    defaultValues: { email: '' },
  })
  const send = handleSubmit(async ({ email }) => {
    setOutcome(null)
    const line_access_token = browserLine.getAccessToken() ?? undefined
    try {
      const body = { email, ...(line_access_token ? { line_access_token } : {}) }
      const { link_failure_id } = await quietApi('POST /v1/setting/line/social-save-account', { body })
      setOutcome(link_failure_id === null ? { sentTo: body.email } : { link_failure_id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setOutcome({ error })
    }
  })

  if (outcome && 'sentTo' in outcome) return <LinkSent email={outcome.sentTo} />
  if (outcome && 'link_failure_id' in outcome && outcome.link_failure_id === LINE_LINK_FAILURE.no_line_id)
    return (
      <LineStart path={path}>
        <p>LINEのログインが切れました。もう一度ログインしてください。</p>
      </LineStart>
    )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      <p>会員登録のメールアドレスへ、連携を確認するメールをお送りします。</p>
      {outcome && 'error' in outcome && <LineProblem error={outcome.error} path={path} />}
      {outcome && 'link_failure_id' in outcome && (
        <Notice tone="warning" role="alert" title="連携を確認するメールをお送りできませんでした">
          {userMessage('email_not_registered')}はじめての方は、
          <Link to="/products" className="text-link">
            お買いもの
          </Link>
          と一緒に会員登録できます。
        </Notice>
      )}
      <TextField
        {...register('email')}
        label="メールアドレス"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={formState.errors.email?.message}
        normalize={normalizeEmail}
      />
      <Button type="submit" wide pending={formState.isSubmitting}>
        確認のメールを送る
      </Button>
      <p className="text-sm text-muted">
        パスワードがおわかりの方は、
        <Link to={loginPath(path)} className="text-link text-ink">
          ログイン
        </Link>
        すると、その場で連携できます。
      </p>
    </form>
  )
}
