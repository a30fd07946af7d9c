import { ApiError } from '@kushi/contract/client'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, ButtonLink } from './button.tsx'
import { Empty, Page } from './page.tsx'
import { NoPermission } from './state.tsx'

/** The URL names no screen or no existing record. 422: the id in the URL is malformed. */
function isNotFound(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 404 || (error.status === 422 && error.fields.length > 0)
  return (isRouteErrorResponse(error) || error instanceof Response) && error.status === 404
}

/** The error screen: what happened, and what to do. */
export function Failure() {
  const error = useRouteError()
  if (error instanceof ApiError && error.status === 403) return <NoPermission />
  const isMissing = isNotFound(error)
  const text = isMissing
    ? 'お探しのものは見つかりませんでした。削除されたか、ほかの店舗のものかもしれません。'
    : error instanceof ApiError
      ? error.message
      : '画面を表示できませんでした。読み込み直しても変わらないときは、開発者にお知らせください。'
  return (
    <Page title={isMissing ? '見つかりません' : '表示できませんでした'}>
      <Empty
        action={
          <div className="flex gap-2">
            <Button onClick={() => location.reload()}>読み込み直す</Button>
            <ButtonLink to="/">今日の画面へ</ButtonLink>
          </div>
        }
      >
        {text}
      </Empty>
    </Page>
  )
}
