import { browserStorage, readJson, writeJson } from './storage.ts'

const KEY = 'kushi-searches'
const MOST = 5

/** What was looked for last on this device, the newest first. */
export function recentSearches(storage = browserStorage()): string[] {
  const kept = readJson(storage, KEY)
  return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MOST) : []
}

/** Keeps a word that was looked for; the same one stands there once. */
export function keepSearch(word: string, storage = browserStorage()): void {
  writeJson(storage, KEY, [word, ...recentSearches(storage).filter((one) => one !== word)].slice(0, MOST))
}
