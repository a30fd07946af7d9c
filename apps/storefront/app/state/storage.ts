import { previewMoment } from '../client-identity.ts'

/** The part of `localStorage` or `sessionStorage` that the stores need. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const noStorage: KeyValueStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** Key of the 代理ログイン in a tab's storage; see `acting.ts`. */
export const ACTING = 'kushi.acting'

/**
 * The browser's storage. In a 代理ログイン or a プレビュー it is the tab's storage, because the member's data must not mix with
 * the operator's own. On the server, and if the browser forbids storage, it stores nothing.
 */
export function browserStorage(): KeyValueStorage {
  try {
    // Checks `window` first, because Node has its own `localStorage`, which prints a warning when used.
    if (typeof window === 'undefined') return noStorage
    const isOwnVisit = previewMoment() === null && tabStorage().getItem(ACTING) === null
    return isOwnVisit ? window.localStorage : window.sessionStorage
  } catch {
    return noStorage
  }
}

/** The storage of one tab, which survives a reload, so that two tabs do not overwrite each other's forms. */
export function tabStorage(): KeyValueStorage {
  try {
    return typeof window === 'undefined' ? noStorage : window.sessionStorage
  } catch {
    return noStorage
  }
}

/** Whether this browser forbids cookies or storage. */
export function isStorageBlocked(): boolean {
  try {
    return !navigator.cookieEnabled || !window.localStorage || !window.sessionStorage
  } catch {
    return true
  }
}

/** Reads JSON; null if missing or invalid. */
export function readJson(storage: KeyValueStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Writes JSON; null removes it. A full or forbidden storage must not stop a purchase. */
export function writeJson(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // Private mode, or the storage is full: the tab still has the value in memory.
  }
}
