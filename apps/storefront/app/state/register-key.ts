import { newKey } from './new-key.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

const KEY = 'kushi.register.key'

/** The idempotency key of a registration: the same for this e-mail until it succeeds, also after a reload. */
export function registerKeyFor(storage: KeyValueStorage, email: string): string {
  const known = readJson(storage, KEY) as { email?: string; key?: string } | null
  if (known?.email === email && typeof known.key === 'string') return known.key
  const key = newKey()
  writeJson(storage, KEY, { email, key })
  return key
}

export const forgetRegisterKey = (storage: KeyValueStorage) => writeJson(storage, KEY, null)
