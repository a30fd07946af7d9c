import { browserStorage, readJson, writeJson } from './storage.ts'

const KEY = 'kushi-searches'
const MOST = 5

/** The last searches on this device, the newest first. */
export function recentSearches(storage = browserStorage()): string[] {
  const kept = readJson(storage, KEY)
  return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MOST) : []
}

/** Stores a search. The same text is kept only once. */
export function keepSearch(word: string, storage = browserStorage()): void {
  writeJson(storage, KEY, [word, ...recentSearches(storage).filter((one) => one !== word)].slice(0, MOST))
}
