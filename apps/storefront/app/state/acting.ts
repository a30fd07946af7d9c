import { useSyncExternalStore } from 'react'
import { previewMoment } from '../client-identity.ts'
import { ACTING, type KeyValueStorage, readJson, tabStorage, writeJson } from './storage.ts'

/**
 * 代理ログイン: the member that an operator acts as in this tab. It is stored only for this tab, like all data of the member.
 */
export interface Acting {
  access_token: string
  customer_name: string
  operator_name: string
  expires_at: string
}

const CODE = 'kushi.acting-code'

/**
 * Removes the code of the admin's link from the address bar before any other code can read it. The code is in the URL
 * fragment, so it never reaches a server or a log.
 */
export function takeActingCode(storage: KeyValueStorage, page: Pick<Window, 'location' | 'history'>): void {
  const { pathname, search, hash } = page.location
  if (pathname.replace(/\/$/, '') !== '/sh/acting' || hash.length < 2) return
  writeJson(storage, CODE, hash.slice(1))
  page.history.replaceState(page.history.state, '', pathname + search)
}

/** Returns the code only once; null: none. */
export function spendActingCode(storage: KeyValueStorage): string | null {
  const code = readJson(storage, CODE)
  writeJson(storage, CODE, null)
  return typeof code === 'string' ? code : null
}

/** The stored acting session; null also in a プレビュー. */
export const readActing = () => (previewMoment() ? null : (readJson(tabStorage(), ACTING) as Acting | null))
export const saveActing = (acting: Acting | null) => writeJson(tabStorage(), ACTING, acting)

let known: { text: string | null; acting: Acting | null } = { text: null, acting: null }
/** Returns the same object for the same text, so that React sees no change. */
function snapshot(): Acting | null {
  const text = tabStorage().getItem(ACTING)
  if (text !== known.text) known = { text, acting: readActing() }
  return known.acting
}

/** The member that an operator acts as; null otherwise, and during hydration. */
export const useActing = (): Acting | null => useSyncExternalStore(never, snapshot, () => null)

/** No subscription is needed: acting starts and ends with a page load. */
const never = () => () => {}
