import { emailField } from '@kushi/contract/form/member'
import { useEffect, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { bareApi } from '../../../api.ts'
import { emailOf } from '../../../forms/email-of.ts'
import { loginPath } from '../../../navigate.ts'
import { lineStore } from '../../../state/line.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { EmailSuggestion } from '../../login/email-suggestion.tsx'
import { useEmailSuggestion } from '../../login/use-email-suggestion.ts'
import type { PurchaseForm } from './purchase-form.ts'

/** メールアドレス, the first that is asked. Where it is a member's, the way to the login stands beside it. */
export function EmailField({ kind }: { kind: PurchaseKind }) {
  const { register, control, setValue, getValues } = useFormContext<PurchaseForm>()
  const { errors } = useFormState({ control, name: 'email' })
  const email = useWatch({ control, name: 'email' })
  const suggestion = useEmailSuggestion(email)
  const [left, setLeft] = useState(getValues('email'))
  const isRegistered = useIsRegistered(left)
  // The error goes when the field is left; the way to the login must not go with it, from under the finger.
  const [refused, setRefused] = useState<string | null>(null)
  const isRefused = errors.email?.type === 'server'
  useEffect(() => {
    if (isRefused) setRefused(getValues('email'))
  }, [isRefused, getValues])
  const isMembers = refused === email || (isRegistered && left === email)
  return (
    <div className="grid gap-2">
      <TextField
        {...register('email', { onBlur: () => setLeft(getValues('email')) })}
        label="メールアドレス"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="ご注文の確認メールをお送りします"
        error={errors.email?.message}
        normalize={emailOf}
      />
      <EmailSuggestion
        suggestion={suggestion}
        onTake={(meant) => {
          setValue('email', meant, { shouldValidate: true, shouldDirty: true })
          setLeft(meant)
        }}
      />
      <div role="status" className="empty:hidden">
        {isMembers && (
          <Notice tone="leaf">
            会員登録がお済みのメールアドレスです。ログインすると入力が省けます。
            <Link
              to={loginPath(purchasePath(kind))}
              state={{ registered: email }}
              className="text-link inline-flex min-h-tap items-center font-medium"
            >
              ログインする
            </Link>
          </Notice>
        )}
      </div>
    </div>
  )
}

/** Asked once an address was left. Silent when it can't be asked: the registration itself tells. */
function useIsRegistered(email: string): boolean {
  const asked = emailOf(email)
  const { data } = useAnswer(emailField.safeParse(asked).success ? asked : null, async (signal) => {
    const line_id = lineStore.getState().account?.line_id
    const body = { email: asked, ...(line_id ? { line_id } : {}) }
    return { asked, ...(await bareApi('POST /v1/common/mail/check', { body }, { signal })) }
  })
  return data?.asked === asked && data.is_registered
}
