import { ApiError } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import { FAILURE_META_CODE } from '@kushi/values/app-code'
import { useRevalidator } from 'react-router'
import { bareApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { privatePage } from '../../seo.ts'
import { type SettledResult, settle } from '../../settle.ts'
import { beginSession } from '../../state/auth.ts'
import { browserStorage } from '../../state/storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/line-link-confirm.ts'
import { LineFrame, LineSkeleton, LineStart, NoLine } from './line-frame.tsx'

interface Trouble {
  title: string
  /** null: a retry may help. */
  way: { to: string; label: string } | null
}

const linkAgain = { to: '/line-link', label: 'もう一度連携する' }
const byCode: Record<number, Trouble> = {
  [FAILURE_META_CODE.token_expired]: { title: 'URLの有効期限が切れています', way: linkAgain },
  [FAILURE_META_CODE.token_used]: { title: 'このURLは使用済みです', way: { to: '/login', label: 'ログインする' } },
  [FAILURE_META_CODE.token_empty]: { title: 'このURLではお手続きできません', way: linkAgain },
}
const byError: Record<string, Trouble> = {
  ERROR_USER_CUSTOMER_LINE_EXISTS: {
    title: '連携できませんでした',
    way: { to: '/contact', label: 'お問い合わせ' },
  },
  ERROR_CUSTOMER_HAS_LINE: { title: '連携できませんでした', way: { to: '/login', label: 'ログインする' } },
  ERROR_LINE_ACCOUNT_DIFFERENT: { title: 'LINEアカウントが異なります', way: linkAgain },
  ERROR_LINE_NOT_FRIEND: { title: '友だち追加が必要です', way: { to: '/line-subscribe', label: '友だち追加に進む' } },
}

/** Why the link of a mail failed, and the next step. */
export const linkTrouble = ({ code, error }: Pick<ApiError, 'code' | 'error'>): Trouble =>
  byCode[code] ?? byError[error] ?? { title: '連携できませんでした', way: null }

const TITLE = 'LINE連携の確認'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/**
 * Only the LINE account that started the linking can confirm it. So the visitor
 * must log in to LINE before the link is used.
 */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const path = `/line-link/confirm${url.search}`
  const isConfigured = browserLine.isConfigured()
  const isLoggedIn = browserLine.isLoggedIn()
  return { path, isConfigured, isLoggedIn, answer: isLoggedIn ? await confirmOnce(token) : null }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

/** Target of the mail's link: linked, or the reason and the next step. */
export default function LineLinkConfirm({ loaderData }: Route.ComponentProps) {
  const { path, isConfigured, answer } = loaderData
  const { revalidate, state } = useRevalidator()
  if (!isConfigured)
    return (
      <LineFrame title={TITLE}>
        <NoLine />
      </LineFrame>
    )
  if (!answer)
    return (
      <LineFrame title={TITLE}>
        <LineStart path={path}>
          <p>お申し込みのときと同じLINEアカウントで、ログインしてください。連携が完了します。</p>
        </LineStart>
      </LineFrame>
    )
  if (answer.error) {
    const { title, way } = linkTrouble(answer.error)
    return (
      <LineFrame title={TITLE}>
        <ErrorState
          title={title}
          text={answer.error.message}
          onRetry={way ? undefined : () => void revalidate()}
          pending={state === 'loading'}
        >
          {way && <ButtonLink to={way.to}>{way.label}</ButtonLink>}
        </ErrorState>
      </LineFrame>
    )
  }
  const { name01, name02 } = answer.data.customer
  return (
    <LineFrame title={TITLE}>
      <Notice tone="leaf" role="status" title="LINEと連携しました">
        {name01} {name02} さま、これからはLINEだけでログインできます。
      </Notice>
      <ButtonLink to="/mypage" wide>
        マイページを見る
      </ButtonLink>
    </LineFrame>
  )
}

/** Final errors: the link is expired, used or unknown. */
const final: readonly number[] = [
  FAILURE_META_CODE.token_expired,
  FAILURE_META_CODE.token_used,
  FAILURE_META_CODE.token_empty,
]

const answers = new Map<string, Promise<SettledResult<Session>>>()

/** Uses a link once per page load, even if the loader runs again. Errors of LINE or the network can be retried. */
function confirmOnce(token: string): Promise<SettledResult<Session>> {
  const known = answers.get(token)
  if (known) return known
  const line_access_token = browserLine.getAccessToken() ?? ''
  const answer = settle(confirm(token, line_access_token)).then((settled) => {
    if (settled.error && !final.includes(settled.error.code)) answers.delete(token)
    return settled
  })
  answers.set(token, answer)
  return answer
}

async function confirm(token: string, line_access_token: string): Promise<Session> {
  if (!line_access_token) throw new ApiError(0)
  const session = await bareApi('POST /v1/common/line-link/confirm', { body: { token, line_access_token } })
  await beginSession(bareApi, browserStorage(), session)
  return session
}
