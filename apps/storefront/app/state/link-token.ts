import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** Screens that a link in a mail opens. Its token works for everyone who has it. */
const SCREENS = ['/passreset', '/email-change', '/price-change', '/refund-account', '/merge', '/pace'] as const
type LinkScreen = (typeof SCREENS)[number]

const PARAMETER = 'token'
const KEY = 'kushi.link'

/** Fallback if the tab has no storage. */
let current: { screen: string; token: string } | null = null

/**
 * Removes the token of a mail's link from the address bar before anything can leak it: page views, referrers of later
 * requests, screenshots. It is stored for this tab, so that it survives a reload.
 */
export function takeLinkToken(storage: KeyValueStorage, page: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(page.location.href)
  const screen = SCREENS.find((path) => url.pathname.replace(/\/$/, '') === `/sh${path}`)
  const token = url.searchParams.get(PARAMETER)
  if (!screen || token === null) return
  current = { screen, token }
  writeJson(storage, KEY, current)
  url.searchParams.delete(PARAMETER)
  page.history.replaceState(page.history.state, '', url.pathname + url.search + url.hash)
}

/** The token that opened this screen in this tab; '': none. */
export function linkToken(storage: KeyValueStorage, screen: LinkScreen): string {
  const { screen: of, token } = (current ?? readJson(storage, KEY) ?? {}) as Partial<NonNullable<typeof current>>
  return of === screen && typeof token === 'string' ? token : ''
}
