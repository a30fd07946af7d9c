import type { Liff } from '@line/liff'
import { loadScript } from '../payment/load-script.ts'
import { cookieText } from '../state/cookie.ts'
import { environment } from '../state/environment.ts'
import { lineStore } from '../state/line.ts'
import { tabStorage, writeJson } from '../state/storage.ts'
import type { LinePort } from './line-port.ts'

/** The part of LINE's framework that the shop uses. The simulator has only this part. */
type LiffPart = Pick<
  Liff,
  | 'init'
  | 'isInClient'
  | 'isLoggedIn'
  | 'login'
  | 'logout'
  | 'getAccessToken'
  | 'getFriendship'
  | 'requestFriendship'
  | 'closeWindow'
>

const FRIENDSHIP_ASKED_KEY = 'kushi.line-asked'
const TOKEN_COOKIE = 'line_access_token'
let liff: LiffPart | null = null
let loading: Promise<void> | null = null

async function start(liffId: string): Promise<void> {
  const loaded = await loadLiff(environment()?.liff_script_url ?? null)
  await loaded.init({ liffId })
  liff = loaded
  followToken()
  lineStore.setState({ is_loaded: true })
}

/** Loads LINE's own package, or the script in the configuration. Neither is part of the first pages. */
async function loadLiff(scriptUrl: string | null): Promise<LiffPart> {
  if (scriptUrl === null) return (await import('@line/liff')).default
  await loadScript(scriptUrl)
  const { liff } = window as { liff?: LiffPart }
  if (!liff) throw new Error('The script of LINE left nothing behind')
  return liff
}

/** Keeps the token in a cookie as long as LINE's framework has it. */
function followToken(): void {
  const token = liff?.isLoggedIn() ? liff.getAccessToken() : null
  if (token) keepLineToken(token)
  else forgetLineToken()
}

const writeLineToken = (token: string, days: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in LINE's browser on iOS
  document.cookie = cookieText(TOKEN_COOKIE, token, days, location.protocol === 'https:')
}

/** Stores LINE's token for half a day. The framework supplies it again on every visit. */
const keepLineToken = (token: string) => writeLineToken(token, 0.5)
const forgetLineToken = () => writeLineToken('', 0)

/**
 * Waits until the browser leaves the page. Resolves if the back button restores the
 * page, or after 8 s if it could not leave.
 */
const leaving = () =>
  new Promise<void>((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
    setTimeout(resolve, 8000)
  })

/** LINE's framework in a browser. */
export const browserLine: LinePort = {
  isConfigured: () => lineStore.getState().is_loaded,
  load: (liffId) => {
    loading ??= start(liffId).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  },
  isInClient: () => liff?.isInClient() ?? false,
  isLoggedIn: () => liff?.isLoggedIn() ?? false,
  login: (path) => {
    if (!liff) return Promise.resolve()
    browserLine.stopAutoLogin()
    liff.login({ redirectUri: `${location.origin}/sh${path}` })
    return leaving()
  },
  logout: () => {
    if (liff?.isLoggedIn()) liff.logout()
    forgetLineToken()
    browserLine.stopAutoLogin()
  },
  getAccessToken: () => (liff?.isLoggedIn() ? liff.getAccessToken() : null),
  getFriendship: async () => (liff ? (await liff.getFriendship()).friendFlag : false),
  requestFriendship: async () => liff?.requestFriendship(),
  closeWindow: () => liff?.closeWindow(),
  mayAsk: () => tabStorage().getItem(FRIENDSHIP_ASKED_KEY) === null,
  stopAutoLogin: () => writeJson(tabStorage(), FRIENDSHIP_ASKED_KEY, 1),
}
