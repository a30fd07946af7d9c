import { emailField } from '@kushi/contract/form/member'
import { useEffect, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { bareApi } from '../../../api.ts'
import { EmailSuggestion } from '../../../form/fields/email-suggestion.tsx'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { normalizeEmail } from '../../../form/writing.ts'
import { loginPath } from '../../../navigate.ts'
import { lineStore } from '../../../state/line.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Honeypot } from './trap.tsx'

/** メールアドレス, the first field. If it belongs to a member, shows a link to the login beside it. */
export function EmailField({ kind }: { kind: PurchaseKind }) {
  const { register, control, setValue, getValues } = useFormContext<PurchaseFields>()
  const { errors } = useFormState({ control, name: 'member.email' })
  const email = useWatch({ control, name: 'member.email' })
  const [leftValue, setLeftValue] = useState(getValues('member.email'))
  const isRegistered = useIsRegistered(leftValue)
  // The error disappears on blur. The link to the login must stay, because the customer may just be tapping it.
  const [refused, setRefused] = useState<string | null>(null)
  const isRefused = errors.member?.email?.type === 'server'
  useEffect(() => {
    if (isRefused) setRefused(getValues('member.email'))
  }, [isRefused, getValues])
  const isMembers = refused === email || (isRegistered && leftValue === email)
  return (
    <div className="grid gap-2">
      <Honeypot />
      <TextField
        {...register('member.email', { onBlur: () => setLeftValue(getValues('member.email')) })}
        label="メールアドレス"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="ご注文の確認メールをお送りします"
        error={errors.member?.email?.message}
        normalize={normalizeEmail}
      />
      <EmailSuggestion
        email={email}
        onAccept={(meant) => {
          setValue('member.email', meant, { shouldValidate: true, shouldDirty: true })
          setLeftValue(meant)
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

/** Checks the address after blur. Shows nothing if the call fails, because the registration checks it too. */
function useIsRegistered(email: string): boolean {
  const address = normalizeEmail(email)
  const { data } = useAnswer(emailField.safeParse(address).success ? address : null, async (signal) => {
    const line_id = lineStore.getState().account?.line_id
    const body = { email: address, ...(line_id ? { line_id } : {}) }
    return { asked: address, ...(await bareApi('POST /v1/common/mail/check', { body }, { signal })) }
  })
  return data?.asked === address && data.is_registered
}
