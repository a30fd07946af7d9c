import { ApiError } from '@kushi/contract/client'
import { emailField } from '@kushi/contract/form/member'
import { toHalfWidth } from '@kushi/values/text'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { bareApi } from '../../api.ts'
import { lineStore } from '../../state/line.ts'
import { purchasePath } from '../../state/purchase-kind.ts'
import { registerStore, useRegister } from '../../state/register.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { purchaseOfGuest } from './after-login.ts'
import { EmailSuggestion } from './email-suggestion.tsx'
import { schemaResolver } from './form-resolver.ts'
import { useEmailSuggestion } from './use-email-suggestion.ts'

interface FirstVisitProps {
  next: string | null
  /** The address belongs to a member: they log in with it. */
  onRegistered: (email: string) => void
}

const schema = z.object({ email: emailField })

/** はじめての方: only the address for now; the rest is asked during the purchase. */
export function FirstVisit({ next, onRegistered }: FirstVisitProps) {
  const navigate = useNavigate()
  const kind = purchaseOfGuest(next)
  const known = useRegister((state) => state.customer?.email ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm<{ email: string }>({
    mode: 'onTouched',
    resolver: schemaResolver(schema),
    defaultValues: { email: known },
  })
  const email = form.watch('email')
  const suggestion = useEmailSuggestion(email)

  const go = form.handleSubmit(async ({ email: typed }) => {
    setRefusal(null)
    const line_id = lineStore.getState().account?.line_id
    const body = { email: typed.trim(), ...(line_id ? { line_id } : {}) }
    try {
      const { is_registered } = await bareApi('POST /v1/common/mail/check', { body })
      if (is_registered) return onRegistered(body.email)
      registerStore.setState((state) => ({ customer: { ...state.customer, ...body } }))
      if (kind) await navigate(purchasePath(kind))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    }
  })

  if (!kind)
    return (
      <div className="grid gap-4 text-sm">
        <p>会員登録は、はじめてのお買いものと一緒にお手続きいただけます。まずは商品をカートに入れてください。</p>
        <ButtonLink to="/products" look="secondary" wide>
          商品を見る
        </ButtonLink>
      </div>
    )
  return (
    <form noValidate onSubmit={(event) => void go(event)} className="grid gap-4">
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <TextField
        {...form.register('email')}
        label="メールアドレス"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="ご注文の確認メールをお送りします"
        error={form.formState.errors.email?.message}
        normalize={(typed) => toHalfWidth(typed).replace(/\s/g, '')}
      />
      <EmailSuggestion
        suggestion={suggestion}
        onTake={(meant) => form.setValue('email', meant, { shouldValidate: true })}
      />
      <Button type="submit" look="secondary" wide pending={form.formState.isSubmitting}>
        お客様情報の入力へ
      </Button>
      <p className="text-xs text-muted">会員登録をしながらご購入いただけます。年会費などはかかりません。</p>
    </form>
  )
}
