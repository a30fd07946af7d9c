import { AD_CODE_DAYS } from '@kushi/values/limits'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

export const AD_KEY = 'kushi.ad'
const KEPT_MS = AD_CODE_DAYS * 86_400_000
const names = ['adcd', 'abmtcd', 'ad_user_id'] as const

/** Codes of the advert or reminder that brought the visitor, sent with an order and a registration. */
export type AdCodes = Record<(typeof names)[number], string | null>

/** Each code with its expiry time in milliseconds. */
type StoredCodes = Partial<Record<(typeof names)[number], { code: string; until: number }>>

/** Stores each code in a URL for `AD_CODE_DAYS`. The last click counts. */
export function keepAdCodes(storage: KeyValueStorage, query: URLSearchParams, now: number): void {
  const found = names.flatMap((name) => {
    const code = query.get(name)?.slice(0, 64)
    return code ? [[name, { code, until: now + KEPT_MS }]] : []
  })
  if (found.length === 0) return
  const kept: StoredCodes = { ...(readJson(storage, AD_KEY) as StoredCodes | null), ...Object.fromEntries(found) }
  writeJson(storage, AD_KEY, kept)
}

/** The codes that have not expired. */
export function adCodes(storage: KeyValueStorage, now: number): AdCodes {
  const kept = readJson(storage, AD_KEY) as StoredCodes | null
  const stored = (name: (typeof names)[number]) => {
    const found = kept?.[name]
    return typeof found?.code === 'string' && found.until > now ? found.code : null
  }
  return { adcd: stored('adcd'), abmtcd: stored('abmtcd'), ad_user_id: stored('ad_user_id') }
}
