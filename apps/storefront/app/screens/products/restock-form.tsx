import { fieldRuleMessage } from '@kushi/values/message'
import { type FormEvent, useEffect } from 'react'
import { focusFirstError } from '../../form/focus-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface RestockFormProps {
  isSending: boolean
  error: string | null
  onSend: (email: string) => void
  /** Called with the error of an empty field. */
  onRefuse: (error: string) => void
}

/** The e-mail address for 再入荷のお知らせ. */
export function RestockForm({ isSending, error, onSend, onRefuse }: RestockFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (email !== '') return onSend(email)
    onRefuse(fieldRuleMessage('cmn-err-001', 'メールアドレス'))
    focusFirstError()
  }
  // The field has the focus then, and names its error.
  useEffect(() => {
    if (error) focusFirstError()
  }, [error])
  return (
    <form noValidate onSubmit={send} className="grid gap-3 rounded-base border border-line p-4">
      <TextField
        name="email"
        label="お知らせするメールアドレス"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoFocus
        hint="入荷のお知らせを一度だけお送りします。ほかのご案内には使いません。"
        error={error ?? undefined}
      />
      <Button type="submit" wide pending={isSending}>
        お知らせを申し込む
      </Button>
    </form>
  )
}
