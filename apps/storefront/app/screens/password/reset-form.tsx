import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@kushi/contract/client'
import { formatDateTime } from '@kushi/values/timestamp'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { resetPasswordForm } from '../../form/account.ts'
import { PasswordFields } from '../../form/fields/password-fields.tsx'
import { Form } from '../../form/form.tsx'
import { usePasswordLength } from '../../form/use-password-length.ts'
import { forgetAccessToken } from '../../state/access-token.ts'
import { writeFormDraft } from '../../state/form-draft.ts'
import { sessionStore } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { isLinkTrouble } from './link-trouble.ts'

interface ResetFormProps {
  token: string
  expires_at: string
  /** Called if the link expired or was used elsewhere while this form was open. */
  onLinkTrouble: (error: ApiError) => void
}

const timeOf = (instant: string) => formatDateTime(instant).slice(-5)

/** The new password, typed twice. It is never stored in the browser. */
export function ResetForm({ token, expires_at, onLinkTrouble }: ResetFormProps) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(resetPasswordForm(usePasswordLength())),
    defaultValues: { password: '', password_confirm: '', token },
  })

  const save = form.handleSubmit(async (body) => {
    setRefusal(null)
    try {
      await bareApi('PATCH /v1/common/reset-password_confirm/', { body })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isLinkTrouble(error)) return onLinkTrouble(error)
      const broken = error.fields.filter(({ path }) => path === 'password' || path === 'password_confirm')
      for (const { path, message } of broken)
        form.setError(path as 'password' | 'password_confirm', { message }, { shouldFocus: true })
      if (broken.length === 0) setRefusal(error.message)
      return
    }
    // The server has ended all sessions, including this browser's.
    forgetAccessToken()
    sessionStore.setState({ customer: null, has_error_payment: false, has_subscription: false })
    writeFormDraft(browserStorage(), { name: 'forget', customer_id: 0 }, null, Date.now())
    await navigate('/passreset/complete', { replace: true, state: { is_changed: true } })
  })

  return (
    <Page width="form">
      <PageHeading lead={`新しいパスワードを決めてください。このURLは${timeOf(expires_at)}まで使えます。`}>
        パスワードの再設定
      </PageHeading>
      <Form form={form} onSubmit={(event) => void save(event)} className="grid gap-4">
        {refusal && (
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <PasswordFields label="新しいパスワード" />
        <Button type="submit" wide pending={form.formState.isSubmitting}>
          このパスワードに変更する
        </Button>
        <p className="text-xs text-muted">変更すると、ログイン中のすべての端末でログアウトされます。</p>
      </Form>
    </Page>
  )
}
