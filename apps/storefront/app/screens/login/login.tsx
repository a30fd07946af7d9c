import { useEffect, useId, useRef } from 'react'
import { Link, redirect, useLocation, useSearchParams } from 'react-router'
import { browserLine } from '../../line/browser-line.ts'
import { LineMark } from '../../line/line-mark.tsx'
import { subscribePath } from '../../line/require-friend.ts'
import { usePress } from '../../line/use-press.ts'
import { nextPath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { useLineRequirement, useMembersOnly } from '../../shell/use-shell.ts'
import { afterLogin, FROM_LOGIN_PAGE, purchaseOfGuest } from '../../state/after-login.ts'
import { useCartItems } from '../../state/cart.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { sessionStore, useCustomer, visitorKnown } from '../../state/session.ts'
import { useHydrated } from '../../state/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading, SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/login.ts'
import { FirstVisit } from './first-visit.tsx'
import { MemberLogin } from './member-login.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ログイン')

/** There is nothing to load: with it the page holds the form itself, and not something that keeps its place. */
export const loader = () => null

/** Whoever is logged in already goes where they were going. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  const { customer, is_leaving } = sessionStore.getState()
  if (customer && !is_leaving) throw redirect(afterLogin(url.searchParams.get('next')))
  return null
}
clientLoader.hydrate = true as const

/** Whoever comes from the purchase with the e-mail of a member brings it along. */
const registeredOf = (state: unknown) => String((state as { registered?: string } | null)?.registered ?? '')

const card = 'grid content-start gap-5 border border-line rounded-base bg-surface p-5 md:p-8'

/** Two ways on: はじめての方, who are met first where something is to be bought, and 会員の方. */
export default function Login() {
  const [query] = useSearchParams()
  const next = query.get('next')
  const { state } = useLocation()
  const isHydrated = useHydrated()
  // Both are this browser's: the page from the server knows neither.
  const registered = isHydrated ? registeredOf(state) : ''
  const kind = purchaseOfGuest(next, useCartItems())
  const isNewFirst = kind !== null && registered === ''
  const isAsked = useCustomer() === undefined
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
      {/* Who has a session that is still being asked about is led on: a form would only flash up. */}
      <div className={isAsked ? 'if-guest' : undefined}>
        <div className="mb-6 empty:hidden">
          <FriendFirst next={next} />
        </div>
        <div className="grid gap-6 md:grid-cols-2">
          {/* Until the browser's own cart is known the page holds both, and `press/early.ts` says which is seen. */}
          {!isMembersOnly && (isNewFirst || !isHydrated) && (
            <First kind={kind ?? 'normal'} when={isNewFirst ? '' : 'if-cart-filled'} />
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
          {!isNewFirst && !isMembersOnly && <First kind={kind} when={isHydrated ? '' : 'unless-cart-filled'} />}
        </div>
      </div>
    </Page>
  )
}

function First({ kind, when }: { kind: PurchaseKind | null; when: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${card} ${when}`}>
      <SectionHeading id={id}>はじめての方</SectionHeading>
      <FirstVisit kind={kind} />
    </section>
  )
}

/** A shop that sells to friends only says so before anything is typed. */
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

/** Login by LINE account, where the shop has LINE: the page holds the button before LINE's framework is there. It comes back to `/callback`, which leads on to `next`. */
function LineButton({ next }: { next: string | null }) {
  const query = new URLSearchParams({ [FROM_LOGIN_PAGE]: 'true', ...(next ? { next } : {}) })
  const isKnown = useCustomer() !== undefined
  const isExpected = useLineRequirement() !== 'none'
  const { press, isPending } = usePress(async () => {
    await visitorKnown()
    await browserLine.login(`/callback?${query}`)
  })
  if (isKnown ? !browserLine.isConfigured() : !isExpected) return null
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
