import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** Screens that a link in a mail opens. Its token works for everyone who has it. */
const SCREENS = [
  '/passreset',
  '/email-change',
  '/price-change',
  '/refund-account',
  '/merge',
  '/pace',
  '/pay-delivery',
] as const
type LinkScreen = (typeof SCREENS)[number]

const KEY = 'kushi.link'

interface Link {
  screen: string
  token: string
  /** What the press on the link answers, until it is passed on. */
  rest?: string
}

/** Fallback if the tab has no storage. */
let current: Link | null = null

function keep(storage: KeyValueStorage, link: Link): void {
  current = link
  writeJson(storage, KEY, link)
}

/**
 * Removes the token of a mail's link, and the answer that it gives, from the address bar. Otherwise page views, referrers
 * and screenshots would leak them. They are stored for this tab; the token survives a reload.
 */
export function takeLinkToken(storage: KeyValueStorage, page: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(page.location.href)
  const screen = SCREENS.find((path) => url.pathname.replace(/\/$/, '') === `/sh${path}`)
  const token = url.searchParams.get('token')
  if (!screen || token === null) return
  const rest = url.searchParams.get('rest')
  keep(storage, { screen, token, ...(rest !== null && { rest }) })
  url.searchParams.delete('token')
  url.searchParams.delete('rest')
  page.history.replaceState(page.history.state, '', url.pathname + url.search + url.hash)
}

/** The link that opened this screen in this tab; an empty token: none. */
function linkOf(storage: KeyValueStorage, screen: LinkScreen): Pick<Link, 'token' | 'rest'> {
  const { screen: of, token, rest } = (current ?? readJson(storage, KEY) ?? {}) as Partial<Link>
  return of === screen && typeof token === 'string' ? { token, ...(rest !== undefined && { rest }) } : { token: '' }
}

/** The token that opened this screen in this tab; '': none. */
export const linkToken = (storage: KeyValueStorage, screen: LinkScreen): string => linkOf(storage, screen).token

/** The answer that the link gives; null: none, or it was passed on. */
export const linkAnswer = (storage: KeyValueStorage, screen: LinkScreen): string | null =>
  linkOf(storage, screen).rest ?? null

/** It was passed on: a page that is loaded again must not answer again. */
export const forgetLinkAnswer = (storage: KeyValueStorage, screen: LinkScreen): void =>
  keep(storage, { screen, token: linkToken(storage, screen) })
