import { ApiError } from '@kushi/contract/client'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { quietApi } from '../../api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

type Outcome = { email: string } | { refusal: string }

/** The link of the mail holds once: whoever asks again for the same one waits for the same answer. */
const asked = new Map<string, Promise<Outcome>>()
const confirm = (token: string) => {
  const outcome =
    asked.get(token) ??
    quietApi('POST /v1/customer/email/confirm', { body: { token } }).catch((error: unknown) => {
      // A line that is cut says nothing about the link.
      if (error instanceof ApiError && error.status === 0) asked.delete(token)
      return { refusal: error instanceof ApiError ? error.message : 'もう一度お試しください。' }
    })
  asked.set(token, outcome)
  return outcome
}

/** The screen of the link in the mail to a new address: the address is the member's from here on. */
export function EmailConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const [query, setQuery] = useSearchParams()
  const token = query.get('email_token')
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per link
  useEffect(() => {
    if (token === null) return
    void confirm(token).then((came) => {
      setOutcome(came)
      if ('email' in came) onConfirmed()
      // The token leaves the address: a reload would only be told that it was used.
      setQuery({}, { replace: true, preventScrollReset: true })
    })
  }, [token])

  if (outcome && 'email' in outcome)
    return (
      <Notice tone="leaf" role="status" title="メールアドレスを変更しました">
        これからは <span className="break-all font-medium">{outcome.email}</span> でログインしてください。
      </Notice>
    )
  if (outcome)
    return (
      <Notice tone="danger" role="alert" title="メールアドレスを変更できませんでした">
        <p>{outcome.refusal}</p>
        <p className="mt-3">
          <ButtonLink to="/mypage/customer/email" look="secondary">
            もう一度、確認のメールを送る
          </ButtonLink>
        </p>
      </Notice>
    )
  if (token === null) return null
  return (
    <Loading>
      <p className="text-sm">新しいメールアドレスを確認しています</p>
      <Skeleton className="h-16 w-full" />
    </Loading>
  )
}
