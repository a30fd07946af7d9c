import { userMessage } from '@kushi/values/user-message'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { FormActions } from '../../form/form.tsx'
import { CardForm } from '../../payment/card-form.tsx'
import { useRegistration } from '../../payment/use-registration.ts'
import { Notice } from '../../ui/notice.tsx'

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

/** `?error=` of the return from the provider's page → advice for the customer. */
const texts: Record<string, string> = {
  reenter:
    'カード情報が正しくないため、登録できませんでした。カード番号・有効期限・セキュリティコードをご確認のうえ、もう一度ご入力ください。',
  limit: 'ご利用限度額などの都合により、このカードは登録できませんでした。別のカードをお試しください。',
  unusable: 'このカードは登録できませんでした。別のカードをお試しください。',
  authentication: '本人認証(3Dセキュア)が完了しませんでした。もう一度お試しいただくか、別のカードをお使いください。',
  too_many: '登録できるカードの数の上限に達しています。お使いにならないカードを削除してから、もう一度お試しください。',
  unavailable:
    'カード会社と通信できず、登録できたか確認できませんでした。一覧に表示されていないときは、もう一度お試しください。',
}

/** Why a card was not registered, ready to show; null: no message. */
export const registrationFailure = (error: string | null): string | null =>
  error === null ? null : (texts[error] ?? userMessage('card_registration_failed'))
