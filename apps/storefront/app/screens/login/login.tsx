import { useEffect, useRef } from 'react'
import { Link, redirect, useLocation, useSearchParams } from 'react-router'
import { FROM_LOGIN_PAGE } from '../../guard/step-07-members-only.ts'
import { browserLine } from '../../line/browser-line.ts'
import { LineMark } from '../../line/line-mark.tsx'
import { subscribePath } from '../../line/require-friend.ts'
import { usePress } from '../../line/use-press.ts'
import { nextPath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { useMembersOnly } from '../../shell/use-shell.ts'
import { afterLogin, purchaseOfGuest } from '../../state/after-login.ts'
import { environment } from '../../state/environment.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { sessionStore } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading, SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/login.ts'
import { FirstVisit } from './first-visit.tsx'
import { MemberLogin } from './member-login.tsx'

/** The login screen before it is known whether somebody is logged in already. */
const LoginSkeleton = () => (
  <Page>
    <PageHeading>ログイン</PageHeading>
    <Loading>
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  </Page>
)

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ログイン')

/** Whoever is logged in already goes where they were going. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  const { customer, is_leaving } = sessionStore.getState()
  if (customer && !is_leaving) throw redirect(afterLogin(url.searchParams.get('next')))
  return null
}
clientLoader.hydrate = true as const

export const HydrateFallback = LoginSkeleton

/** Whoever comes from the purchase with the e-mail of a member brings it along. */
const registeredOf = (state: unknown) => String((state as { registered?: string } | null)?.registered ?? '')

const card = 'grid content-start gap-5 border border-line rounded-base bg-surface p-5 md:p-8'

/** Two ways on: はじめての方, who are met first where something is to be bought, and 会員の方. */
export default function Login() {
  const [query] = useSearchParams()
  const next = query.get('next')
  const registered = registeredOf(useLocation().state)
  const kind = purchaseOfGuest(next)
  const isNewFirst = kind !== null && registered === ''
  const member = useRef<HTMLElement>(null)
  const isMembersOnly = useMembersOnly()
  useEffect(() => {
    if (!registered) return
    // The address is there already: what is missing is the password. Later than the heading, which takes the focus first.
    const timer = setTimeout(() =>
      member.current?.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.focus(),
    )
    return () => clearTimeout(timer)
  }, [registered])
  return (
    <Page>
      <PageHeading lead={next?.includes('-purchase') ? 'ご購入のお手続きに進みます。' : undefined}>
        ログイン
      </PageHeading>
      <div className="mb-6 empty:hidden">
        <FriendFirst next={next} />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        {isNewFirst && !isMembersOnly && <First kind={kind} />}
        <section ref={member} aria-labelledby="member" className={card}>
          <SectionHeading id="member">会員の方</SectionHeading>
          {registered && (
            <Notice tone="leaf" role="status">
              {registered} は会員登録がお済みです。パスワードを入力して、ログインしてください。
            </Notice>
          )}
          <LineButton next={next} />
          <MemberLogin next={next} email={registered} look={isNewFirst ? 'secondary' : 'primary'} />
        </section>
        {!isNewFirst && !isMembersOnly && <First kind={kind} />}
      </div>
    </Page>
  )
}

const First = ({ kind }: { kind: PurchaseKind | null }) => (
  <section aria-labelledby="first" className={card}>
    <SectionHeading id="first">はじめての方</SectionHeading>
    <FirstVisit kind={kind} />
  </section>
)

/** A shop that sells to friends only says so before anything is typed. */
function FriendFirst({ next }: { next: string | null }) {
  if (environment()?.line_requirement !== 'required') return null
  return (
    <Notice title="ご購入には、LINEの友だち追加が必要です">
      先に友だち追加を済ませると、お手続きがスムーズです。
      <Link to={subscribePath(nextPath(next, '/login'))} className="text-link inline-flex min-h-tap items-center">
        友だち追加に進む
      </Link>
    </Notice>
  )
}

/** Login by LINE account, where the shop has LINE. It comes back to `/callback`, which leads on to `next`. */
function LineButton({ next }: { next: string | null }) {
  const query = new URLSearchParams({ [FROM_LOGIN_PAGE]: 'true', ...(next ? { next } : {}) })
  const { press, isPending } = usePress(() => browserLine.login(`/callback?${query}`))
  if (!browserLine.isConfigured()) return null
  return (
    <div className="grid gap-2">
      <Button look="secondary" wide pending={isPending} onClick={press}>
        <LineMark />
        LINEでログインする
      </Button>
      <p className="text-center text-xs text-muted">はじめての方も、連携がお済みの方も</p>
    </div>
  )
}
