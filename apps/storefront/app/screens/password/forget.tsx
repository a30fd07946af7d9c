import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { bareApi } from '../../api.ts'
import { emailForm } from '../../form/account.ts'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { normalizeEmail } from '../../form/writing.ts'
import { privatePage } from '../../seo.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Route } from './+types/forget.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'パスワードの再設定')

/** Only this device has the saved input, so the form waits for it. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

export const HydrateFallback = () => <FormSkeleton title="パスワードの再設定" />

/** パスワードを忘れた方: requests a link by mail. */
export default function Forget() {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { form } = useDraftedForm({ name: 'forget', initial: { email: '' }, codec: emailForm })
  const { register, handleSubmit, formState, setError } = form

  const send = handleSubmit(async ({ email }) => {
    setRefusal(null)
    try {
      await bareApi('POST /v1/common/reset-password/', { body: { email } })
      await navigate('/forget/complete', { state: { email } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const [broken] = error.fields
      if (broken) setError('email', { message: broken.message }, { shouldFocus: true })
      else setRefusal(error.message)
    }
  })

  return (
    <Page width="form">
      <PageHeading lead="ご登録のメールアドレスに、新しいパスワードを決めるためのURLをお送りします。">
        パスワードの再設定
      </PageHeading>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        {refusal && (
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <TextField
          {...register('email')}
          label="メールアドレス"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          normalize={normalizeEmail}
        />
        <Button type="submit" wide pending={formState.isSubmitting}>
          再設定のURLを送る
        </Button>
        <p className="text-sm">
          <Link to="/login" className="text-link inline-flex min-h-tap items-center">
            ログインに戻る
          </Link>
        </p>
      </form>
    </Page>
  )
}
