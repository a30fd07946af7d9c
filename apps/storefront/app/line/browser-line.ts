import { environment } from '../state/environment.ts'
import { lineStore } from '../state/line.ts'
import { forgetLineToken, keepLineToken } from '../state/line-token.ts'
import { tabStorage, writeJson } from '../state/storage.ts'
import type { LinePort } from './line-port.ts'
import { type LiffPart, loadLiff } from './load-liff.ts'

const ASKED = 'kushi.line-asked'
let liff: LiffPart | null = null
let loading: Promise<void> | null = null

async function start(liffId: string): Promise<void> {
  const loaded = await loadLiff(environment()?.liff_script_url ?? null)
  await loaded.init({ liffId })
  liff = loaded
  followToken()
  lineStore.setState({ is_loaded: true })
}

/** Keeps the token in a cookie as long as LINE's framework has it. */
function followToken(): void {
  const token = liff?.isLoggedIn() ? liff.getAccessToken() : null
  if (token) keepLineToken(token)
  else forgetLineToken()
}

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
    browserLine.askNoMore()
    liff.login({ redirectUri: `${location.origin}/sh${path}` })
    return leaving()
  },
  logout: () => {
    if (liff?.isLoggedIn()) liff.logout()
    forgetLineToken()
    browserLine.askNoMore()
  },
  getAccessToken: () => (liff?.isLoggedIn() ? liff.getAccessToken() : null),
  getFriendship: async () => (liff ? (await liff.getFriendship()).friendFlag : false),
  requestFriendship: async () => liff?.requestFriendship(),
  closeWindow: () => liff?.closeWindow(),
  mayAsk: () => tabStorage().getItem(ASKED) === null,
  askNoMore: () => writeJson(tabStorage(), ASKED, 1),
}
