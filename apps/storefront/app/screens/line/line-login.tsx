import type { LineAccount } from '@kushi/contract/line'
import { redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { browserLine } from '../../line/browser-line.ts'
import { subscribePath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { afterLogin, usePurchaseOfGuest } from '../../state/after-login.ts'
import { lineStore } from '../../state/line.ts'
import { loadUser } from '../../state/load-user.ts'
import { purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { sessionStore } from '../../state/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/line-login.ts'
import { LineFrame, LineSkeleton, LineStart } from './line-frame.tsx'

const TITLE = 'LINEでログイン'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

/** The guard has already loaded LINE and started its login. */
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

/** LINEアカウントでログイン: redirects to the wanted page, or shows what to do if no member is linked. */
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

const card = 'grid gap-4 rounded-base border border-line bg-surface p-5 md:p-8'

/** Logged in to LINE without a linked member: continue with a first purchase, or link an existing account. */
function Unlinked({ account, next }: { account: LineAccount; next: string | null }) {
  const navigate = useNavigate()
  const kind = usePurchaseOfGuest(next)
  const link = `/line-link${next ? `?${new URLSearchParams({ next })}` : ''}`
  return (
    <>
      <Notice role="status">
        {account.display_name}さんのLINEアカウントは、まだ会員アカウントと連携していません。
      </Notice>
      <section aria-labelledby="first" className={card}>
        <SectionHeading id="first">はじめての方</SectionHeading>
        <p className="text-sm">会員登録は、はじめてのご注文と一緒に済みます。LINEとの連携も、同時に済みます。</p>
        {kind ? (
          <Button
            wide
            onClick={() => {
              beginAsNewcomer()
              void navigate(purchasePath(kind))
            }}
          >
            ご購入のお手続きに進む
          </Button>
        ) : (
          <ButtonLink to="/products" wide>
            商品を見る
          </ButtonLink>
        )}
      </section>
      <section aria-labelledby="member" className={card}>
        <SectionHeading id="member">会員の方</SectionHeading>
        <p className="text-sm">一度連携すると、次からはLINEだけでログインできます。</p>
        <ButtonLink to={link} look="secondary" wide>
          会員アカウントと連携する
        </ButtonLink>
      </section>
    </>
  )
}
