import { useEffect, useState } from 'react'
import { quietApi } from '../../api.ts'
import { changeEmailForm } from '../../form/account.ts'
import { EmailSuggestion } from '../../form/fields/email-suggestion.tsx'
import { PasswordProof } from '../../form/fields/password-fields.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { normalizeEmail } from '../../form/writing.ts'
import { privatePage } from '../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { sessionStore } from '../../state/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Route } from './+types/change-email.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'メールアドレスの変更')

export const clientLoader = () => ({ current: sessionStore.getState().customer?.email ?? '' })
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** メールアドレスの変更: nothing changes until the link in the mail to the new address is opened. */
export default function ChangeEmail({ loaderData: { current } }: Route.ComponentProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <MemberPage title="メールアドレスの変更" parent={{ label: '会員情報', to: '/mypage/customer' }}>
      {sentTo === null ? (
        <EmailForm current={current} onSent={setSentTo} />
      ) : (
        <EmailSent email={sentTo} onAgain={() => setSentTo(null)} />
      )}
    </MemberPage>
  )
}

interface EmailSentProps {
  email: string
  onAgain: () => void
}

/** The mail was sent: what to do now, and what to do if it does not arrive. */
function EmailSent({ email, onAgain }: EmailSentProps) {
  useEffect(() => {
    // The path stays the same and the clicked button is gone, so the focus must be moved here.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [])
  return (
    <div className="grid gap-6">
      <Notice tone="leaf" role="status" title="確認のメールをお送りしました">
        <p>
          <span className="break-all font-medium">{email}</span>{' '}
          に届くメールのURLを、1時間以内に開いてください。開いた画面のボタンを押すと変更が完了します。ほかの端末で開いても構いません。それまでは、いまのメールアドレスをそのままお使いいただけます。
        </p>
      </Notice>
      <div className="text-sm">
        <h2 className="text-base">メールが届かないとき</h2>
        <ul className="list-disc pl-5">
          <li>迷惑メールのフォルダーをご確認ください。</li>
          <li>アドレスに間違いがないかお確かめのうえ、もう一度お送りください。前のURLは使えなくなります。</li>
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/mypage/customer">会員情報へ戻る</ButtonLink>
        <Button look="secondary" onClick={onAgain}>
          もう一度送る
        </Button>
      </div>
    </div>
  )
}

interface EmailFormProps {
  current: string
  onSent: (email: string) => void
}

/** The form for the new address, with the password to verify the member. */
function EmailForm({ current, onSent }: EmailFormProps) {
  const { form, forget } = useDraftedForm({
    name: 'email',
    initial: { email: '', password: '' },
    secrets: ['password'],
    codec: changeEmailForm,
  })
  const { errors } = form.formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      const { email } = await quietApi('POST /v1/customer/email/change', { body })
      forget()
      onSent(email)
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
      <p className="text-sm">
        いまのメールアドレス
        <span className="block break-all text-base">{current}</span>
      </p>
      <TextField
        {...form.register('email')}
        label="新しいメールアドレス"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="このアドレスへ確認のメールをお送りします"
        error={errors.email?.message}
        normalize={normalizeEmail}
      />
      <EmailSuggestion
        email={form.watch('email')}
        onAccept={(meant) => form.setValue('email', meant, { shouldValidate: true })}
      />
      <PasswordProof />
      <FormEnd label="確認のメールを送る" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
