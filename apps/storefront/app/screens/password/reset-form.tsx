import { ApiError } from '@kushi/contract/client'
import { passwordHint } from '@kushi/values/password'
import { formatDateTime } from '@kushi/values/timestamp'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { failuresResolver } from '../../forms/failures-resolver.ts'
import { usePasswordLength } from '../../shell/use-shell.ts'
import { forgetAccessToken } from '../../state/access-token.ts'
import { writeFormDraft } from '../../state/form-draft.ts'
import { sessionStore } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { isLinkTrouble } from './link-trouble.ts'
import { type ResetFields, resetFailures } from './reset-failures.ts'

interface ResetFormProps {
  token: string
  expires_at: string
  /** The link expired, or was used elsewhere, while this form was open. */
  onLinkTrouble: (error: ApiError) => void
}

const timeOf = (instant: string) => formatDateTime(instant).slice(-5)

/** The new password, typed twice. Neither is ever written down. */
export function ResetForm({ token, expires_at, onLinkTrouble }: ResetFormProps) {
  const navigate = useNavigate()
  const length = usePasswordLength()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, trigger, getValues } = useForm<ResetFields>({
    mode: 'onTouched',
    resolver: failuresResolver((fields) => resetFailures(fields, length)),
    defaultValues: { password: '', password_confirm: '' },
  })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async (form) => {
    setRefusal(null)
    try {
      await bareApi('PATCH /v1/common/reset-password_confirm/', { body: { ...form, token } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isLinkTrouble(error)) return onLinkTrouble(error)
      const broken = error.fields.filter(({ path }) => path === 'password' || path === 'password_confirm')
      for (const { path, message } of broken)
        setError(path as 'password' | 'password_confirm', { message }, { shouldFocus: true })
      if (broken.length === 0) setRefusal(error.message)
      return
    }
    // The server has ended every session, this browser's too.
    forgetAccessToken()
    sessionStore.setState({ customer: null, has_error_payment: false })
    writeFormDraft(browserStorage(), { name: 'forget', customer_id: 0 }, null, Date.now())
    await navigate('/passreset/complete', { replace: true })
  })

  return (
    <Page width="form">
      <PageHeading lead={`新しいパスワードを決めてください。このURLは${timeOf(expires_at)}まで使えます。`}>
        パスワードの再設定
      </PageHeading>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        {refusal && (
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <PasswordField
          {...register('password', {
            onBlur: () => void (getValues('password_confirm') && trigger('password_confirm')),
          })}
          label="新しいパスワード"
          hint={`${passwordHint(length)}。英大文字・英小文字・数字をそれぞれ1文字以上`}
          autoComplete="new-password"
          error={errors.password?.message}
        />
        <PasswordField
          {...register('password_confirm')}
          label="新しいパスワード(確認)"
          autoComplete="new-password"
          error={errors.password_confirm?.message}
        />
        <Button type="submit" wide pending={isSubmitting}>
          このパスワードに変更する
        </Button>
        <p className="text-xs text-muted">変更すると、ログイン中のすべての端末でログアウトされます。</p>
      </form>
    </Page>
  )
}
