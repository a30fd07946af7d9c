import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { FormActions } from '../../form/form.tsx'
import { CardForm } from '../../payment/card-form.tsx'
import { useRegistration } from '../../payment/use-registration.ts'
import { Notice } from '../../ui/notice.tsx'
import { registrationFailure } from './registration-failure.ts'

interface CardEntryProps {
  label: string
  send: Parameters<typeof useRegistration>[0]
  children?: ReactNode
}

/** The form for a card, new or as a replacement of another one. */
export function CardEntry({ label, send, children }: CardEntryProps) {
  const [query] = useSearchParams()
  const { form, isPending, problem, hasTried, submit } = useRegistration(send)
  const earlier = hasTried ? null : registrationFailure(query.get('error'))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      {earlier && (
        <Notice tone="danger" role="alert">
          {earlier}
        </Notice>
      )}
      <CardForm form={form} />
      {children}
      <p className="text-xs text-muted">
        カード番号は当店を通らず、決済代行会社へ直接送られます。登録でお支払いが発生することはありません。ページを離れると、カードの入力は消えます。
      </p>
      <FormActions
        label={label}
        wrong={Object.keys(form.failures).length}
        isPending={isPending}
        problem={problem}
        cancelTo="/mypage/payments"
      />
    </form>
  )
}
