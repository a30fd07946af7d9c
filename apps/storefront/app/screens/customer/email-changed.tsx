import { useEffect } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** What the screen knows of a change that was made; it survives a reload. */
interface EmailChangedState {
  email: string
}

export const isEmailChanged = (state: unknown): state is EmailChangedState =>
  typeof state === 'object' && state !== null && 'email' in state

/** The new address is the member's. */
export function EmailChanged({ email, isMember }: EmailChangedState & { isMember: boolean }) {
  useEffect(() => {
    // The path stays the same, so the focus has to be moved here.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <Page width="form">
      <PageHeading>メールアドレスを変更しました</PageHeading>
      <div className="grid gap-6">
        <Notice tone="leaf">
          これからは <strong className="break-all font-medium">{email}</strong>{' '}
          でログインしてください。ご注文のご連絡も、このアドレスにお送りします。
        </Notice>
        {isMember ? (
          <ButtonLink to="/mypage/customer" wide>
            会員情報を見る
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" wide>
            ログインする
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}
