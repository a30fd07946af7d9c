import { cookieIn, cookieText } from './cookie.ts'

const NAME = 'access_token'
const DAYS = 30

/** The bearer token of the member, or null. It stands in a cookie that scripts read: the API wants it in a header. */
export const accessToken = () => (typeof document === 'undefined' ? null : cookieIn(document.cookie, NAME))

/** Keeps the token for 30 days from now. */
export const keepAccessToken = (token: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in LINE's browser on iOS
  document.cookie = cookieText(NAME, token, DAYS, location.protocol === 'https:')
}

export const forgetAccessToken = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = cookieText(NAME, '', 0, location.protocol === 'https:')
}
