import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

export const AD_KEY = 'kushi.ad'
const DAY_MS = 86_400_000

/** Codes of the advert or reminder that brought the visitor; an order carries them. */
export interface AdCodes {
  adcd: string | null
  abmtcd: string | null
}

type Kept = Partial<AdCodes> & { until: number }

const read = (storage: KeyValueStorage) => readJson(storage, AD_KEY) as Kept | null

/** Keeps the codes of an address for 24 hours; a newer code takes the place of an older one. */
export function keepAdCodes(storage: KeyValueStorage, query: URLSearchParams, now: number): void {
  const adcd = query.get('adcd')?.slice(0, 64)
  const abmtcd = query.get('abmtcd')?.slice(0, 64)
  if (!adcd && !abmtcd) return
  const kept: Kept = { ...adCodes(storage, now), ...(adcd && { adcd }), ...(abmtcd && { abmtcd }), until: now + DAY_MS }
  writeJson(storage, AD_KEY, kept)
}

/** The codes that still hold. */
export function adCodes(storage: KeyValueStorage, now: number): AdCodes {
  const kept = read(storage)
  if (!kept || !(kept.until > now)) return { adcd: null, abmtcd: null }
  return { adcd: kept.adcd ?? null, abmtcd: kept.abmtcd ?? null }
}
