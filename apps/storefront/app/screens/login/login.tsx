import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Link, redirect, useLocation, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { LineMark } from '../../line/line-mark.tsx'
import { usePress } from '../../line/use-press.ts'
import { nextPath, subscribePath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { useLineRequirement, useMembersOnly } from '../../shell/use-shell.ts'
import { afterLogin, FROM_LOGIN_PAGE, usePurchaseOfGuest } from '../../state/after-login.ts'
import { lineStore } from '../../state/line.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { sessionStore, useCustomer, visitorKnown } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading, SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/login.ts'
import { FirstVisit } from './first-visit.tsx'
import { MemberLogin } from './member-login.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ログイン')

/** Loads nothing. With this loader the server renders the form itself instead of the fallback. */
export const loader = () => null

/** Redirects a member who is already logged in to the wanted page. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  const { customer, is_leaving } = sessionStore.getState()
  if (customer && !is_leaving) throw redirect(afterLogin(url.searchParams.get('next')))
  return null
}
clientLoader.hydrate = true as const

/** The e-mail of a member, passed in the navigation state by the purchase screen. */
const registeredOf = (state: unknown) => String((state as { registered?: string } | null)?.registered ?? '')

const card = 'grid content-start gap-5 border border-line rounded-base bg-surface p-5 md:p-8'

/** Two choices: はじめての方, who come first, briefly if the cart is empty, and 会員の方. */
export default function Login() {
  const [query] = useSearchParams()
  const next = query.get('next')
  const { state } = useLocation()
  const isHydrated = useHydrated()
  // Both exist only in this browser, not in the page from the server.
  const registered = isHydrated ? registeredOf(state) : ''
  const kind = usePurchaseOfGuest(next)
  const isNewFirst = kind !== null && registered === ''
  const isUnknown = useCustomer() === undefined
  const member = useRef<HTMLElement>(null)
  const isMembersOnly = useMembersOnly()
  /** Led here by a page of members: who comes is one, and their login stands first. */
  const isSentBack = next !== null && !next.includes('-purchase') && next !== '/'
  const isMemberFirst = registered !== '' || isSentBack
  useEffect(() => {
    if (!registered) return
    // The e-mail is filled in, so only the password is missing. The timeout waits until the heading has the focus.
    const timer = setTimeout(() =>
      member.current?.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.focus(),
    )
    return () => clearTimeout(timer)
  }, [registered])
  return (
    <Page>
      <PageHeading lead={leadText(next)}>ログイン</PageHeading>
      {/* Hidden while a possible session is being checked: its member is redirected, so the form would only flash up. */}
      <div className={isUnknown ? 'if-guest' : undefined}>
        <div className="mb-6 empty:hidden">
          <FriendFirst next={next} />
        </div>
        <div className="grid gap-6 md:grid-cols-2">
          {/* Contains both variants until the browser's cart is known. `press/early.ts` decides which one is visible. */}
          {!isMembersOnly && !isHydrated && !isMemberFirst && <FirstVisitSection kind="normal" when="if-cart-filled" />}
          {!isMembersOnly && !isMemberFirst && (
            <FirstVisitSection kind={kind} when={isHydrated ? '' : 'unless-cart-filled'} />
          )}
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
          {!isMembersOnly && isMemberFirst && <FirstVisitSection kind={kind} when="" />}
        </div>
      </div>
    </Page>
  )
}

/** Why one is asked to log in. */
function leadText(next: string | null): string | undefined {
  if (next?.includes('-purchase')) return 'ご購入のお手続きに進みます。'
  return next?.startsWith('/mypage') ? 'ログインすると、お求めのページに進みます。' : undefined
}

const neverSubscribe = () => () => {}

/** false on the server and during hydration. Data that only this browser has are shown after that. */
const useHydrated = () =>
  useSyncExternalStore(
    neverSubscribe,
    () => true,
    () => false,
  )

function FirstVisitSection({ kind, when }: { kind: PurchaseKind | null; when: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${card} ${when}`}>
      <SectionHeading id={id}>はじめての方</SectionHeading>
      <FirstVisit kind={kind} />
    </section>
  )
}

/** A shop that sells only to LINE friends states this before any input. */
function FriendFirst({ next }: { next: string | null }) {
  if (useLineRequirement() !== 'required') return null
  return (
    <Notice title="ご購入には、LINEの友だち追加が必要です">
      先に友だち追加を済ませると、お手続きがスムーズです。
      <Link to={subscribePath(nextPath(next, '/login'))} className="text-link inline-flex min-h-tap items-center">
        友だち追加に進む
      </Link>
    </Notice>
  )
}

/**
 * Login by LINE account, if the shop has LINE. The page contains the button before LINE's framework is loaded. The
 * login returns to `/callback`, which redirects to `next`.
 */
function LineButton({ next }: { next: string | null }) {
  const query = new URLSearchParams({ [FROM_LOGIN_PAGE]: 'true', ...(next ? { next } : {}) })
  const isKnown = useCustomer() !== undefined
  const isLineExpected = useLineRequirement() !== 'none'
  const isLoaded = useStore(lineStore, ({ is_loaded }) => is_loaded)
  const { press, isPending } = usePress(async () => {
    await visitorKnown()
    const { browserLine } = await loadChunk(() => import('../../line/browser-line.ts'))
    await browserLine.login(`/callback?${query}`)
  })
  if (isKnown ? !isLoaded : !isLineExpected) return null
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
