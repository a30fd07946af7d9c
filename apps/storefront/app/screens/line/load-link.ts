import { redirect } from 'react-router'
import { quietApi } from '../../api.ts'
import { browserLine } from '../../line/browser-line.ts'
import { loginPath, nextPath } from '../../navigate.ts'
import { sessionStore } from '../../state/session.ts'

/** How the linking goes on: for whom, with what, and whether it is done already. */
export async function loadLink(url: URL) {
  const customer = sessionStore.getState().customer ?? null
  const path = `/line-link${url.search}`
  const linkToken = url.searchParams.get('linkToken')
  // The bot's link proves the LINE account; who the member is, only a login does.
  if (linkToken && !customer) throw redirect(loginPath(path))
  const social = customer && (await quietApi('GET /v1/common/social/line'))
  return {
    ...{ customer, path, linkToken },
    isConfigured: browserLine.isConfigured(),
    isLoggedIn: browserLine.isLoggedIn(),
    isLinked: (social?.line_id ?? null) !== null,
    next: nextPath(url.searchParams.get('next'), '/mypage/customer'),
  }
}
