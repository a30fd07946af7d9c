import { redirect, useRevalidator, useSearchParams } from 'react-router'
import { browserLine } from '../../line/browser-line.ts'
import { subscribePath } from '../../line/require-friend.ts'
import { privatePage } from '../../seo.ts'
import { afterLogin } from '../../state/after-login.ts'
import { lineStore } from '../../state/line.ts'
import { loadUser } from '../../state/load-user.ts'
import { sessionStore } from '../../state/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Route } from './+types/line-login.ts'
import { LineFrame, LineSkeleton } from './line-frame.tsx'
import { LineStart } from './line-start.tsx'
import { Unlinked } from './unlinked.tsx'

const TITLE = 'LINEでログイン'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** The guard has seen to it that LINE is there, and has started its login. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const next = url.searchParams.get('next')
  const { is_leaving } = sessionStore.getState()
  if (browserLine.isLoggedIn() && !sessionStore.getState().customer && !lineStore.getState().account) await loadUser()
  if (sessionStore.getState().customer && !is_leaving) throw redirect(afterLogin(next))
  const { account, error } = lineStore.getState()
  if (error?.error === 'ERROR_LINE_NOT_FRIEND') throw redirect(subscribePath(`/line-login${url.search}`))
  return { isLoggedIn: browserLine.isLoggedIn(), account, error }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

/** LINEアカウントでログイン: on to where one was going, or what to do when no member is linked. */
export default function LineLogin({ loaderData: { isLoggedIn, account, error } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const [query] = useSearchParams()
  const path = query.size ? `/line-login?${query}` : '/line-login'
  if (error && isLoggedIn)
    return (
      <LineFrame title={TITLE}>
        <ErrorState
          title="LINEでログインできませんでした"
          text={error.message}
          onRetry={() => void revalidate()}
          pending={state === 'loading'}
        />
      </LineFrame>
    )
  return (
    <LineFrame title={TITLE}>
      {account ? (
        <Unlinked account={account} next={query.get('next')} />
      ) : (
        <LineStart path={path}>
          <p>LINEアカウントで、かんたんにログインできます。</p>
          {error && <p className="text-sm text-danger">{error.message}</p>}
        </LineStart>
      )}
    </LineFrame>
  )
}
