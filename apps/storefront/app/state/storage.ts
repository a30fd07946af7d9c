import { asOf } from '../client-identity.ts'

/** What the stores need of `localStorage` or `sessionStorage`. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const nowhere: KeyValueStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** What a tab keeps of a 代理ログイン; see `acting.ts`. */
export const ACTING = 'kushi.acting'

/** The browser's storage; that of the tab where an operator acts as a member, or sees another day, whose things must not meet their own; on the server, and where the browser refuses it, a place that forgets. */
export function browserStorage(): KeyValueStorage {
  try {
    // Asked for the window first: Node has a `localStorage` of its own, which warns when it is touched.
    if (typeof window === 'undefined') return nowhere
    const isOwn = asOf() === null && tabStorage().getItem(ACTING) === null
    return isOwn ? window.localStorage : window.sessionStorage
  } catch {
    return nowhere
  }
}

/** What belongs to one tab and outlives a reload in it: two tabs must not write in each other's form. */
export function tabStorage(): KeyValueStorage {
  try {
    return typeof window === 'undefined' ? nowhere : window.sessionStorage
  } catch {
    return nowhere
  }
}

/** Reads JSON; null for what is missing or broken. */
export function readJson(storage: KeyValueStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Writes JSON; null removes. A full or forbidden storage is no reason to stop a purchase. */
export function writeJson(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // Private mode, or no room left: the tab still has the value in memory.
  }
}
