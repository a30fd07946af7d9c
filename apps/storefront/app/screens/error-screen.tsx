import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { NotFoundText } from './not-found-text.tsx'

/** Shown instead of a screen that failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <>
        <title>ページが見つかりません</title>
        <NotFoundText />
      </>
    )
  return (
    <Page width="text">
      <title>表示できませんでした</title>
      <ErrorState
        isPage
        text="通信に失敗したか、ただいま混み合っています。カートの中身と入力された内容は、この端末に残っています。少し待ってからお試しください。"
        onRetry={() => location.reload()}
      >
        <ButtonLink to="/" look="secondary">
          ホームへ
        </ButtonLink>
      </ErrorState>
    </Page>
  )
}
