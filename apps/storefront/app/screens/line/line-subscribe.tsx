import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { linkAccount } from '../../line/link-account.ts'
import { usePress } from '../../line/use-press.ts'
import { nextPath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { environment } from '../../state/environment.ts'
import { lineStore } from '../../state/line.ts'
import { loadUser } from '../../state/load-user.ts'
import { sessionStore } from '../../state/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/line-subscribe.ts'
import { AddFriend } from './add-friend.tsx'
import { LineFrame, LineProblem, LineSkeleton, LineStart, NoLine } from './line-frame.tsx'
import { LinkSent } from './link-sent.tsx'

const TITLE = 'LINEの友だち追加'
export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, TITLE)

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadSubscribe(url)
clientLoader.hydrate = true as const

export const HydrateFallback = () => <LineSkeleton title={TITLE} />

/** 友だち追加 before a purchase, if the shop requires it. Shows one step at a time. */
export default function LineSubscribe({ loaderData: { state, next, customer, path } }: Route.ComponentProps) {
  const { revalidate, state: loading } = useRevalidator()
  const [isSent, setSent] = useState(false)
  const link = usePress(async () => {
    if (customer && !(await linkAccount(customer))) return setSent(true)
    await revalidate()
  })
  const isRequired = environment()?.line_requirement === 'required'
  const lead = isRequired ? 'ご購入には、公式アカウントの友だち追加をお願いしています。' : undefined
  return (
    <LineFrame title={TITLE} lead={lead}>
      {state === 'no_line' && <NoLine />}
      {state === 'log_in' && (
        <LineStart path={path}>
          <p>LINEでログインすると、友だち追加に進みます。</p>
          <Benefits />
        </LineStart>
      )}
      {state === 'add' && (
        <AddFriend
          friendUrl={browserLine.isInClient() ? null : (environment()?.line_friend_url ?? null)}
          isChecking={loading === 'loading'}
          onAdded={() => void revalidate()}
        >
          <Benefits />
        </AddFriend>
      )}
      {state === 'link' && isSent && customer && <LinkSent email={customer.email} />}
      {state === 'link' && !isSent && (
        <>
          <Notice tone="leaf">友だち追加を確認しました。</Notice>
          <p>会員アカウントとLINEを連携すると、お手続きを続けられます。</p>
          <LineProblem error={link.problem} path={path} />
          <Button wide pending={link.isPending} onClick={link.press}>
            LINEと連携する
          </Button>
        </>
      )}
      {state === 'done' && (
        <>
          <Notice tone="leaf" role="status">
            友だち追加がお済みです。ありがとうございます。
          </Notice>
          <ButtonLink to={next} wide>
            {next.includes('-purchase') || next.startsWith('/lp/') ? 'ご購入のお手続きを続ける' : '続ける'}
          </ButtonLink>
        </>
      )}
    </LineFrame>
  )
}

const Benefits = () => (
  <ul className="list-disc pl-5 text-sm text-muted">
    <li>ご注文や発送のお知らせを、LINEのトークでお届けします。</li>
    <li>次からは、LINEだけでログインできます。</li>
    <li>友だち追加は、いつでもやめられます。</li>
  </ul>
)

/** Loads the visitor's LINE state. Also reports a new friendship to the shop. */
async function loadSubscribe(url: URL) {
  const next = nextPath(url.searchParams.get('next'), '/products')
  const isLoggedIn = browserLine.isLoggedIn()
  const isFriend = isLoggedIn && (await browserLine.getFriendship().catch(() => false))
  if (isFriend && !sessionStore.getState().customer && !isKnown()) await loadUser()
  const customer = sessionStore.getState().customer ?? null
  const social = customer && (await quietApi('GET /v1/common/social/line'))
  const member = social && { isLinked: social.line_id !== null, isFriend: social.is_friend }
  if (customer && isFriend && member?.isLinked && !member.isFriend) await linkAccount(customer)
  const state = subscribeState({ isConfigured: browserLine.isConfigured(), isLoggedIn, isFriend, member })
  return { state, next, customer, path: `${url.pathname.replace(/^\/sh/, '')}${url.search}` }
}

/** Whether the server knows the account as a friend's. */
function isKnown(): boolean {
  const status = lineStore.getState().account?.friend_status_id ?? 0
  return status >= 3
}

interface Facts {
  isConfigured: boolean
  /** Logged in to LINE. */
  isLoggedIn: boolean
  isFriend: boolean
  /** null: a guest. */
  member: { isLinked: boolean; isFriend: boolean } | null
}

/** The next step before a purchase in a shop that requires a LINE friend. */
type SubscribeState = 'no_line' | 'log_in' | 'add' | 'link' | 'done'

export function subscribeState({ isConfigured, isLoggedIn, isFriend, member }: Facts): SubscribeState {
  if (!isConfigured) return 'no_line'
  // The server already knows the friend, so no login to LINE is needed.
  if (member?.isLinked && member.isFriend && (!isLoggedIn || isFriend)) return 'done'
  if (!isLoggedIn) return 'log_in'
  if (!isFriend) return 'add'
  return member && !member.isLinked ? 'link' : 'done'
}
