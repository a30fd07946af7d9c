import type { KeyValueStorage } from './storage.ts'

/** A storage for tests. */
export function fakeStorage(initial: Record<string, string> = {}): KeyValueStorage & { all: Map<string, string> } {
  const all = new Map(Object.entries(initial))
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}
