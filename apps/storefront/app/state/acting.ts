import { useSyncExternalStore } from 'react'
import { asOf } from '../client-identity.ts'
import { ACTING, type KeyValueStorage, readJson, tabStorage, writeJson } from './storage.ts'

/** 代理ログイン: as whom an operator acts in this tab. It is kept for the tab alone, with all that a member's browser keeps. */
export interface Acting {
  access_token: string
  customer_name: string
  operator_name: string
  expires_at: string
}

const CODE = 'kushi.acting-code'

/**
 * Takes the code of the admin's link out of the address bar before anything else sees it. It came behind the `#`, so that no server
 * and no log has it.
 */
export function takeActingCode(storage: KeyValueStorage, page: Pick<Window, 'location' | 'history'>): void {
  const { pathname, search, hash } = page.location
  if (pathname.replace(/\/$/, '') !== '/sh/acting' || hash.length < 2) return
  writeJson(storage, CODE, hash.slice(1))
  page.history.replaceState(page.history.state, '', pathname + search)
}

/** The code, once; null: there is none. */
export function spendActingCode(storage: KeyValueStorage): string | null {
  const code = readJson(storage, CODE)
  writeJson(storage, CODE, null)
  return typeof code === 'string' ? code : null
}

/** null also on a page that shows another day, where nobody acts. */
export const readActing = () => (asOf() ? null : (readJson(tabStorage(), ACTING) as Acting | null))
export const keepActing = (acting: Acting | null) => writeJson(tabStorage(), ACTING, acting)

let known: { text: string | null; acting: Acting | null } = { text: null, acting: null }
/** The same object for the same words, so that React sees no change where there is none. */
function snapshot(): Acting | null {
  const text = tabStorage().getItem(ACTING)
  if (text !== known.text) known = { text, acting: readActing() }
  return known.acting
}

/** As whom an operator acts here; null for everybody else, and while a page is taken over. */
export const useActing = (): Acting | null => useSyncExternalStore(never, snapshot, () => null)

/** It begins and ends with a page of its own. */
const never = () => () => {}
