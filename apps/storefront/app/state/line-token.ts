import { cookieText } from './cookie.ts'

const NAME = 'line_access_token'

const write = (token: string, days: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in LINE's browser on iOS
  document.cookie = cookieText(NAME, token, days, location.protocol === 'https:')
}

/** Stores LINE's token for half a day. The framework supplies it again on every visit. */
export const keepLineToken = (token: string) => write(token, 0.5)
export const forgetLineToken = () => write('', 0)
