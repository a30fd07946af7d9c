import type { ApiError } from '@kushi/contract/client'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'

interface EmailTroubleProps {
  error: ApiError
  onRetry: () => void
  isPending: boolean
}

const resendLink = { to: '/mypage/customer/email', label: 'もう一度、確認のメールを送る' }

/** Title and next step for each error code. The server's message states what happened. */
const troubles: Record<string, { title: string; way: { to: string; label: string } }> = {
  ERROR_TOKEN_EXPIRED: { title: 'URLの有効期限が切れています', way: resendLink },
  ERROR_TOKEN_USED: { title: 'このURLは使用済みです', way: { to: '/login', label: 'ログインする' } },
  ERROR_TOKEN_EMPTY: { title: 'このURLではお手続きできません', way: resendLink },
  ERROR_EMAIL_REGISTERED: {
    title: 'このアドレスには変更できません',
    way: { to: '/mypage/customer/email', label: '別のアドレスに変更する' },
  },
}

/** Shown if the link failed. */
export function EmailTrouble({ error, onRetry, isPending }: EmailTroubleProps) {
  const known = troubles[error.error]
  return (
    <Page width="form">
      <ErrorState
        isPage
        title={known?.title ?? '変更できませんでした'}
        text={error.message}
        onRetry={known ? undefined : onRetry}
        pending={isPending}
      >
        {known && <ButtonLink to={known.way.to}>{known.way.label}</ButtonLink>}
      </ErrorState>
    </Page>
  )
}
