import { quietApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { linkAccount } from '../../line/link-account.ts'
import { nextPath } from '../../navigate.ts'
import { lineStore } from '../../state/line.ts'
import { loadUser } from '../../state/load-user.ts'
import { sessionStore } from '../../state/session.ts'
import { subscribeState } from './subscribe-state.ts'

/** How the visitor stands with LINE. A friendship that is new is told to the shop on the way. */
export async function loadSubscribe(url: URL) {
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

/** The server knows the account, and that it is a friend's. */
function isKnown(): boolean {
  const status = lineStore.getState().account?.friend_status_id ?? 0
  return status >= 3
}
