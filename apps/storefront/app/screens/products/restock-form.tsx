import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface RestockFormProps {
  isSending: boolean
  error: string | null
  /** Called with the address, which may be empty. */
  onSend: (email: string) => void
}

/** The e-mail address for 再入荷のお知らせ. */
export function RestockForm({ isSending, error, onSend }: RestockFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(String(new FormData(event.currentTarget).get('email') ?? '').trim())
  }
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
