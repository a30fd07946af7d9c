import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** Screens that a link in a mail opens: its token works by itself, for everyone who sees it. */
const SCREENS = ['/passreset', '/email-change', '/price-change'] as const
type LinkScreen = (typeof SCREENS)[number]

const PARAMETER = 'token'
const KEY = 'kushi.link'

/** Where the tab keeps nothing. */
let held: { screen: string; token: string } | null = null

/**
 * Takes the token of a mail's link out of the address bar before anything else sees it: page views, the referrers of
 * later requests, a picture of the screen. Kept for this tab, so that a reload finds it again.
 */
export function takeLinkToken(storage: KeyValueStorage, page: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(page.location.href)
  const screen = SCREENS.find((path) => url.pathname.replace(/\/$/, '') === `/sh${path}`)
  const token = url.searchParams.get(PARAMETER)
  if (!screen || token === null) return
  held = { screen, token }
  writeJson(storage, KEY, held)
  url.searchParams.delete(PARAMETER)
  page.history.replaceState(page.history.state, '', url.pathname + url.search + url.hash)
}

/** The token with which this screen was opened in this tab; '' for none. */
export function linkToken(storage: KeyValueStorage, screen: LinkScreen): string {
  const { screen: of, token } = (held ?? readJson(storage, KEY) ?? {}) as Partial<NonNullable<typeof held>>
  return of === screen && typeof token === 'string' ? token : ''
}
