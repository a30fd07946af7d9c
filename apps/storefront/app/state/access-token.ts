import { clientIdentity, previewMoment } from '../client-identity.ts'
import { readActing, saveActing } from './acting.ts'
import { cookieIn, cookieText } from './cookie.ts'

const NAME = 'access_token'
const DAYS = 30

/**
 * The bearer token of the member; null without one, and in a プレビュー. The cookie is readable by scripts, because the API
 * needs the token in a header.
 */
export const accessToken = () =>
  typeof document === 'undefined' || previewMoment()
    ? null
    : (readActing()?.access_token ?? cookieIn(document.cookie, NAME))

/** The token that this page took for its member. */
let tokenOfTab: string | null = null

/** Another member has logged in in another tab: what this page shows is not theirs. */
export const isOtherMembersNow = () => {
  const token = accessToken()
  return tokenOfTab !== null && token !== null && token !== tokenOfTab
}

/** Stores the token for 30 days. */
export const saveAccessToken = (token: string) => {
  // The cookie is shared by all tabs and belongs to the operator's own login.
  if (readActing() || previewMoment()) return
  tokenOfTab = token
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in LINE's browser on iOS
  document.cookie = cookieText(NAME, token, DAYS, location.protocol === 'https:')
}

/** Cookie that marks a possible session in the server's own cookie, which scripts can't read. */
const loginMarkKey = () => `member_${clientIdentity().shop_id}`

/** Whether the server may restore a lost token: Safari deletes cookies written by scripts after seven days. */
export const canRestoreToken = () =>
  typeof document !== 'undefined' && !previewMoment() && cookieIn(document.cookie, loginMarkKey()) !== null

/** Deletes the token in this browser; the server may restore it. Not that of 代理ログイン, which only its tab has. */
export const dropAccessToken = () => {
  if (previewMoment() || readActing()) return
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = cookieText(NAME, '', 0, location.protocol === 'https:')
}

/** Deletes the token in this browser, and the mark that the server may restore it. */
export const forgetAccessToken = () => {
  if (previewMoment()) return
  if (readActing()) return saveActing(null)
  tokenOfTab = null
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = cookieText(NAME, '', 0, location.protocol === 'https:')
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = cookieText(loginMarkKey(), '', 0, location.protocol === 'https:')
}
