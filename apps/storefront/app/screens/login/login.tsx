import { useRef, useState } from 'react'
import { redirect, useLocation, useSearchParams } from 'react-router'
import { privatePage } from '../../seo.ts'
import { sessionStore } from '../../state/session.ts'
import { PageHeading, SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/login.ts'
import { afterLogin } from './after-login.ts'
import { FirstVisit } from './first-visit.tsx'
import { FriendFirst } from './friend-first.tsx'
import { LineButton } from './line-button.tsx'
import { LoginSkeleton } from './login-skeleton.tsx'
import { MemberLogin } from './member-login.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'ログイン')

/** Whoever is logged in already goes where they were going. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  const { customer, is_leaving } = sessionStore.getState()
  if (customer && !is_leaving) throw redirect(afterLogin(url.searchParams.get('next')))
  return null
}
clientLoader.hydrate = true as const

export const HydrateFallback = LoginSkeleton

/** Whoever comes from Amazon Pay with the e-mail of a member brings it along. */
const registeredOf = (state: unknown) => String((state as { registered?: string } | null)?.registered ?? '')

const card = 'grid content-start gap-5 border border-line rounded-base bg-surface p-5 md:p-8'

/** Two ways on: 会員の方 and はじめての方. */
export default function Login() {
  const [query] = useSearchParams()
  const next = query.get('next')
  const [registered, setRegistered] = useState(registeredOf(useLocation().state))
  const member = useRef<HTMLElement>(null)
  const takeToLogin = (email: string) => {
    setRegistered(email)
    // The address is there already: what is missing is the password.
    setTimeout(() => member.current?.querySelector<HTMLInputElement>('[autocomplete="current-password"]')?.focus())
  }
  return (
    <Page>
      <PageHeading lead={next?.includes('-purchase') ? 'ご購入のお手続きに進みます。' : undefined}>
        ログイン
      </PageHeading>
      <div className="mb-6 empty:hidden">
        <FriendFirst next={next} />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <section ref={member} aria-labelledby="member" className={card}>
          <SectionHeading id="member">会員の方</SectionHeading>
          {registered && (
            <Notice tone="leaf" role="status">
              {registered} は会員登録がお済みです。パスワードを入力して、ログインしてください。
            </Notice>
          )}
          <MemberLogin next={next} email={registered} />
          <LineButton next={next} />
        </section>
        <section aria-labelledby="first" className={card}>
          <SectionHeading id="first">はじめての方</SectionHeading>
          <FirstVisit next={next} onRegistered={takeToLogin} />
        </section>
      </div>
    </Page>
  )
}
