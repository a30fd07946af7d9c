import { asOf, clientIdentity } from '../client-identity.ts'
import { keepActing, readActing } from './acting.ts'
import { cookieIn, cookieText } from './cookie.ts'

const NAME = 'access_token'
const DAYS = 30

/** The bearer token of the member; null without one, and on a page that shows another day. It stands in a cookie that scripts read: the API wants it in a header. */
export const accessToken = () =>
  typeof document === 'undefined' || asOf() ? null : (readActing()?.access_token ?? cookieIn(document.cookie, NAME))

/** Keeps the token for 30 days from now. */
export const keepAccessToken = (token: string) => {
  // The cookie is for all tabs, and the operator's own.
  if (readActing() || asOf()) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in LINE's browser on iOS
  document.cookie = cookieText(NAME, token, DAYS, location.protocol === 'https:')
}

/** Beside the server's own cookie, which scripts can't read: whether it may have kept a session. */
const keptMark = () => `member_${clientIdentity().shop_id}`

/** Whether the server may give a lost token back: Safari forgets what scripts wrote after seven days. */
export const mayRegainToken = () =>
  typeof document !== 'undefined' && !asOf() && cookieIn(document.cookie, keptMark()) !== null

/** Ends the token in this browser, and the mark that the server may give it back. */
export const forgetAccessToken = () => {
  if (asOf()) return
  if (readActing()) return keepActing(null)
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = cookieText(NAME, '', 0, location.protocol === 'https:')
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = cookieText(keptMark(), '', 0, location.protocol === 'https:')
}
